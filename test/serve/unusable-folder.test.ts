import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { callCommand } from '../cli/call-command.ts';
import { canMount, fillDisk, mountDisk } from '../support/small-disk.ts';
import { PATIENCE_MS } from '../support/until.ts';

const main = fileURLToPath(new URL('../../bin/gatewright.cjs', import.meta.url));
const isRoot = process.getuid?.() === 0;
const NOBODY = 65_534;

interface Ended {
  readonly code: number | string | null | undefined;
  readonly err: string;
}

/** Runs `serve` on a folder until it ends. */
async function serve(folder: string): Promise<Ended> {
  const { code, err } = await callCommand('serve', '--port', '0', '--data', folder);
  return { code, err };
}

/** The same in its own process, as another user. */
function serveAs(user: number, folder: string): Promise<Ended> {
  const options = {
    timeout: PATIENCE_MS,
    killSignal: 'SIGKILL' as const,
    uid: user,
    gid: user,
  };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [main, 'serve', '--port', '0', '--data', folder],
      options,
      (error, _out, err) => resolve({ code: error?.signal ?? error?.code, err }),
    );
  });
}

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gatewright-folder-'));
  chmodSync(folder, 0o755);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const refusal = (folder: string, reason: string): Ended => ({
  code: 2,
  err: `The database cannot be used: the folder "${folder}" cannot hold it: ${reason}. Name another with --data.\n`,
});

test.skipIf(!existsSync('/proc/self'))('says that a folder cannot be made below /proc', async () => {
  expect(await serve('/proc/x')).toEqual(refusal('/proc/x', 'it cannot be created there'));
  expect(await serve('/proc/x/y')).toEqual(refusal('/proc/x/y', 'it cannot be created there'));
});

test('reports a file in place of the folder, or in its path', async () => {
  const file = join(temporary(), 'data');
  writeFileSync(file, 'a file');
  expect(await serve(file)).toEqual(refusal(file, 'there is a file of this name'));
  const below = join(file, 'below');
  expect(await serve(below)).toEqual(refusal(below, 'a part of its path is a file'));
});

test('reports a folder in place of the database file', async () => {
  const folder = temporary();
  mkdirSync(join(folder, 'gatewright.db'));
  expect(await serve(folder)).toEqual(refusal(folder, 'there is a folder in place of its database file'));
});

test.skipIf(!isRoot)('reports a folder of another user', async () => {
  const folder = temporary();
  const reason = 'this user may not write there';
  expect(await serveAs(NOBODY, folder)).toEqual(refusal(folder, reason));
  expect(await serveAs(NOBODY, join(folder, 'new'))).toEqual(refusal(join(folder, 'new'), reason));
});

test.skipIf(!canMount)('reports a full disk', async () => {
  const folder = mountDisk('size=64k');
  fillDisk(folder);
  expect(await serve(folder)).toEqual(refusal(folder, 'the disk is full'));
});

test.skipIf(!canMount)('reports a read-only file system', async () => {
  const folder = mountDisk('size=1m,ro');
  expect(await serve(folder)).toEqual(refusal(folder, 'the file system is read-only'));
});
