import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

/** A server process under measurement; disposing it kills it. */
export interface Child extends AsyncDisposable {
  /** The first line it prints; rejects when it exits before that. */
  firstLine(): Promise<string>;
  hasEnded(): boolean;
  /** Suspends it, so that it cannot disturb the measurement of another. */
  pause(): void;
  resume(): void;
  /** Resident memory in bytes; undefined where there is no /proc. */
  residentBytes(): number | undefined;
  /** Processor time used so far, user and system, in microseconds; undefined where there is no /proc. */
  cpuMicros(): number | undefined;
}

/** Where the output of a process goes, and what is added to its environment. */
export interface ChildOptions {
  readonly output: 'read' | 'dropped';
  readonly env?: Readonly<Record<string, string>>;
}

const TICK_MICROS = 10_000;

/** Starts a Node program with arguments; its standard error goes to ours, its standard output nowhere unless it is read. */
export function startChild(args: readonly string[], { output, env = {} }: ChildOptions): Child {
  const stdout = output === 'read' ? 'pipe' : 'ignore';
  const process = spawn(globalThis.process.execPath, args, {
    stdio: ['ignore', stdout, 'inherit'],
    env: { ...globalThis.process.env, ...env },
  });
  const end = () => process.kill('SIGKILL');
  globalThis.process.once('exit', end);
  const first = readFirstLine(process, args);
  first.catch(() => undefined); // whoever asks for the line is told
  return {
    firstLine: () => first,
    hasEnded: () => process.exitCode !== null || process.signalCode !== null,
    pause: () => void process.kill('SIGSTOP'),
    resume: () => void process.kill('SIGCONT'),
    residentBytes: () => readResident(process.pid),
    cpuMicros: () => readCpu(process.pid),
    async [Symbol.asyncDispose]() {
      globalThis.process.removeListener('exit', end);
      if (process.exitCode !== null || process.signalCode !== null) return;
      const ended = once(process, 'exit');
      end();
      await ended;
    },
  };
}

function readFirstLine(process: ChildProcess, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    if (!process.stdout) return reject(new Error('The output of the process is dropped.'));
    // The listener stays, so that later output is read and dropped: a full pipe would block the process.
    createInterface(process.stdout).on('line', resolve);
    process.once('error', reject);
    process.once('exit', (code) => reject(new Error(`node ${args.join(' ')} ended with ${code}.`)));
  });
}

function readResident(pid: number | undefined): number | undefined {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readProc(pid, 'status'))?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
}

function readCpu(pid: number | undefined): number | undefined {
  // The name in field 2 may contain spaces; utime and stime are fields 14 and 15.
  const fields = readProc(pid, 'stat').split(') ')[1]?.split(' ');
  return fields && (Number(fields[11]) + Number(fields[12])) * TICK_MICROS;
}

function readProc(pid: number | undefined, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
