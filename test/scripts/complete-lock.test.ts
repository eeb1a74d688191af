import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { completeLock } from '../../scripts/complete-lock.ts';

const lockFile = path.resolve(import.meta.dirname, '../../package-lock.json');

it('the lock file names every optional platform package, so that npm ci accepts it anywhere', async () => {
  const lock = JSON.parse(await readFile(lockFile, 'utf8'));
  expect(completeLock(lock)).toEqual([]);
});

it('the lock file names no registry host', async () => {
  expect(await readFile(lockFile, 'utf8')).not.toContain('"resolved"');
});

it('adds what is missing with its system, processor and C library', () => {
  const lock = {
    packages: {
      'node_modules/tool': {
        version: '1.0.0',
        dev: true,
        optionalDependencies: {
          '@tool/linux-x64': '1.0.0',
          '@tool/linux-arm64-musl': '1.0.0',
          '@tool/windows-x64': '1.0.0',
        },
      },
      'node_modules/@tool/linux-x64': { version: '1.0.0' },
    },
  };
  expect(completeLock(lock)).toEqual([
    'node_modules/@tool/linux-arm64-musl',
    'node_modules/@tool/windows-x64',
  ]);
  expect(lock.packages).toMatchObject({
    'node_modules/@tool/linux-arm64-musl': {
      os: ['linux'],
      cpu: ['arm64'],
      libc: ['musl'],
      dev: true,
      optional: true,
    },
    'node_modules/@tool/windows-x64': { os: ['win32'], cpu: ['x64'], version: '1.0.0' },
  });
});
