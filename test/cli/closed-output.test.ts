import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { freePort } from '../support/loopback.ts';
import { within } from '../support/until.ts';

const main = fileURLToPath(new URL('../../bin/gatewright.cjs', import.meta.url));
const FULL = '/dev/full';

/** Runs a command until it ends, with a file as its standard output. */
function runInto(output: number, args: readonly string[]) {
  const child = spawn(process.execPath, [main, ...args], { stdio: ['ignore', output, 'pipe'] });
  return new Promise<{ readonly code: number | null; readonly err: string }>((resolve) => {
    let err = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      err += chunk;
    });
    child.once('close', (code) => resolve({ code, err }));
  });
}

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

test('exits with 0 when its reader closes the output, as head does', async () => {
  const child = spawn(process.execPath, [main, 'help'], { stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.destroy();
  let err = '';
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk;
  });
  const code = await within('the command ends', new Promise((resolve) => child.once('close', resolve)));
  expect({ code, err }).toEqual({ code: 0, err: '' });
});

test.runIf(existsSync(FULL))(
  'a service whose log cannot be written says so once, answers, and stops',
  async () => {
    const data = mkdtempSync(join(tmpdir(), 'gatewright-unlogged-'));
    const output = openSync(FULL, 'w');
    const port = await freePort();
    const args = ['serve', '--data', data, '--port', String(port), '--drain-delay', '0'];
    const child = spawn(process.execPath, [main, ...args], { stdio: ['ignore', output, 'pipe'] });
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    let err = '';
    const isTold = new Promise<void>((resolve) => {
      child.stderr?.on('data', (chunk: Buffer) => {
        err += chunk;
        resolve();
      });
    });
    try {
      await within('the service says that its log cannot be written', isTold);
      for (let asked = 0; asked < 3; asked += 1) {
        const answer = await fetch(`http://127.0.0.1:${port}/v1/models`, {
          signal: AbortSignal.timeout(5000),
        });
        expect(answer.status).toBe(401);
      }
      child.kill('SIGTERM');
      expect(await within('the service ends', ended)).toBe(0);
      expect(err).toBe('The log cannot be written: the disk is full.\n');
    } finally {
      child.kill('SIGKILL');
      closeSync(output);
      rmSync(data, { recursive: true });
    }
  },
);

test('a service whose log is not read answers, and stops', async () => {
  const data = mkdtempSync(join(tmpdir(), 'gatewright-unread-'));
  const port = await freePort();
  const args = ['serve', '--data', data, '--port', String(port), '--drain-delay', '0'];
  const child = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  try {
    await within('the service listens', new Promise((resolve) => child.stdout.once('readable', resolve)));
    const ask = async () => (await fetch(`http://127.0.0.1:${port}/v1/models`)).status;
    // Each request is a line: more than pipe and buffers hold.
    for (let batch = 0; batch < 30; batch += 1)
      expect(new Set(await Promise.all(Array.from({ length: 50 }, ask)))).toEqual(new Set([401]));
    child.kill('SIGTERM');
    expect(await within('the service ends', ended)).toBe(0);
  } finally {
    child.kill('SIGKILL');
    rmSync(data, { recursive: true });
  }
});
