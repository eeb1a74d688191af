import { policies } from '../../../generated/policies.ts';
import { LOG_LEVELS, type LogLevel } from '../../adapters/logging/create-service-log.ts';
import { SECRET_KEY_BYTES } from '../../adapters/platform/create-secret-box.ts';
import type { SuccessStatus } from '../../gateway/tasks/task-record.ts';
import { VARIABLES, withFile, withSource } from './config-file.ts';
import { settingFault } from './setting-fault.ts';

/** Where a service stores its data: a folder of its own, or a PostgreSQL that several processes share. */
export type DatabaseConfig = SqliteConfig | { readonly kind: 'postgres'; readonly connectionString: string };

/** An embedded database, in a folder. */
export interface SqliteConfig {
  readonly kind: 'sqlite';
  readonly folder: string;
}

/** The database, and the keys that encrypt webhook secrets in it: the current one first, then older ones. */
export interface StoreConfig {
  readonly database: DatabaseConfig;
  readonly secretKeys: readonly Uint8Array[];
}

/** All settings of `serve`. */
export interface ServeConfig extends StoreConfig {
  readonly host: string;
  readonly port: number;
  /** Where probes and metrics are served separately; undefined for all on one port. */
  readonly metricsPort: number | undefined;
  /** Scheme, host and port of result links; undefined to use those of each request. */
  readonly publicOrigin: string | undefined;
  /** How long the service keeps serving, and reports not ready, after the signal to stop. */
  readonly drainDelaySeconds: number;
  /** Longest wait after that for running requests, and for jobs. */
  readonly drainSeconds: number;
  /** Whether callbacks and references may use private addresses and any port. */
  readonly allowsPrivateAddresses: boolean;
  /** The terminal success value of task records: section 3 names both. */
  readonly successStatus: SuccessStatus;
  /** Days that finished tasks are kept; undefined for unlimited. */
  readonly keepDays: number | undefined;
  readonly logLevel: LogLevel;
  readonly engine: 'simulator';
  /** How many times faster than the contract's estimates simulated tasks are. */
  readonly simulatorSpeed: number;
}

/** Options as given on the command line. */
export type Flags = Readonly<Record<string, string | boolean | undefined>>;

/** Parsed settings, or a one-line error. */
export type ConfigRead<Config> =
  | { readonly kind: 'read'; readonly config: Config }
  | { readonly kind: 'invalid'; readonly message: string };

type Environment = Readonly<Record<string, string | undefined>>;

const DEFAULT_FOLDER = 'gatewright-data';
const { drain_delay_seconds, drain_seconds, max_drain_seconds: MAX_DRAIN_SECONDS } = policies.connections;
const { port, max_simulator_speed: MAX_SPEED } = policies.service;
const { most_days: MAX_DAYS } = policies.retention;

/** Reads the settings of `serve`: flags first, then the environment, then the file of `--config`, then defaults. */
export function readServeConfig(given: Flags, variables: Environment = process.env): ConfigRead<ServeConfig> {
  const read = withFile(given, variables);
  if (read.kind === 'invalid') return read;
  const { flags, environment } = read;
  const told = (flag: keyof typeof VARIABLES, fallback: string) =>
    textOf(flags[flag]) ?? environment[VARIABLES[flag]] ?? fallback;
  const config = attempt(() => ({
    ...parseStore(flags, environment),
    host: parseHost(told('host', '127.0.0.1')),
    port: parsePort('port', told('port', String(port))),
    metricsPort: parseOptionalPort('metrics-port', told('metrics-port', '')),
    publicOrigin: parseOrigin(told('public-url', '')),
    drainDelaySeconds: parseSeconds('drain-delay', told('drain-delay', String(drain_delay_seconds))),
    drainSeconds: parseSeconds('drain', told('drain', String(drain_seconds))),
    allowsPrivateAddresses: flags['allow-private-addresses'] === true,
    successStatus: parseSuccessStatus(told('success-status', 'success')),
    keepDays: parseKeepDays(told('keep-days', '')),
    logLevel: parseLevel(told('log-level', 'info')),
    engine: parseEngine(told('engine', 'simulator')),
    simulatorSpeed: parseSpeed(told('simulator-speed', '1')),
  }));
  if (config.kind === 'read') return config;
  return { ...config, message: withSource(config.message, given, variables) };
}

/** Reads which database a command works on. */
export function readStoreConfig(given: Flags, variables: Environment = process.env): ConfigRead<StoreConfig> {
  const read = withFile(given, variables);
  if (read.kind === 'invalid') return read;
  const config = attempt(() => parseStore(read.flags, read.environment));
  if (config.kind === 'read') return config;
  return { ...config, message: withSource(config.message, given, variables) };
}

class InvalidSetting extends Error {}

