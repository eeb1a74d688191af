import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { generateMethods } from '../../scripts/sdk/python/generate-methods.ts';
import { callCommand } from './call-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatewright-sdk-command-'));
afterEach(() => void vi.unstubAllEnvs());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each([
  [
    ['sdk'],
    'Name a language: python, go, java, rust, csharp, kotlin, php, swift, ruby. See: npx gatewright help sdk',
  ],
  [['sdk', 'python'], 'Name the folder to write: --out DIR. See: npx gatewright help sdk'],
  [
    ['sdk', 'pyhton', '--out', 'x'],
    'There is no SDK for "pyhton", only for python, go, java, rust, csharp, kotlin, php, swift, ruby. Did you mean python? See: npx gatewright help sdk',
  ],
  [
    ['sdk', 'typescript', '--out', 'x'],
    'The SDK for TypeScript is the package @gatewright/client; for models of your own, gatewright generate writes its types. See: npx gatewright help sdk',
  ],
  [['sdk', 'python', 'go', '--out', 'x'], 'Unexpected argument "go". See: npx gatewright help sdk'],
  [['sdk', 'python', '--out', folder], `${folder} is not empty: name another folder with --out.`],
  [
    ['sdk', 'python', '--out', join(folder, 'a-file')],
    `${join(folder, 'a-file')} cannot be written: there is a file in the way. Name another folder with --out.`,
  ],
  [
    ['sdk', 'python', '--out', join(folder, 'new'), '--models', join(folder, 'none')],
    `${join(folder, 'none')}: there is no such folder.`,
  ],
])('refuses %j in one line', async (args, line) => {
  writeFileSync(join(folder, 'a-file'), '');
  expect(await callCommand(...args)).toEqual({ code: 2, out: '', err: `${line}\n` });
});

test.each(['java', 'mvn'])('says that openapi-generator needs %s', async (missing) => {
  const programs = join(folder, `without-${missing}`);
  mkdirSync(programs);
  if (missing !== 'java') writeFileSync(join(programs, 'java'), '#!/bin/sh\n', { mode: 0o755 });
  vi.stubEnv('PATH', programs);
  vi.stubEnv('XDG_CACHE_HOME', programs);
  const err = `${missing} is not installed, or not on the PATH.\n`;
  expect(await callCommand('sdk', 'swift', '--out', join(folder, 'swift'))).toEqual({
    code: 2,
    out: '',
    err,
  });
  expect(existsSync(join(folder, 'swift'))).toBe(false);
});

test('lists the languages that are tested, and those that are generated only', async () => {
  const { out } = await callCommand('sdk', '--help');
  expect(out).toMatch(/^ {2}tested: +python, go, java, rust$/m);
  expect(out).toMatch(/^ {2}not verified: +csharp, kotlin, php, swift, ruby$/m);
});

test('a description with quotes and backslashes is a docstring in Python', () => {
  const document = { components: { schemas: { Paper: { description: 'A """paper""" in C:\\ "' } } } };
  const operation = { id: 'createImage', path: '/v1/images', requests: ['Paper'] };
  expect(generateMethods(document, operation)).toContain(String.raw`"""A \"\"\"paper\"\"\" in C:\\ \""""`);
});
