import { isFileError } from '../../scripts/why-unwritten.ts';
import { closestName } from '../contract/names/closest-name.ts';
import { ModelsError } from '../own-models/models-error.ts';
import type { TaskKind } from './calls/tasks/task-usage.ts';
import { print, printError } from './command-line.ts';
import type { StoreCommand } from './commands/store-command.ts';
import { Refusal, toErrorText } from './options/refusal.ts';
import { printHelp } from './print-help.ts';
import { readVersion } from './read-version.ts';

export { guardOutput } from './guard-output.ts';

type Command = (args: readonly string[]) => Promise<number>;

const task = (kind: TaskKind): Command => {
  return async (args) => (await import('./calls/tasks/task-command.ts')).runTaskCommand(kind, args);
};

const onStore = (load: () => Promise<StoreCommand>): Command => {
  return async (args) => (await import('./commands/store-command.ts')).runStoreCommand(await load(), args);
};

/** Commands are loaded on demand, so that each starts without the dependencies of the others. */
const commands: ReadonlyMap<string, Command> = new Map<string, Command>([
  ['mock', async (args) => (await import('./commands/mock.ts')).runMock(args)],
  ['serve', async (args) => (await import('./commands/serve.ts')).runServe(args)],
  ['image', task('image')],
  ['video', task('video')],
  ['chat', async (args) => (await import('./calls/chat/chat-command.ts')).runChat(args)],
  ['keys', onStore(async () => (await import('./commands/keys.ts')).keysCommand)],
  ['groups', onStore(async () => (await import('./commands/groups.ts')).groupsCommand)],
  ['accounts', onStore(async () => (await import('./commands/accounts.ts')).accountsCommand)],
  ['ledger', onStore(async () => (await import('./commands/ledger.ts')).ledgerCommand)],
  ['tasks', onStore(async () => (await import('./commands/tasks.ts')).tasksCommand)],
  ['backup', async (args) => (await import('./commands/backup.ts')).runBackup(args)],
  ['callbacks', onStore(async () => (await import('./commands/callbacks.ts')).callbacksCommand)],
  ['init', async (args) => (await import('./contract/init.ts')).runInit(args)],
  ['check', async (args) => (await import('./contract/check.ts')).runCheck(args)],
  ['generate', async (args) => (await import('./contract/generate.ts')).runGenerate(args)],
  ['sdk', async (args) => (await import('./contract/sdk.ts')).runSdk(args)],
  ['docs', async (args) => (await import('./docs/docs-command.ts')).runDocs(args)],
  ['explain', async (args) => (await import('./commands/explain.ts')).runExplain(args)],
  ['conform', async (args) => (await import('./commands/conform.ts')).runConform(args)],
]);

const USAGE = `gatewright <command> [options]

Commands:
  mock       start a stateful mock gateway (memory store, simulated engine)
  serve      start the durable gateway (SQLite in a folder, or PostgreSQL)
  image      make an image with any gateway, and save it
  video      make a video
  chat       ask a text model
  keys       create, list, revoke and limit API keys of the durable gateway
  groups     define the groups of its keys
  accounts   list, credit and show its accounts
  ledger     compact old entries of its ledger
  tasks      list, show and cancel its tasks
  callbacks  list, show and resend its callbacks
  backup     back up its embedded database, even while it runs
  init       create a folder for your own models
  check      check the model files of a folder
  generate   write types, schemas and documents of the contract, including these models
  sdk        write a typed SDK for the contract, including these models
  docs       write the docs site: a page for each model, guides, reference
  explain    explain a requirement of the conformance suite, and how to check it by hand
  conform    test any gateway against the interface specification

  help       show this text, or with help COMMAND the options of a command
  version    show the version

Without a command, it starts the mock.
`;

/** Runs the command named by the first argument, `mock` by default; returns the exit code. */
export async function run(args: readonly string[]): Promise<number> {
  const [first = 'mock', ...rest] = args;
  if (VERSION.includes(first)) return refuseExtra(rest) ?? print(`gatewright ${await readVersion()}\n`);
  // `gatewright -h --port 80` asks for help as well.
  if (HELP.includes(first)) return help(first !== 'help' && rest[0]?.startsWith('-') ? [] : rest);
  const meant = first.startsWith('--') ? closestName(first, ['--version', '--help']) : undefined;
  if (meant) return printError(`Unknown option ${first}. Did you mean ${meant}? See: npx gatewright help\n`);
  return first.startsWith('-') ? runCommand('mock', args) : runCommand(first, rest);
}

/** One line says why a command does nothing. What the file system does not permit is no fault of this program either. */
async function runCommand(name: string, args: readonly string[]): Promise<number> {
  const command = commands.get(name);
  if (!command) return refuseCommand(name);
  try {
    return await command(args);
  } catch (error) {
    if (error instanceof Refusal) return printError(toErrorText(name, error));
    if (error instanceof ModelsError) return printError(`${error.message}\n`);
    if (isFileError(error)) return printError(`The command failed: ${error.message}.\n`);
    throw error;
  }
}

const VERSION: readonly string[] = ['--version', '-V', '-v', 'version'];
const HELP: readonly string[] = ['--help', '-h', 'help'];

async function help(args: readonly string[]): Promise<number> {
  const [name, ...extra] = args.filter((word) => !HELP.includes(word));
  const complaint = refuseExtra(name?.startsWith('-') ? [name] : extra);
  if (complaint !== undefined) return complaint;
  if (name === undefined || name === 'help') return printHelp(USAGE);
  if (name === 'version') return print('gatewright version: prints the version.\n');
  return runCommand(name, ['--help']);
}

/** The exit code, when there are arguments that nothing reads. */
function refuseExtra([extra]: readonly string[]): number | undefined {
  if (extra === undefined || HELP.includes(extra)) return undefined;
  const what = extra.startsWith('-') ? `Unknown option ${extra}` : `Unexpected argument "${extra}"`;
  return printError(`${what}. See: npx gatewright help\n`);
}

function refuseCommand(name: string): number {
  const known = [...commands.keys(), 'help', 'version'];
  const meant = closestName(name, known) ?? known.find((command) => name.startsWith(command));
  const suggestion = meant ? `Did you mean ${meant}? ` : '';
  return printError(`Unknown command "${name}". ${suggestion}See: npx gatewright help\n`);
}