function attempt<Config>(read: () => Config): ConfigRead<Config> {
  try {
    return { kind: 'read', config: read() };
  } catch (error) {
    if (error instanceof InvalidSetting) return { kind: 'invalid', message: error.message };
    throw error;
  }
}

function textOf(flag: string | boolean | undefined): string | undefined {
  return typeof flag === 'string' ? flag : undefined;
}

function parseStore(flags: Flags, environment: Environment): StoreConfig {
  return {
    database: parseDatabase(flags, environment),
    secretKeys: parseSecretKeys(environment.ENCRYPTION_KEYS ?? ''),
  };
}

/** Messages do not quote keys. */
function parseSecretKeys(text: string): readonly Uint8Array[] {
  const parts = text.split(',').map((part) => part.trim());
  const keys = text.trim() === '' ? [] : parts.map(parseSecretKey);
  const wrong = keys.indexOf(undefined);
  if (wrong < 0) return keys.filter((key) => key !== undefined);
  throw new InvalidSetting(
    `ENCRYPTION_KEYS: key ${wrong + 1} is not ${SECRET_KEY_BYTES} bytes in base64 or hex: create one with "openssl rand -base64 ${SECRET_KEY_BYTES}".`,
  );
}

function parseSecretKey(text: string): Uint8Array | undefined {
  if (/^[\da-f]{64}$/i.test(text)) return Buffer.from(text, 'hex');
  if (!/^[\w+/-]+={0,2}$/.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64');
  return bytes.length === SECRET_KEY_BYTES ? bytes : undefined;
}

function parseDatabase(flags: Flags, { DATABASE_URL: url }: Environment): DatabaseConfig {
  const folder = textOf(flags.data);
  if (folder === '') throw new InvalidSetting(settingFault('data', folder, 'name a folder'));
  if (!url) return { kind: 'sqlite', folder: folder ?? DEFAULT_FOLDER };
  if (folder !== undefined) {
    throw new InvalidSetting('--data and DATABASE_URL are both given: remove one of them.');
  }
  if (!/^postgres(ql)?:\/\/./.test(url)) {
    throw new InvalidSetting('DATABASE_URL must begin with postgres:// or postgresql://.');
  }
  return { kind: 'postgres', connectionString: url };
}

function parseOptionalPort(flag: string, text: string): number | undefined {
  return text === '' ? undefined : parsePort(flag, text);
}

function parsePort(flag: string, text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return port;
  throw new InvalidSetting(settingFault(flag, text, 'be a whole number from 0 to 65535'));
}

/** An empty host would mean every address of the machine. */
function parseHost(text: string): string {
  if (text.trim() !== '') return text;
  throw new InvalidSetting(settingFault('host', text, 'be an address of this machine, such as 127.0.0.1'));
}

function parseOrigin(text: string): string | undefined {
  if (text === '') return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isOrigin =
    url && /^https?:$/.test(url.protocol) && url.username === '' && `${url.origin}/` === url.href;
  if (isOrigin) return url.origin;
  throw new InvalidSetting(
    settingFault('public-url', text, 'be scheme, host and port only, such as https://api.example.com'),
  );
}

function parseSeconds(flag: string, text: string): number {
  const seconds = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (seconds <= MAX_DRAIN_SECONDS) return seconds;
  throw new InvalidSetting(settingFault(flag, text, `be whole seconds from 0 to ${MAX_DRAIN_SECONDS}`));
}

function parseKeepDays(text: string): number | undefined {
  if (text === '') return undefined;
  const days = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (days >= 1 && days <= MAX_DAYS) return days;
  throw new InvalidSetting(settingFault('keep-days', text, `be whole days from 1 to ${MAX_DAYS}`));
}

function parseLevel(text: string): LogLevel {
  const level = LOG_LEVELS.find((known) => known === text);
  if (level) return level;
  throw new InvalidSetting(settingFault('log-level', text, `be one of ${LOG_LEVELS.join(', ')}`));
}

function parseSuccessStatus(text: string): SuccessStatus {
  const value = policies.tasks.success_values.find((known) => known === text);
  if (value) return value;
  throw new InvalidSetting(
    settingFault('success-status', text, `be one of ${policies.tasks.success_values.join(', ')}`),
  );
}

function parseSpeed(text: string): number {
  const speed = /^\d+(\.\d+)?$/.test(text) ? Number(text) : 0;
  if (speed > 0 && speed <= MAX_SPEED) return speed;
  throw new InvalidSetting(
    settingFault('simulator-speed', text, `be a number above 0 and at most ${MAX_SPEED}`),
  );
}

function parseEngine(text: string): 'simulator' {
  if (text === 'simulator') return text;
  throw new InvalidSetting(settingFault('engine', text, 'be simulator, the only engine'));
}
