import { execFile } from 'node:child_process';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { generate } from '../../../scripts/generate.ts';
import { copyWithModels, readSmallModels } from './project-with-models.ts';

// Adding a model means running what every contributor runs, and all of it must pass without another change.
let copy: Awaited<ReturnType<typeof copyWithModels>>;

beforeAll(async () => {
  copy = await copyWithModels(await readSmallModels());
  await generate({ root: copy.folder, out: copy.generated });
});

afterAll(() => copy?.remove());

test('the same is generated again', async () => {
  const { drift } = await generate({ root: copy.folder, out: copy.generated, check: true });
  expect(drift).toEqual([]);
});

// The compiler behind oxlint says what `npm run types` says, in a third of its time.
test('lint and types pass with all of them', async () => {
  await runTool('@biomejs/biome/bin/biome', 'check', '.', '--vcs-enabled=false');
  const types = ['--type-aware', '--type-check', '--ignore-pattern=src/core-globals.d.ts'];
  await runTool('oxlint/bin/oxlint', ...types, '--deny-warnings');
});

test("the core compiles without Node's types", async () => {
  await runTool('typescript/bin/tsc', '-p', 'tsconfig.core.json');
});

/** Tests that name, list or count models, or read what is generated from all of them. */
const AFFECTED = [
  'test/client/',
  'test/contract/',
  'test/contract-document',
  'test/gateway/agreement/',
  'test/gateway/catalogue.test.ts',
  'test/gateway/catalogue-compression.test.ts',
  'test/gateway/common-mistakes.test.ts',
  'test/gateway/model-schema.test.ts',
  'test/gateway/unlisted-contract.test.ts',
  'test/gateway/unlisted-models.test.ts',
  'test/gateway/wrong-model.test.ts',
  'test/mock/create-mock.test.ts',
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
    const options = { cwd: copy.folder, env, maxBuffer: 64 * 2 ** 20 };
    execFile(process.execPath, [...command], options, (error, output, errors) => {
      if (error === null) resolve(output);
      else reject(new Error(`${command.join(' ')} fails with one more model:\n${output}${errors}`));
    });
  });
}

function runTool(program: string, ...parameters: readonly string[]): Promise<string> {
  return runHere(path.join('node_modules', program), ...parameters);
}
