import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const main = fileURLToPath(new URL('../../bin/gatewright.cjs', import.meta.url));
const FULL = '/dev/full';

/** Runs a command until it ends, or says something on standard error; its standard output is a file, or nobody reads it. */
function runInto(output: number | undefined, args: readonly string[]) {
  const child = spawn(process.execPath, [main, ...args], { stdio: ['ignore', output ?? 'pipe', 'pipe'] });
  child.stdout?.destroy();
  return new Promise<{ readonly code: number | null; readonly err: string }>((resolve) => {
    let err = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      err += chunk;
    });
    child.once('close', (code) => resolve({ code, err }));
  });
}

test.each([['help'], ['version'], ['help image'], ['explain GW-IMG-SXP-012']])(
  'a reader who leaves is no failure: %s',
  async (line) => {
    expect(await runInto(undefined, line.split(' '))).toEqual({ code: 0, err: '' });
  },
);

test.runIf(existsSync(FULL)).each([['help'], ['explain GW-IMG-SXP-012']])(
  'an output that cannot be written is one line: %s',
  async (line) => {
    const output = openSync(FULL, 'w');
    const { code, err } = await runInto(output, line.split(' '));
    closeSync(output);
    expect({ code, err }).toEqual({
      code: 2,
      err: 'Standard output cannot be written: the disk is full.\n',
    });
  },
);
