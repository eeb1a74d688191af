import { spawn } from 'node:child_process';
import { resolve } from 'node:path';

/** The command line of this package. */
export const gatewright = resolve(import.meta.dirname, '../../../bin/gatewright.cjs');

/** A process that serves until it is disposed of. */
export interface Service extends AsyncDisposable {
  readonly baseUrl: string;
}

const PATIENCE_MS = 180_000;
const TAIL_CHARACTERS = 4000;

/**
 * Starts a program of Node with this process's own Node, and waits until it prints its address: the first group of `ready`.
 * Rejects with what it printed when it ends before, or when it says nothing for three minutes.
 */
export async function startService(command: readonly string[], ready: RegExp): Promise<Service> {
  const child = spawn(process.execPath, command, { env: environment(), stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<void>((fulfil) => child.once('close', () => fulfil()));
  const stop = (): void => void child.kill('SIGKILL');
  process.once('exit', stop);
  const end = async (): Promise<void> => {
    process.removeListener('exit', stop);
    stop();
    await ended;
  };
  let text = '';
  const address = new Promise<string>((fulfil, reject) => {
    const fail = (why: string): void =>
      reject(new Error(`${command.join(' ')} ${why}:\n${text.slice(-TAIL_CHARACTERS)}`));
    const timer = setTimeout(() => fail('is not ready'), PATIENCE_MS);
    const read = (chunk: Buffer): void => {
      if (text.length < 100_000) text += chunk;
      const found = ready.exec(text)?.[1];
      if (found === undefined) return;
      clearTimeout(timer);
      fulfil(found);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('close', () => {
      clearTimeout(timer);
      fail('has ended');
    });
  });
  try {
    return { baseUrl: await address, [Symbol.asyncDispose]: end };
  } catch (error) {
    await end();
    throw error;
  }
}

/** What a program printed, and how it ended. */
export interface Ended {
  readonly code: number;
  /** Standard output and errors, as they came. */
  readonly text: string;
}

/** How a program runs; `at` is its folder. */
export interface ProgramOptions {
  readonly minutes?: number;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly at?: string;
}

/** Runs a program to its end; after `minutes` it is killed, which gives an exit code other than 0. */
export async function runProgram(
  [program = '', ...rest]: readonly string[],
  { minutes = 10, env = {}, at }: ProgramOptions = {},
): Promise<Ended> {
  const child = spawn(program, rest, {
    env: { ...environment(), ...env },
    cwd: at,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true, // it leads a group of its own, which ends as a whole
  });
  const stop = (): void => endGroup(child.pid);
  process.once('exit', stop);
  const timer = setTimeout(stop, minutes * 60_000);
  let text = '';
  const read = (chunk: Buffer): void => {
    text += chunk;
  };
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  try {
    return await new Promise<Ended>((fulfil, reject) => {
      child.once('error', reject);
      child.once('close', (code, signal) =>
        fulfil({ code: code ?? 1, text: signal ? `${text}\n${program} was ended by ${signal}.` : text }),
      );
    });
  } finally {
    clearTimeout(timer);
    process.removeListener('exit', stop);
  }
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has already ended.
  }
}

/** Starts the mock of this package on its own port. */
export function startMock(options: readonly string[] = []): Promise<Service> {
  return startService([gatewright, 'mock', '--port', '0', '--json', ...options], /"baseUrl":"([^"]+)"/);
}

function environment(): NodeJS.ProcessEnv {
  return { ...process.env, DATABASE_URL: '', REDOCLY_TELEMETRY: 'off', NO_COLOR: '1' };
}
