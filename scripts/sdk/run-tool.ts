import { spawn } from 'node:child_process';
import { SdkError } from './sdk-error.ts';

const TAIL_CHARACTERS = 2000;

/** Runs a program in a folder to its end. Rejects with an `SdkError` that has the end of its output. */
export function runTool([program, ...args]: readonly [string, ...string[]], folder: string): Promise<void> {
  return new Promise((fulfil, reject) => {
    const child = spawn(program, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const gather = (chunk: Buffer) => {
      output = (output + chunk).slice(-TAIL_CHARACTERS);
    };
    child.stdout.on('data', gather);
    child.stderr.on('data', gather);
    child.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new SdkError(
          error.code === 'ENOENT' ? `${program} is not installed, or not on the PATH.` : error.message,
        ),
      ),
    );
    child.once('close', (code, signal) => {
      if (code === 0) fulfil();
      else
        reject(
          new SdkError(`${program} ${args.slice(0, 3).join(' ')} ended with ${code ?? signal}:\n${output}`),
        );
    });
  });
}
