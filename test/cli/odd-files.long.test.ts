import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startCommandIn } from './start-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatewright-odd-files-'));
const UNWRITTEN = 'its folder is not there, and cannot be made. Name another folder';

beforeAll(() => {
  mkdirSync(join(folder, 'project/gatewright.config.json'), { recursive: true });
  writeFileSync(
    join(folder, 'binary'),
    Buffer.from(Array.from({ length: 2000 }, (_, index) => 128 + (index % 64))),
  );
  if (process.platform !== 'win32') execFileSync('mkfifo', [join(folder, 'pipe')]);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What a command prints that is refused at once; in its own process, as a blocking read would stop this one. */
async function refused(line: string, cwd = folder): Promise<string> {
  await using command = startCommandIn({ cwd, env: {} }, ...line.split(' '));
  expect(await command.exit(), command.errors()).toBe(2);
  expect(command.output()).toBe('');
  return command.errors();
}

test.skipIf(process.platform === 'win32').each([
  ['serve --config pipe', '--config pipe: this is not a regular file. See: npx gatewright help serve'],
  [
    'serve --config /dev/zero',
    '--config /dev/zero: this is not a regular file. See: npx gatewright help serve',
  ],
  ['conform --target pipe', '--target pipe: the file cannot be read.'],
  ['conform http://127.0.0.1:1 --known-failing pipe', '--known-failing pipe: the file cannot be read.'],
])('a file that never ends is refused: %s', async (line, want) => {
  expect(await refused(line)).toBe(`${want}\n`);
});

test.each(['check', 'mock --port 0'])(
  'a folder in place of the project file is refused by %s',
  async (line) => {
    expect(await refused(line, join(folder, 'project'))).toMatch(
      /^gatewright\.config\.json: this is a folder\.( See: .*)?\n$/,
    );
  },
);

test('a target file of another kind is not printed as a whole', async () => {
  const told = await refused('conform --target binary');
  expect(told).toMatch(/^binary: the file must be an object with members; it is "[^\p{Cc}]{1,100}\n$/u);
});

test.skipIf(process.platform !== 'linux').each([
  ['init /proc/gatewright', `/proc/gatewright cannot be written: ${UNWRITTEN}.`],
  ['sdk go --out /proc/gatewright/go', `/proc/gatewright/go cannot be written: ${UNWRITTEN} with --out.`],
])('a folder that cannot be made is refused: %s', async (line, want) => {
  expect(await refused(line)).toBe(`${want}\n`);
});

test.skipIf(process.platform !== 'linux')('generate refuses a folder that cannot be made', async () => {
  const project = join(folder, 'models');
  await using init = startCommandIn({ cwd: folder, env: {} }, 'init', project);
  expect(await init.exit()).toBe(0);
  expect(await refused('generate --out /proc/gatewright', project)).toBe(
    `/proc/gatewright cannot be written: ${UNWRITTEN} with --out.\n`,
  );
});
