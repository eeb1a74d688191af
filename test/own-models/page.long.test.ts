import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { startMock } from '../../src/node/programs/start-mock.ts';
import { startCommandIn } from '../cli/start-command.ts';
import { readBlocks } from '../readme/markdown-blocks.ts';
import { freePort } from '../support/loopback.ts';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/your-own-models.md'), 'utf8');
const blocks = readBlocks(page);
const folder = mkdtempSync(join(tmpdir(), 'gatewright-own-models-page-'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What the blocks are run with: `npx gatewright` is the program of this checkout. */
const session = `set -euo pipefail
npx() { shift; "$NODE" "$PROGRAM" "$@"; }
node() { "$NODE" "$@"; }
`;
const port = await freePort();

function commands(pattern: RegExp): string {
  const found = blocks.filter(({ language, text }) => language === 'sh' && pattern.test(text));
  return found.map(({ text }) => text.replaceAll('9080', String(port))).join('');
}

const env = () => ({
  NODE: process.execPath,
  PROGRAM: join(root, 'bin/gatewright.cjs'),
  XDG_CACHE_HOME: join(folder, 'cache'),
});

/** The program of the page that imports a file, with the client of this checkout. */
function inProject(file: string): string {
  const found = blocks.find(({ language, text }) => language === 'ts' && text.includes(file));
  return (found?.text ?? '')
    .replace("'@gatewright/client/estimate'", `'${join(root, 'src/client/estimate/index.ts')}'`)
    .replace("'@gatewright/client'", `'${join(root, 'src/client/index.ts')}'`);
}

async function paste(text: string, cwd = folder): Promise<string> {
  return (await run('bash', ['-c', `${session}${text}`], { cwd, env: { ...process.env, ...env() } })).stdout;
}

test('every command of the page does what it says, in order', async () => {
  const cwd = join(folder, 'our-models');
  expect(await paste(commands(/gatewright init/))).toMatch(/1 model, no problems\.\n$/);
  {
    const [, , ...words] = commands(/gatewright mock/)
      .trim()
      .split(' ');
    await using mock = startCommandIn({ cwd, env: env() }, ...words);
    await mock.printed(/ready/);
    expect(JSON.parse(await paste(commands(/curl/), cwd))).toMatchObject({ code: 200 });
    expect(await paste(commands(/gatewright conform/), cwd)).toMatch(/^Passed: /m);
  }
  expect(await paste(commands(/gatewright generate/), cwd)).toMatch(/^generated: \d+ files/);
  {
    await using mock = await startMock({ models: join(cwd, 'models'), speed: 100 });
    await writeFile(
      join(cwd, 'call.mts'),
      inProject('generated/model-types.ts').replace(/http:[^']+/, mock.baseUrl),
    );
    await writeFile(join(cwd, 'price.mts'), inProject('generated/models.mjs'));
    expect(await paste('node call.mts', cwd)).toBe('');
    expect(await paste('node price.mts', cwd)).toMatch(/^\{ width: \d+, height: \d+ \} 0\.\d+\n$/);
  }
  const known = commands(/gatewright (?:init|mock|conform|generate)|curl/);
  expect(commands(/./).length, 'no command of the page is left out').toBe(known.length);
});

test('the file of the project is as init writes it, with more', () => {
  const shown = JSON.parse(blocks.find(({ language }) => language === 'json')?.text ?? '');
  const written = JSON.parse(readFileSync(join(folder, 'our-models/gatewright.config.json'), 'utf8'));
  expect(shown).toMatchObject(written);
});
