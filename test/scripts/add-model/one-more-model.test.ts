import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkBreaking } from '../../../scripts/check-breaking.ts';
import { lintContract } from '../../../scripts/lint-contract.ts';
import { readBlocks } from '../../readme/markdown-blocks.ts';

// Adding a model means running what every contributor runs, and all of it must pass without another change.
const project = path.resolve(import.meta.dirname, '../../..');
const LEFT_AT_HOME = new Set(['node_modules', '.git', 'dist', 'coverage', 'gatewright-data']);
let copy = '';

beforeAll(async () => {
  copy = await mkdtemp(path.join(tmpdir(), 'gatewright-one-more-'));
  const filter = (source: string) => !LEFT_AT_HOME.has(path.relative(project, source));
  await cp(project, copy, { recursive: true, filter });
  await symlink(path.join(project, 'node_modules'), path.join(copy, 'node_modules'));
});

afterAll(() => rm(copy, { recursive: true, force: true }));

const readModel = (name: string) => readFile(path.join(import.meta.dirname, `models/${name}.json`), 'utf8');

async function readDocumented(): Promise<string> {
  const page = await readFile(path.join(project, 'docs/adding-a-model.md'), 'utf8');
  return readBlocks(page).find(({ language }) => language === 'json')?.text ?? '';
}

/** Small files like the one of docs/adding-a-model.md. */
const added = [
  ['the documented image model', 'Paper10', readDocumented],
  ['a video model', 'Reel10', () => readModel('Reel10')],
  ['a text model', 'Clerk10', () => readModel('Clerk10')],
] as const;

test('small files of about forty lines are generated and break nothing', async () => {
  for (const [what, name, read] of added) {
    const text = await read();
    expect(text.trim().split('\n').length, what).toBeLessThanOrEqual(45);
    await writeFile(path.join(copy, `schemas/models/${name}.json`), text);
  }
  const output = await runHere('scripts/generate.ts');
  expect(output.match(/created generated\/schemas\//g)).toHaveLength(added.length);
  expect(await checkBreaking({ root: copy, baseDir: project })).toEqual({ base: project, changes: [] });
});

test('the contract has no problems with all of them, and generates the same again', async () => {
  expect(await lintContract(copy)).toEqual([]);
  expect(await runHere('scripts/generate.ts', '--check')).toContain(' 0 drifted');
});

// The compiler behind oxlint says what `npm run types` says, in a third of its time.
test('lint and types pass with all of them', async () => {
  await runTool('@biomejs/biome/bin/biome', 'check', '.', '--vcs-enabled=false');
  const types = ['--type-aware', '--type-check', '--ignore-pattern=src/core-globals.d.ts'];
  await runTool('oxlint/bin/oxlint', ...types, '--deny-warnings');
});

/** Tests that name, list or count models, or read what is generated from all of them. */
const AFFECTED = [
  'test/client/',
  'test/contract/',
  'test/contract-document',
  'test/gateway/catalogue.test.ts',
  'test/gateway/catalogue-compression.test.ts',
  'test/gateway/model-schema.test.ts',
  'test/gateway/unlisted-models.test.ts',
  'test/mock/create-mock.test.ts',
  'test/readme/adding-a-model.test.ts',
  'test/scripts/contract',
  'test/scripts/emit/sdk',
  'test/scripts/emit/openapi32.test.ts',
  'test/scripts/emit/operations.test.ts',
  'test/scripts/emit/router.test.ts',
  'test/scripts/emit/stub.test.ts',
  'test/scripts/lint/cel-agreement.test.ts',
  'test/support',
];

test('the tests that depend on the models pass with all of them', async () => {
  const output = await runTool('vitest/vitest.mjs', 'run', ...AFFECTED);
  expect(output).toMatch(/Test Files .*passed/);
});

async function runHere(...command: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    // What vitest says to its own children is not for another run of it.
    const own = Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST'));
    const env = { ...Object.fromEntries(own), CI: 'true', NO_COLOR: '1' };
    const options = { cwd: copy, env, maxBuffer: 64 * 2 ** 20 };
    execFile(process.execPath, [...command], options, (error, output, errors) => {
      if (error === null) resolve(output);
      else reject(new Error(`${command.join(' ')} fails with one more model:\n${output}${errors}`));
    });
  });
}

function runTool(program: string, ...parameters: readonly string[]): Promise<string> {
  return runHere(path.join('node_modules', program), ...parameters);
}
