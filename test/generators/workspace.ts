import { type ChildProcess, spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { cp } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { delimiter, join, resolve } from 'node:path';

const MINUTE_MS = 60_000;
const LOW_PRIORITY = 10;
const TAIL_CHARACTERS = 4_000;

/** The folder of the programs that use the clients. */
const PROGRAMS = resolve(import.meta.dirname, 'programs');

/** A command that failed; the message has the end of its output. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** A folder for one third-party tool, with the commands that run in it. */
export interface Workspace {
  readonly folder: string;
  /** A permanent folder, for tools that are fetched once. */
  readonly cache: string;
  /** Runs a command in the folder, or in `at` below it, and returns its standard output. Rejects with a `CommandError`. */
  run(command: readonly string[], options?: RunOptions): Promise<string>;
  /** Copies a file of `programs/` into the folder. */
  copy(program: string, to: string): Promise<void>;
}

/** How a command is run. */
export interface RunOptions {
  readonly at?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly minutes?: number;
}

/** A workspace in `folder`; `tell` is called with each command before it runs. */
export function createWorkspace({
  tell,
  ...place
}: Pick<Workspace, 'folder' | 'cache'> & { tell(command: string): void }): Workspace {
  return {
    ...place,
    copy: (program, to) => cp(join(PROGRAMS, program), join(place.folder, to), { recursive: true }),
    run: ([program = '', ...rest], { at = '.', env = {}, minutes = 10 } = {}) => {
      tell([program, ...rest].join(' '));
      const child = spawn(program, rest, {
        cwd: join(place.folder, at),
        env: { ...process.env, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: true,
      });
      return finish(child, minutes * MINUTE_MS);
    },
  };
}

/** Whether the machine has a program of that name. */
export function isHere(program: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

function finish(child: ChildProcess, patienceMs: number): Promise<string> {
  const text = { out: '', all: '' };
  child.stdout?.on('data', (chunk: Buffer) => {
    text.out += chunk;
    text.all += chunk;
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    text.all += chunk;
  });
  return new Promise((fulfil, reject) => {
    const stop = () => end(child);
    const timer = setTimeout(stop, patienceMs);
    process.once('exit', stop);
    child.once('spawn', () => lower(child));
    child.once('error', (error) => reject(new CommandError(error.message)));
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      process.removeListener('exit', stop);
      if (code === 0) fulfil(text.out);
      else reject(new CommandError(`ended with ${code ?? signal}:\n${text.all.slice(-TAIL_CHARACTERS)}`));
    });
  });
}

/** Compilers must not slow down other work on the machine. */
function lower({ pid }: ChildProcess): void {
  if (pid !== undefined) setPriority(pid, LOW_PRIORITY);
}

/** Ends the command and everything that it started: it leads its own process group. */
function end({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has already ended.
  }
}
