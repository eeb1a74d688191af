import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { accountsCommand } from '../../src/cli/commands/accounts.ts';
import { callbacksCommand } from '../../src/cli/commands/callbacks.ts';
import { groupsCommand } from '../../src/cli/commands/groups.ts';
import { keysCommand } from '../../src/cli/commands/keys.ts';
import { ledgerCommand } from '../../src/cli/commands/ledger.ts';
import { answerStoreCommand } from '../../src/cli/commands/store-command.ts';
import { tasksCommand } from '../../src/cli/commands/tasks.ts';
import { within } from '../support/until.ts';

const run = promisify(execFile);
const main = fileURLToPath(new URL('../../bin/gatewright.cjs', import.meta.url));

/** Where a service keeps its data: options of the command and variables of its environment. */
export interface Place {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** A `gatewright serve` process. Disposing it kills it. */
export interface Service extends AsyncDisposable {
  readonly child: ChildProcess;
  readonly baseUrl: string;
  /** Everything written to standard output and error so far. */
  output(): string;
  /** Resolves with the first log line, past or future, that has this message. */
  logged(message: string): Promise<Readonly<Record<string, unknown>>>;
  /** The exit code, or the name of the signal that ended it. */
  exit(): Promise<number | string | null>;
}

/** What a command printed, and its code. */
export interface Printed {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** A folder for this test, removed at its end. */
export function temporaryFolder(): Disposable & { readonly place: Place; readonly folder: string } {
  const folder = mkdtempSync(join(tmpdir(), 'gatewright-serve-'));
  return {
    folder,
    place: { args: ['--data', folder], env: {} },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Runs a command to its end, in its own process. */
export async function runCommand({ args: where, env }: Place, ...args: readonly string[]): Promise<Printed> {
  const options = { env: { ...process.env, DATABASE_URL: '', ...env } };
  try {
    const { stdout, stderr } = await run(process.execPath, [main, ...args, ...where], options);
    return { code: 0, out: stdout, err: stderr };
  } catch (error) {
    // What execFile rejects with when the program ends with a code other than zero.
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, out: stdout, err: stderr };
  }
}

const storeCommands = {
  accounts: accountsCommand,
  callbacks: callbacksCommand,
  groups: groupsCommand,
  keys: keysCommand,
  ledger: ledgerCommand,
  tasks: tasksCommand,
} as const;

/** Runs a command on the database of a place, in this process. */
export function answerCommand(
  { args: where, env }: Place,
  name: keyof typeof storeCommands,
  ...args: readonly string[]
): Promise<Printed> {
  return answerStoreCommand(storeCommands[name], [...args, ...where], env);
}

/** Runs such a command with `--json`; it must succeed. Returns its parsed output. */
export async function runForData<Data>(
  place: Place,
  name: keyof typeof storeCommands,
  ...args: readonly string[]
): Promise<Data> {
  const { code, out, err } = await answerCommand(place, name, ...args, '--json');
  if (code !== 0) throw new Error(`${name} ${args.join(' ')} ended with ${code}: ${err}`);
  return JSON.parse(out) as Data; // the test names the shape it expects
}

/** Starts a service on a free port, without a drain delay unless it is given one, and waits until it is ready. */
export function startService(place: Place, ...args: readonly string[]): Promise<Service> {
  return startServiceBy([process.execPath, main], place, ...args);
}

/** The same with a program other than this checkout's, given as its path and first arguments. */
export async function startServiceBy(
  [program, ...first]: readonly [string, ...string[]],
  place: Place,
  ...args: readonly string[]
): Promise<Service> {
  const child = spawn(program, [...first, 'serve', '--port', '0', ...place.args, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, DATABASE_URL: '', DRAIN_DELAY_SECONDS: '0', ...place.env },
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const lines: Record<string, unknown>[] = [];
  const watchers = new Set<() => void>();
  let text = '';
  createInterface(child.stdout).on('line', (line) => {
    text += `${line}\n`;
    lines.push(JSON.parse(line) as Record<string, unknown>); // the log is one object a line
    for (const watch of watchers) watch();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    text += chunk;
  });
  const ended = new Promise<number | string | null>((resolve) => {
    child.once('close', (code, signal) => resolve(code ?? signal));
  });
  const logged = (message: string) => {
    const found = new Promise<Readonly<Record<string, unknown>>>((resolve, reject) => {
      const watch = () => {
        const line = lines.find(({ msg }) => msg === message);
        if (line) resolve(line);
      };
      watchers.add(watch);
      watch();
      void ended.then((code) => reject(new Error(`It ended with ${code}: ${text}`)));
    });
    return within(`the service logs "${message}"`, found);
  };
  const { url } = await logged('listening');
  return {
    child,
    baseUrl: String(url),
    output: () => text,
    logged,
    exit: () => within('the service ends', ended),
    async [Symbol.asyncDispose]() {
      process.removeListener('exit', kill);
      kill();
      await ended;
    },
  };
}
