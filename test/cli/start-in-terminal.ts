import { spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { within } from '../support/until.ts';

const main = fileURLToPath(new URL('../../bin/gatewright.cjs', import.meta.url));

/** Whether there is a program that runs another in its own terminal: `script` of util-linux. */
export const hasTerminal = process.platform === 'linux' && spawnSync('script', ['--version']).status === 0;

/** A gatewright process in a terminal, which shows standard output and standard error as one text. */
export interface TerminalCommand {
  /** Resolves when the terminal shows a match. */
  shows(pattern: RegExp): Promise<RegExpExecArray>;
  /** Types text, such as `y\n`, or the character of Ctrl-C. */
  type(text: string): void;
  /** The exit code. */
  exit(): Promise<number | null>;
  /** Everything shown so far; the character that begins a control sequence is `<esc>`. */
  screen(): string;
}

/** Starts `gatewright` with arguments that need no quoting. */
export function startInTerminal(
  args: readonly string[],
  { env, columns }: { readonly env: Readonly<Record<string, string>>; readonly columns: number },
): TerminalCommand {
  const line = [`stty cols ${columns};`, process.execPath, main, ...args.map((arg) => `'${arg}'`)].join(' ');
  const child = spawn('script', ['--quiet', '--return', '--command', line, '/dev/null'], {
    env: { ...process.env, TERM: 'xterm', ...env },
  });
  onTestFinished(() => void child.kill());
  let screen = '';
  const watchers = new Set<() => void>();
  child.stdout.on('data', (chunk: Buffer) => {
    screen += String(chunk).replaceAll('\u001b', '<esc>');
    for (const watch of watchers) watch();
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return {
    screen: () => screen,
    type: (text) => void child.stdin.write(text),
    exit: () => within('the command ends', ended),
    shows: (pattern) => {
      const found = new Promise<RegExpExecArray>((resolve, reject) => {
        const watch = () => {
          const match = pattern.exec(screen);
          if (match) resolve(match);
        };
        watchers.add(watch);
        watch();
        void ended.then((code) => reject(new Error(`It ended with ${code}: ${screen}`)));
      });
      return within(`the terminal shows ${pattern}`, found);
    },
  };
}
