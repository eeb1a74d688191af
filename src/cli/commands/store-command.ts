import { createSecretBox } from '../../adapters/platform/create-secret-box.ts';
import type { DurableStore } from '../../adapters/store/durable-store.ts';
import { closestName } from '../../contract/names/closest-name.ts';
import { SealedError } from '../../gateway/ports/secret-box.ts';
import { UnavailableError } from '../../gateway/ports/unavailable.ts';
import {
  type DatabaseConfig,
  type Flags,
  readStoreConfig,
  type SqliteConfig,
} from '../../node/config/config.ts';
import { explainOpening, hasDatabase, openStore } from '../../node/open-durable.ts';
import { readCommandLine } from '../command-line.ts';
import { Refusal, refuse, refuseArguments, toErrorText } from '../options/refusal.ts';
import { fitHelp } from '../print-help.ts';

/** What a command prints: text for people, or the same as data for scripts. */
export interface Outcome {
  readonly text: string;
  readonly data: unknown;
  /** Warnings about something that was done but is probably a mistake, in one line each. */
  readonly warnings?: readonly string[];
}

/** Dependencies of an action. */
export interface ActionContext {
  readonly store: DurableStore;
  readonly flags: Flags;
  /** Words after the name of the action. */
  readonly words: readonly string[];
  /** Milliseconds since the Unix epoch. */
  readonly now: number;
}

/** An action of a command; `words` names its arguments, for messages. It throws a `Refusal` when it does nothing. */
export interface Action {
  readonly words: readonly string[];
  /** The options of the command that it reads. */
  readonly options?: readonly string[];
  /** Whether it creates the database if there is none. */
  readonly makesDatabase?: boolean;
  /** Refuses wrong options before anything is opened or created. */
  check?(flags: Flags): void;
  run(context: ActionContext): Promise<Outcome>;
}

/** A command that works on the database of a service. */
export interface StoreCommand {
  readonly name: string;
  readonly usage: string;
  readonly options: Readonly<Record<string, { readonly type: 'string' | 'boolean' }>>;
  readonly actions: Readonly<Record<string, Action>>;
}

const SHARED_OPTIONS = {
  config: { type: 'string' },
  data: { type: 'string' },
  json: { type: 'boolean' },
} as const;

/** The end of every usage text: the shared options, explained from a column on. */
export function sharedUsage(column: number, { hasAmounts = false } = {}): string {
  const options = [
    ['--data DIR', 'folder of the embedded database (default gatewright-data); serve may be running'],
    ['--config FILE', 'configuration file of the service, for its database'],
    ['--json', `print one JSON value instead of text${hasAmounts ? '; amounts are decimal strings' : ''}`],
    ['--help', 'show this text'],
  ];
  const lines = options.map(([option = '', does = '']) => `  ${option.padEnd(column)}${does}\n`);
  return `${lines.join('')}
Environment: DATABASE_URL=postgres://... selects a PostgreSQL database instead.
`;
}

/** The output of a command, captured instead of printed. */
export interface Printed {
  readonly code: 0 | 2;
  readonly out: string;
  readonly err: string;
}

/** Runs a command and prints its result; returns the exit code. */
export async function runStoreCommand(command: StoreCommand, args: readonly string[]): Promise<number> {
  const { code, out, err } = await answerStoreCommand(command, args);
  process.stdout.write(out);
  process.stderr.write(err);
  return code;
}

/** Runs the action named by the first word, on the database given by flags and environment. */
export async function answerStoreCommand(
  command: StoreCommand,
  args: readonly string[],
  environment?: Readonly<Record<string, string | undefined>>,
): Promise<Printed> {
  const { usage, options, actions } = command;
  try {
    const line = readCommandLine(args, { ...SHARED_OPTIONS, ...options }, Number.POSITIVE_INFINITY);
    const { flags } = line;
    if (flags.help) return { code: 0, out: fitHelp(usage, process.stdout.columns), err: '' };
    const [name = '', ...words] = line.words;
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
    if (!action) return refuseArguments(unknownAction(command, name));
    expectUse(action, { name, words, flags });
    const read = readStoreConfig(flags, environment);
    if (read.kind === 'invalid') return refuseArguments(read.message);
    const { database, secretKeys } = read.config;
    action.check?.(flags);
    if (!action.makesDatabase && database.kind === 'sqlite' && !(await hasDatabase(database)))
      refuse(noDatabase(database));
    const open = () => openStore(database, createSecretBox(secretKeys));
    const { text, data, warnings = [] } = await perform(action, { flags, words, open, database });
    const err = warnings.map((warning) => `${warning}\n`).join('');
    return { code: 0, out: flags.json ? `${JSON.stringify(data)}\n` : text, err };
  } catch (error) {
    if (error instanceof Refusal) return { code: 2, out: '', err: toErrorText(command.name, error) };
    throw error;
  }
}

function unknownAction({ name: command, actions }: StoreCommand, name: string): string {
  const all = Object.keys(actions);
  if (name === '') return `Specify an action: gatewright ${command} ${all.join(' | ')}.`;
  const meant = closestName(name, all);
  return `Unknown action "${name}" of ${command}. ${meant ? `Did you mean ${meant}?` : `The actions are ${all.join(', ')}.`}`;
}

/** Refuses missing and superfluous arguments. */
function expectUse(
  { words: wanted, options = [] }: Action,
  { name, words, flags }: { readonly name: string; readonly words: readonly string[]; readonly flags: Flags },
): void {
  if (words.length < wanted.length) refuseArguments(`"${name}" requires ${wanted.join(' and ')}.`);
  const extra = words[wanted.length];
  if (extra !== undefined) refuseArguments(`Unexpected argument "${extra}".`);
  const stray = Object.keys(flags).find((flag) => !(flag in SHARED_OPTIONS) && !options.includes(flag));
  if (stray !== undefined) refuseArguments(`"${name}" does not take --${stray}.`);
}

function noDatabase({ folder }: SqliteConfig): string {
  return `There is no database in the folder "${folder}". Specify the service's folder with --data, or create a database with: gatewright keys create`;
}

async function perform(
  action: Action,
  {
    open,
    database,
    ...given
  }: Pick<ActionContext, 'flags' | 'words'> & {
    readonly open: () => Promise<DurableStore>;
    readonly database: DatabaseConfig;
  },
): Promise<Outcome> {
  const store = await open().catch((error) => refuse(explainOpening(error, database)));
  try {
    return await action.run({ store, ...given, now: Date.now() });
  } catch (error) {
    if (error instanceof SealedError || error instanceof UnavailableError)
      return refuse(explainOpening(error, database));
    throw error;
  } finally {
    await store.close();
  }
}
