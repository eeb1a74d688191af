import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { callCommand } from './call-command.ts';

const out = join(tmpdir(), 'gatewright-no-site');

test.each<[string, { given: readonly string[]; want: RegExp }]>([
  ['no folder', { given: [], want: /^Name the folder to write: --out DIR\./ }],
  ['an empty folder name', { given: ['--out', ''], want: /^Name the folder to write/ }],
  ['a word too many', { given: ['site'], want: /^Unexpected argument "site"\./ }],
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
