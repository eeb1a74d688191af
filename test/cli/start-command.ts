import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { within } from '../support/until.ts';

/** A gatewright process. */
export interface Command extends AsyncDisposable {
  readonly child: ChildProcess;
  /** Everything written to standard output so far. */
  output(): string;
  errors(): string;
  /** Resolves when standard output holds a match. */
  printed(pattern: RegExp): Promise<RegExpExecArray>;
  /** Resolves when standard error holds a match. */
  told(pattern: RegExp): Promise<RegExpExecArray>;
  /** The exit code, or the name of the signal that ended it. */
  exit(): Promise<number | string | null>;
}

const main = fileURLToPath(new URL('../../bin/gatewright.cjs', import.meta.url));

/** Where a command runs, and what is added to its environment. */
export interface CommandPlace {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Starts `gatewright` with arguments; disposing it kills it. */
export function startCommand(...args: readonly string[]): Command {
  return startCommandIn({ cwd: process.cwd(), env: {} }, ...args);
}

/** The same in its own folder and environment. */
export function startCommandIn({ cwd, env }: CommandPlace, ...args: readonly string[]): Command {
  const child = spawn(process.execPath, [main, ...args], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const text = { out: '', err: '' };
  const watchers = new Set<() => void>();
  child.stdout.on('data', (chunk: Buffer) => {
    text.out += chunk;
    for (const watch of watchers) watch();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    text.err += chunk;
    for (const watch of watchers) watch();
  });
  const ended = new Promise<number | string | null>((resolve) => {
    child.once('close', (code, signal) => resolve(code ?? signal));
  });
  const holds = (name: 'out' | 'err', pattern: RegExp) => {
    const found = new Promise<RegExpExecArray>((resolve, reject) => {
      const watch = () => {
        const match = pattern.exec(text[name]);
        if (match) resolve(match);
      };
      watchers.add(watch);
      watch();
      void ended.then((code) => reject(new Error(`It ended with ${code}: ${text.out}${text.err}`)));
    });
    return within(`the command prints ${pattern}`, found);
  };
  return {
    child,
    output: () => text.out,
    errors: () => text.err,
    exit: () => within('the command ends', ended),
    printed: (pattern) => holds('out', pattern),
    told: (pattern) => holds('err', pattern),
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
