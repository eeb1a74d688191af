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
const { drain_delay_seconds, drain_seconds, max_drain_seconds } = policies.connections;
const { port, max_simulator_speed: MAX_SPEED } = policies.service;
const { success_values } = policies.tasks;

/** Numbers that an option may have, and what they count. */
interface Range {
  readonly what: string;
  readonly least: number;
  readonly most: number;
}

const PORTS: Range = { what: 'a whole number', least: 0, most: 65_535 };
const DRAIN: Range = { what: 'whole seconds', least: 0, most: max_drain_seconds };
const KEPT_DAYS: Range = { what: 'whole days', least: 1, most: policies.retention.most_days };

/** Reads the settings of `serve`: flags first, then the environment, then the file of `--config`, then defaults. */
export function readServeConfig(given: Flags, variables: Environment = process.env): ConfigRead<ServeConfig> {
  return read({ given, variables }, (flags, environment) => {
    const setting = (flag: keyof typeof VARIABLES, fallback: string) =>
      textOf(flags[flag]) ?? environment[VARIABLES[flag]] ?? fallback;
    return {
      ...parseStore(flags, environment),
      host: parseHost(setting('host', '127.0.0.1')),
      port: parseWhole('port', setting('port', String(port)), PORTS),
      metricsPort: parseOptional('metrics-port', setting('metrics-port', ''), PORTS),
      publicOrigin: parseOrigin(setting('public-url', '')),
      drainDelaySeconds: parseWhole(
        'drain-delay',
        setting('drain-delay', String(drain_delay_seconds)),
        DRAIN,
      ),
      drainSeconds: parseWhole('drain', setting('drain', String(drain_seconds)), DRAIN),
      allowsPrivateAddresses: flags['allow-private-addresses'] === true,
      successStatus: parseName('success-status', setting('success-status', 'success'), success_values),
      keepDays: parseOptional('keep-days', setting('keep-days', ''), KEPT_DAYS),
      logLevel: parseName('log-level', setting('log-level', 'info'), LOG_LEVELS),
      engine: parseEngine(setting('engine', 'simulator')),
      simulatorSpeed: parseSpeed(setting('simulator-speed', '1')),
    };
  });
}

/** Reads which database a command works on. */
export function readStoreConfig(given: Flags, variables: Environment = process.env): ConfigRead<StoreConfig> {
  return read({ given, variables }, parseStore);
}

class InvalidSetting extends Error {}

/** Parses flags and environment, completed by the file of `--config`; a message names the source of the setting. */
function read<Config>(
  { given, variables }: { readonly given: Flags; readonly variables: Environment },
  parse: (flags: Flags, environment: Environment) => Config,
): ConfigRead<Config> {
  const file = withFile(given, variables);
  if (file.kind === 'invalid') return file;
  try {
    return { kind: 'read', config: parse(file.flags, file.environment) };
  } catch (error) {
    if (!(error instanceof InvalidSetting)) throw error;
    return { kind: 'invalid', message: withSource(error.message, given, variables) };
  }
}

function refuse(flag: string, text: string, must: string): never {
  throw new InvalidSetting(settingFault(flag, text, must));
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
  if (folder === '') return refuse('data', folder, 'name a folder');
  if (!url) return { kind: 'sqlite', folder: folder ?? DEFAULT_FOLDER };
  if (folder !== undefined) {
    throw new InvalidSetting('--data and DATABASE_URL are both given: remove one of them.');
  }
  if (!/^postgres(ql)?:\/\/./.test(url)) {
    throw new InvalidSetting('DATABASE_URL must begin with postgres:// or postgresql://.');
  }
  return { kind: 'postgres', connectionString: url };
}

function parseOptional(flag: string, text: string, range: Range): number | undefined {
  return text === '' ? undefined : parseWhole(flag, text, range);
}

function parseWhole(flag: string, text: string, { what, least, most }: Range): number {
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  return refuse(flag, text, `be ${what} from ${least} to ${most}`);
}

function parseName<Name extends string>(flag: string, text: string, names: readonly Name[]): Name {
  return names.find((name) => name === text) ?? refuse(flag, text, `be one of ${names.join(', ')}`);
}

/** An empty host would mean every address of the machine. */
function parseHost(text: string): string {
  return text.trim() === '' ? refuse('host', text, 'be an address of this machine, such as 127.0.0.1') : text;
}

function parseOrigin(text: string): string | undefined {
  if (text === '') return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isOrigin = url && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href;
  if (isOrigin) return url.origin;
  return refuse('public-url', text, 'be scheme, host and port only, such as https://api.example.com');
}

function parseSpeed(text: string): number {
  const speed = /^\d+(\.\d+)?$/.test(text) ? Number(text) : 0;
  if (speed > 0 && speed <= MAX_SPEED) return speed;
  return refuse('simulator-speed', text, `be a number above 0 and at most ${MAX_SPEED}`);
}

function parseEngine(text: string): 'simulator' {
  return text === 'simulator' ? text : refuse('engine', text, 'be simulator, the only engine');
}
