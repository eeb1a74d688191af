import { closestName } from '../../contract/names/closest-name.ts';
import { readTextFile } from './read-regular-file.ts';
import { settingFault } from './setting-fault.ts';

/** Settings as a file has them: the value of an option under its name. */
type FileSettings = Readonly<Record<string, string | boolean>>;

/** A configuration file, or a one-line error. */
type FileRead =
  | { readonly kind: 'read'; readonly settings: FileSettings }
  | { readonly kind: 'invalid'; readonly message: string };

/** Options of `serve` that an environment variable can set. */
export const VARIABLES = {
  port: 'PORT',
  host: 'HOST',
  'metrics-port': 'METRICS_PORT',
  'public-url': 'PUBLIC_URL',
  engine: 'ENGINE',
  'simulator-speed': 'SIMULATOR_SPEED',
  'success-status': 'SUCCESS_STATUS',
  'drain-delay': 'DRAIN_DELAY_SECONDS',
  drain: 'DRAIN_SECONDS',
  'keep-days': 'KEEP_DAYS',
  'log-level': 'LOG_LEVEL',
} as const;

/** What a file may set: the options of `serve`, and the address of the database. */
const SETTINGS: readonly string[] = [
  ...Object.keys(VARIABLES),
  'allow-private-addresses',
  'data',
  'database-url',
];

const SWITCHES: readonly string[] = ['allow-private-addresses'];

/** Settings that a file may write as JSON numbers. */
const NUMBERS = 'port metrics-port simulator-speed drain-delay drain keep-days'.split(' ');

type Texts = Readonly<Record<string, string | undefined>>;

/** The file given with `--config` provides what flags and environment do not set. */
export function withFile(
  { config: path, ...flags }: Readonly<Record<string, string | boolean | undefined>>,
  environment: Texts,
) {
  if (typeof path !== 'string') return { kind: 'read' as const, flags, environment };
  if (path === '')
    return { kind: 'invalid' as const, message: settingFault('config', path, 'name a JSON file') };
  const read = readConfigFile(path);
  if (read.kind === 'invalid') return read;
  const { data, 'database-url': url, ...settings } = read.settings;
  if (data !== undefined && url !== undefined)
    return refuse(path, 'data and database-url are both given: remove one of them');
  const variables: Texts = VARIABLES;
  const open = Object.entries(settings).filter(([name]) => {
    const variable = variables[name];
    return flags[name] === undefined && (variable === undefined || environment[variable] === undefined);
  });
  const isPlaceOpen = flags.data === undefined && !environment.DATABASE_URL;
  return {
    kind: 'read' as const,
    flags: { ...flags, ...Object.fromEntries(open), ...(isPlaceOpen && data !== undefined ? { data } : {}) },
    environment: isPlaceOpen && typeof url === 'string' ? { ...environment, DATABASE_URL: url } : environment,
  };
}

/** What is wrong with a setting, by its name in its source: an option, an environment variable, or the file. */
export function withSource(
  message: string,
  { config: path, ...flags }: Readonly<Record<string, string | boolean | undefined>>,
  environment: Texts,
): string {
  const file = typeof path === 'string' ? `--config ${path}:` : undefined;
  if (message.startsWith('DATABASE_URL ') && !environment.DATABASE_URL && file)
    return message.replace('DATABASE_URL', `${file} database-url`);
  const name = /^--([a-z-]+) /.exec(message)?.[1] ?? '';
  const variable = (VARIABLES as Texts)[name];
  if (variable === undefined || flags[name] !== undefined) return message;
  if (environment[variable] !== undefined) return message.replace(`--${name}`, variable);
  return file ? `${file} ${message.slice(2)}` : message;
}

/** Reads a JSON file of settings. An unknown one is refused, with the name that was probably meant. */
function readConfigFile(path: string): FileRead {
  const file = readTextFile(path);
  if (file.kind !== 'read') return refuse(path, file.why);
  const { text } = file;
  let settings: unknown;
  try {
    settings = JSON.parse(text);
  } catch (error) {
    if (text.trim() === '') return refuse(path, `the file is empty; ${AN_OBJECT}`);
    return refuse(path, `the file is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (typeof settings !== 'object' || settings === null || Array.isArray(settings))
    return refuse(path, AN_OBJECT);
  return readSettings(path, settings);
}

const AN_OBJECT = 'it must be one JSON object, such as {"port": 8080}';

function readSettings(path: string, settings: object): FileRead {
  const read: Record<string, string | boolean> = {};
  for (const [name, value] of Object.entries(settings) as [string, unknown][]) {
    if (!SETTINGS.includes(name)) {
      const meant = closestName(name, SETTINGS);
      const hint = meant ? `Did you mean ${meant}?` : `The settings are ${SETTINGS.join(', ')}`;
      return refuse(path, `there is no setting "${name}". ${hint}`);
    }
    const fitting = fittingTypes(name);
    if (typeof value === 'boolean' && fitting.includes('boolean')) read[name] = value;
    else if (typeof value !== 'boolean' && fitting.includes(typeof value)) read[name] = String(value);
    else return refuse(path, `${name} must be ${WORDS[fitting[0]]}`);
  }
  return { kind: 'read', settings: read };
}

const WORDS = { boolean: 'true or false', number: 'a number', string: 'text' } as const;

function fittingTypes(name: string): readonly [keyof typeof WORDS, ...string[]] {
  if (SWITCHES.includes(name)) return ['boolean'];
  return NUMBERS.includes(name) ? ['number', 'string'] : ['string'];
}

function refuse(path: string, message: string): Extract<FileRead, { readonly kind: 'invalid' }> {
  return {
    kind: 'invalid',
    message: `--config ${path}: ${message.replace(/\.?$/, '')}${message.endsWith('?') ? '' : '.'}`,
  };
}
