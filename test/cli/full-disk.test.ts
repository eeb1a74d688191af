import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createOwnFolder } from '../own-models/own-folder.ts';
import { callCommand } from './call-command.ts';

/** Of a disk that is full, the system names no file. */
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  const writeFile: typeof real.writeFile = async (file, ...rest) => {
    if (!String(file).includes('gatewright-full-')) return real.writeFile(file, ...rest);
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), {
      code: 'ENOSPC',
      syscall: 'write',
    });
  };
  return { ...real, default: { ...real, writeFile }, writeFile };
});

test.each([
  ['sdk', 'python', '--out'],
  ['sdk', 'go', '--out'],
  ['generate', '--models', 'MODELS', '--out'],
])('a full disk is one line: %s %s', async (...args) => {
  const full = mkdtempSync(join(tmpdir(), 'gatewright-full-'));
  onTestFinished(() => rmSync(full, { recursive: true, force: true }));
  using own = await createOwnFolder();
  const out = join(full, 'out');
  const given = args.map((word) => (word === 'MODELS' ? join(own.cwd, 'models') : word));
  expect(await callCommand(...given, out)).toEqual({
    code: 2,
    out: '',
    err: `${out} cannot be written: the disk is full. Name another folder with --out.\n`,
  });
  expect(readdirSync(full).filter((name) => name !== 'out')).toEqual([]);
});

test.runIf(process.platform === 'linux')('a place where no folder can be is one line', async () => {
  expect(await callCommand('sdk', 'python', '--out', '/proc/sdk')).toEqual({
    code: 2,
    out: '',
    err: '/proc/sdk cannot be written: its folder is not there, and cannot be made. Name another folder with --out.\n',
  });
});
