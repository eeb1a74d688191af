import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { callCommand } from './call-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatewright-sdk-command-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each([
  [['sdk'], 'Name a language: python, go, java, rust. See: npx gatewright help sdk'],
  [['sdk', 'python'], 'Name the folder to write: --out DIR. See: npx gatewright help sdk'],
  [
    ['sdk', 'pyhton', '--out', 'x'],
    'There is no SDK for "pyhton", only for python, go, java, rust. Did you mean python? See: npx gatewright help sdk',
  ],
  [['sdk', 'python', 'go', '--out', 'x'], 'Unexpected argument "go". See: npx gatewright help sdk'],
  [['sdk', 'python', '--out', folder], `${folder} is not empty: name another folder with --out.`],
  [
    ['sdk', 'python', '--out', join(folder, 'a-file')],
    `${join(folder, 'a-file')} cannot be written: there is a file of that name.`,
  ],
  [
    ['sdk', 'python', '--out', join(folder, 'new'), '--models', join(folder, 'none')],
    `${join(folder, 'none')}: there is no such folder.`,
  ],
])('refuses %j in one line', async (args, line) => {
  writeFileSync(join(folder, 'a-file'), '');
  expect(await callCommand(...args)).toEqual({ code: 2, out: '', err: `${line}\n` });
});
