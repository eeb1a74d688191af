import { createSecretBox } from '../../adapters/platform/create-secret-box.ts';
import type { DurableStore } from '../../adapters/store/durable-store.ts';
import { closestName } from '../../contract/names/closest-name.ts';
import { SealedError } from '../../gateway/ports/secret-box.ts';
import { UnavailableError } from '../../gateway/ports/unavailable.ts';
import { type Flags, readStoreConfig, type SqliteConfig } from '../../node/config/config.ts';
import { explainOpening, hasDatabase, openStore } from '../../node/open-durable.ts';
import { readCommandLine } from '../command-line.ts';

/** The result of a command: text for people and the same as data for scripts, or why it did nothing. */
export type Outcome =
  | {
      readonly kind: 'done';
      readonly text: string;
      readonly data: unknown;
      /** A warning about something that was done but is probably a mistake, in one line. */
      readonly warning?: string | undefined;
    }
  | { readonly kind: 'refused'; readonly message: string };

/** Dependencies of an action. */
export interface ActionContext {
  readonly store: DurableStore;
  readonly flags: Flags;
  /** Words after the name of the action. */
  readonly words: readonly string[];
  /** Milliseconds since the Unix epoch. */
  readonly now: number;
}

/** An action of a command; `words` names its arguments, for messages. */
export interface Action {
  readonly words: readonly string[];
  /** The options of the command that it reads. */
  readonly options?: readonly string[];
  /** Whether it creates the database if there is none. */
  readonly makesDatabase?: boolean;
  /** What is wrong with the options, before anything is opened or created. */
  check?(flags: Flags): string | undefined;
  run(context: ActionContext): Promise<Outcome>;
}

/** A command that works on the database of a service. */
export interface StoreCommand {
  readonly name: string;
  readonly usage: string;
  readonly options: Readonly<Record<string, { readonly type: 'string' | 'boolean' }>>;
  readonly actions: ReadonlyMap<string, Action>;
}

const SHARED_OPTIONS = {
  config: { type: 'string' },
  data: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** Fails with a message. */
export function refuse(message: string): Outcome {
  return { kind: 'refused', message };
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
  const line = readCommandLine(args, { ...SHARED_OPTIONS, ...options });
  if (line.kind === 'invalid') return refuseLine(command, line.message);
  const { flags } = line;
  if (flags.help) return { code: 0, out: usage, err: '' };
  const [name = '', ...words] = line.words;
  const action = actions.get(name);
  if (!action) return refuseLine(command, unknownAction(command, name));
  const misuse = findMisuse(action, { name, words, flags });
  if (misuse !== undefined) return refuseLine(command, misuse);
  const read = readStoreConfig(flags, environment);
  if (read.kind === 'invalid') return refuseLine(command, read.message);
  const { database, secretKeys } = read.config;
  const fault = action.check?.(flags);
  if (fault !== undefined) return refusal(`${fault}\n`);
  if (!action.makesDatabase && database.kind === 'sqlite' && !(await hasDatabase(database)))
    return refusal(noDatabase(database));
  const open = () => openStore(database, createSecretBox(secretKeys));
  const outcome = await perform(action, { flags, words, open });
  if (outcome.kind === 'refused') return refusal(`${outcome.message}\n`);
  const err = outcome.warning === undefined ? '' : `${outcome.warning}\n`;
  return { code: 0, out: flags.json ? `${JSON.stringify(outcome.data)}\n` : outcome.text, err };
}

function unknownAction({ name: command, actions }: StoreCommand, name: string): string {
  const all = [...actions.keys()];
  if (name === '') return `Specify an action: gatewright ${command} ${all.join(' | ')}.`;
  const meant = closestName(name, all);
  return `Unknown action "${name}" of ${command}. ${meant ? `Did you mean ${meant}?` : `The actions are ${all.join(', ')}.`}`;
}

/** Which arguments are missing or superfluous; undefined when none are. */
function findMisuse(
  { words: wanted, options = [] }: Action,
  { name, words, flags }: { readonly name: string; readonly words: readonly string[]; readonly flags: Flags },
): string | undefined {
  if (words.length < wanted.length) return `"${name}" requires ${wanted.join(' and ')}.`;
  const extra = words[wanted.length];
  if (extra !== undefined) return `Unexpected argument "${extra}".`;
  const stray = Object.keys(flags).find((flag) => !(flag in SHARED_OPTIONS) && !options.includes(flag));
  return stray && `"${name}" does not take --${stray}.`;
}

function noDatabase({ folder }: SqliteConfig): string {
  return `There is no database in the folder "${folder}". Specify the service's folder with --data, or create a database with: gatewright keys create\n`;
}

function refuseLine({ name }: StoreCommand, message: string): Printed {
  return refusal(`${message} See: gatewright help ${name}\n`);
}

function refusal(err: string): Printed {
  return { code: 2, out: '', err };
}

async function perform(
  action: Action,
  {
    flags,
    words,
    open,
  }: {
    readonly flags: Flags;
    readonly words: readonly string[];
    readonly open: () => Promise<DurableStore>;
  },
): Promise<Outcome> {
  let store: DurableStore;
  try {
    store = await open();
  } catch (error) {
    return refuse(explainOpening(error));
  }
  try {
    return await action.run({ store, flags, words, now: Date.now() });
  } catch (error) {
    if (error instanceof SealedError || error instanceof UnavailableError)
      return refuse(explainOpening(error));
    throw error;
  } finally {
    await store.close();
  }
}
