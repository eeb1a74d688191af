import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { generate } from '../../../scripts/generate.ts';
import { copyWithModels, project, readSmallModels } from './project-with-models.ts';

// After adding a model, everything that a contributor runs must pass without further changes.
let copy: Awaited<ReturnType<typeof copyWithModels>>;

beforeAll(async () => {
  copy = await copyWithModels(await readSmallModels());
  await generate({ root: copy.folder, out: copy.generated });
});

afterAll(() => copy?.remove());

test('generation is deterministic', async () => {
  const { drift } = await generate({ root: copy.folder, out: copy.generated, check: true });
  expect(drift).toEqual([]);
});

// The compiler behind oxlint reports the same as `npm run types`, in a third of the time.
test('lint and types pass with all of them', async () => {
  await runTool('@biomejs/biome/bin/biome', 'check', '.', '--vcs-enabled=false');
  const { exclude } = JSON.parse(await readFile(path.join(project, 'tsconfig.json'), 'utf8'));
  const others = exclude.map((folder: string) => `--ignore-pattern=${folder}`);
  const types = ['--type-aware', '--type-check', ...others];
  await runTool('oxlint/bin/oxlint', ...types, '--deny-warnings');
});

test("the core compiles without Node's types", async () => {
  await runTool('typescript/bin/tsc', '-p', 'tsconfig.core.json');
});

/** All tests that read the contract, or what is generated from it, in this process: only stores, packaging and tools are left out. */
const AFFECTED = [
  'test/cli/',
  'test/client/',
  'test/clients/',
  'test/conformance/',
  'test/contract/',
  'test/contract-document/',
  'test/examples/',
  'test/gateway/',
  'test/mock/',
  'test/readme/',
  'test/scripts/conformance/',
  'test/scripts/contract/',
  'test/scripts/emit/',
  'test/scripts/lint/cel-agreement.test.ts',
  'test/support/',
];

/** The cases of an added model are run by `add-model.long.test.ts`. */
const WHOLE_SUITE = 'test/conformance/own-gateway.test.ts';

test('the tests that depend on the models pass with all of them', async () => {
  const output = await runTool('vitest/vitest.mjs', 'run', ...AFFECTED, '--exclude', WHOLE_SUITE);
  expect(output).toMatch(/Test Files .*passed/);
}, 1_200_000);

async function runHere(...command: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    // Variables that vitest sets for its own child processes must not reach another run of it.
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
