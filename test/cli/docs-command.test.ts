import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { whyNoSiteFolder } from '../../scripts/docs/build/site-folder.ts';
import { callCommand } from './call-command.ts';

const out = join(tmpdir(), 'gatewright-no-site');

test.each<[string, { given: readonly string[]; want: RegExp }]>([
  ['no folder', { given: [], want: /^Name the folder to write: --out DIR\./ }],
  ['an empty folder name', { given: ['--out', ''], want: /^Name the folder to write/ }],
  ['a word too many', { given: ['site'], want: /^Unexpected argument "site"\./ }],
  ['two folders to serve', { given: ['--serve', 'a', 'b'], want: /^Unexpected argument "b"\./ }],
  ['a port of nothing', { given: ['--out', out, '--port', '80'], want: /^--port is for --serve\./ }],
  ['a port that is none', { given: ['--serve', '--port', '70000'], want: /^--port .*from 0 to 65535/ }],
  [
    'to build what is served as it is',
    {
      given: ['--serve', 'a', '--title', 'A'],
      want: /^--title is for a new site, and a is served as it is\./,
    },
  ],
  [
    'an address without a scheme',
    { given: ['--out', out, '--url', 'docs.example.com'], want: /^--url must be an http/ },
  ],
  [
    'models that are not there',
    { given: ['--out', out, '--models', 'nowhere'], want: /^nowhere: there is no such folder\.$/m },
  ],
])('docs refuses %s', async (_name, { given, want }) => {
  const { code, err } = await callCommand('docs', ...given);
  expect(code).toBe(2);
  expect(err).toMatch(want);
});

test.each([
  ['a name that is too long', `${'a'.repeat(300)}`, 'the name is too long'],
  ['a folder in a file', 'package.json/site', 'there is a file in the way'],
])('docs refuses %s', async (_name, folder, why) => {
  const { code, err } = await callCommand('docs', '--out', folder);
  expect(code).toBe(2);
  expect(err).toBe(`${folder} cannot be written: ${why}. Name another folder with --out.\n`);
});

test('docs keeps a folder that it did not write', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatewright-other-files-'));
  writeFileSync(join(folder, 'index.html'), '<title>Mine</title>');
  expect(await callCommand('docs', '--out', folder)).toEqual({
    code: 2,
    out: '',
    err: `${folder} has files that gatewright docs did not write, and would lose them: name another folder with --out.\n`,
  });
  expect(readFileSync(join(folder, 'index.html'), 'utf8')).toBe('<title>Mine</title>');
  rmSync(folder, { recursive: true });
});

test('docs keeps the current folder, given as . or as an empty path', async () => {
  for (const here of ['', '.']) expect(await whyNoSiteFolder(here)).toMatch(/^\.? ?has files/);
});
