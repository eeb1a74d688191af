import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { createOwnFolder } from '../own-models/own-folder.ts';
import { callCommand } from './call-command.ts';
import { startCommandIn } from './start-command.ts';

/** A module that makes a folder full for the process that loads it. Of a full disk, the system names no file. */
function fullDisk(folder: string): string {
  return `import { syncBuiltinESMExports } from 'node:module';
import fs from 'node:fs/promises';
const { writeFile } = fs;
fs.writeFile = async (file, ...rest) => {
  if (!String(file).includes(${JSON.stringify(folder)})) return writeFile(file, ...rest);
  throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' });
};
syncBuiltinESMExports();
`;
}

test.each([
  ['sdk', 'python', '--out'],
  ['sdk', 'go', '--out'],
  ['generate', '--models', 'MODELS', '--out'],
])('a full disk is one line: %s %s', async (...args) => {
  const full = mkdtempSync(join(tmpdir(), 'gatewright-full-'));
  onTestFinished(() => rmSync(full, { recursive: true, force: true }));
  using own = await createOwnFolder();
  const hook = join(own.cwd, 'full-disk.mjs');
  writeFileSync(hook, fullDisk(full));
  const out = join(full, 'out');
  const given = args.map((word) => (word === 'MODELS' ? join(own.cwd, 'models') : word));
  const env = { NODE_OPTIONS: `--import=${pathToFileURL(hook)}` };
  await using command = startCommandIn({ cwd: tmpdir(), env }, ...given, out);
  expect(await command.exit()).toBe(2);
  expect(command.errors()).toBe(
    `${out} cannot be written: the disk is full. Name another folder with --out.\n`,
  );
  expect(command.output()).toBe('');
  expect(readdirSync(full).filter((name) => name !== 'out')).toEqual([]);
});

test.runIf(process.platform === 'linux')('a place where no folder can be is one line', async () => {
  expect(await callCommand('sdk', 'python', '--out', '/proc/sdk')).toEqual({
    code: 2,
    out: '',
    err: '/proc/sdk cannot be written: its folder is not there, and cannot be made. Name another folder with --out.\n',
  });
});
