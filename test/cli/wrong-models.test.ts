import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { callCommand } from './call-command.ts';
import { startCommandIn } from './start-command.ts';

const root = mkdtempSync(join(tmpdir(), 'gatewright-wrong-models-'));
const out = join(root, 'out');
const folder = join(root, 'models');
mkdirSync(folder);
const file = join(folder, 'Broken.json');
writeFileSync(file, '{"x": }');
afterAll(() => rmSync(root, { recursive: true, force: true }));

test('a model file that is not UTF-8 is named with the line', async () => {
  const latin = join(root, 'latin');
  mkdirSync(latin);
  writeFileSync(join(latin, 'Latin.json'), Buffer.from('{\n  "title": "Gr\xFC\xDFe"\n}', 'latin1'));
  const { code, out: told, err } = await callCommand('check', latin);
  expect(code).toBe(2);
  expect(told + err).toContain(`${join(latin, 'Latin.json')}:2: the file is not UTF-8: save it as UTF-8\n`);
});

test.each([
  ['check', folder],
  ['generate', '--models', folder, '--out', out],
  ['mock', '--models', folder],
  ['serve', '--models', folder, '--data', out],
  ['conform', 'http://127.0.0.1:1', '--models', folder],
  ['docs', '--models', folder, '--out', out],
  ['sdk', 'java', '--models', folder, '--out', out],
])('a wrong model file ends %s with 2, and is named with its line', async (...line) => {
  const { code, out: told, err } = await callCommand(...line);
  expect(code).toBe(2);
  expect(told + err).toContain(`${file}:1: a value is missing before "}"\n`);
  expect(err).toMatch(/1 problem/);
});

test('a model file with problems in the project does not keep an operator from creating a key', async () => {
  writeFileSync(join(root, 'gatewright.config.json'), '{"models": "models"}');
  await using command = startCommandIn(
    { cwd: root, env: { DATABASE_URL: '' } },
    ...['keys', 'create', '--models', 'house', '--data', join(root, 'data')],
  );
  expect(await command.exit()).toBe(0);
  expect(command.errors()).toBe('');
  expect(command.output()).toMatch(/ sk-[\w-]{43}\n/);
});
