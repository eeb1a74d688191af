import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { generate } from '../../scripts/generate.ts';
import { expandCases } from '../../src/conformance/expand/expand.ts';
import type { CaseResult } from '../../src/conformance/run/result.ts';
import { runSuite } from '../../src/conformance/run/run-suite.ts';
import type { JsonObject } from '../../src/conformance/suite/json.ts';
import { readSuite } from '../../src/conformance/suite/read-suite.ts';
import type { Suite } from '../../src/conformance/suite/suite.ts';
import { findTarget } from '../../src/conformance/target/find-target.ts';
import { copyWithModels, readSmallModels } from '../scripts/add-model/project-with-models.ts';

const INVENTED = ['glass-plate-1', 'reel-1.0'];

let copy: Awaited<ReturnType<typeof copyWithModels>>;
let mock: ChildProcess;
let baseUrl: string;
let suite: Suite;

// A model file is added to the project, and nothing to the suite.
beforeAll(async () => {
  const plate = await readFile(path.join(import.meta.dirname, 'invented-models/GlassPlate1.json'), 'utf8');
  const { Reel10 = '' } = await readSmallModels();
  copy = await copyWithModels({ GlassPlate1: plate, Reel10 });
  await generate({ root: copy.folder, out: copy.generated });
  suite = await readSuite(copy.folder);
  ({ mock, baseUrl } = await startMock(copy.folder));
});

afterAll(async () => {
  mock?.kill();
  await copy?.remove();
});

test('an added image model and an added video model are covered by cases that pass', async () => {
  const results = await runInvented(suite);
  expect(results.filter(({ outcome }) => outcome !== 'passed').map(describe)).toEqual([]);
  const ids = results.map(({ id }) => id.replace(/^models\./, ''));
  expect(ids).toEqual(
    expect.arrayContaining([
      'spelling/glass-plate-1/glass-plate',
      'image-size/glass-plate-1/S/1x1',
      'image-size/glass-plate-1/M/5x2',
      'video-size/reel-1.0/480p/16x9',
      'valid-example/glass-plate-1/from-a-reference',
      'invalid-example/glass-plate-1/brass-in-two-passes',
      'invalid-example/reel-1.0/long-square-clip',
      'number-inside/glass-plate-1/passes/minimum',
      'number-outside/glass-plate-1/passes/maximum',
      'number-outside/reel-1.0/duration/minimum',
      'listed-value/glass-plate-1/frame/oak',
      'unlisted-value/glass-plate-1/frame/no-such-value',
      'forbidden-field/glass-plate-1/tools',
      'spelling-refuses/glass-plate-1/glass-plate/brass-in-two-passes',
      'spelling-refuses/glass-plate-1/glass-plate/tools',
      'reference-inside/glass-plate-1/image-urls/count/most',
      'reference-outside/glass-plate-1/image-urls/count/too-many',
      'reference-outside/glass-plate-1/image-urls/format/jpeg',
      'reference-outside/glass-plate-1/image-urls/source/data',
      'reference-outside/glass-plate-1/image-urls/bytes/too-many',
      'reference-inside/glass-plate-1/image-urls/side/shortest',
      'reference-outside/glass-plate-1/image-urls/side/too-short',
      'reference-inside/glass-plate-1/image-urls/ratio/widest',
      'reference-outside/glass-plate-1/image-urls/ratio/beyond-highest',
      'reference-inside/glass-plate-1/image-urls/pixels/most',
      'reference-outside/glass-plate-1/image-urls/pixels/too-many',
    ]),
  );
  // A rule of the model forbids this value alone.
  expect(ids).not.toContain('listed-value/glass-plate-1/frame/brass');
});

test('a gateway that does something else than the file of the model says fails', async () => {
  const models = suite.models.map((model) =>
    model.id === 'glass-plate-1' ? { ...model, ...OTHERWISE } : model,
  );
  const results = await runInvented({ ...suite, models });
  const failed = results.filter(({ outcome }) => outcome === 'failed').map(({ id }) => id);
  expect(failed).toEqual([
    'models.spelling/glass-plate-1/glass-pane',
    'models.image-size/glass-plate-1/S/1x1',
    'models.reference-inside/glass-plate-1/image-urls/format/jpeg',
    'models.reference-inside/glass-plate-1/image-urls/side/shortest',
    'models.reference-outside/glass-plate-1/image-urls/format/webp',
  ]);
});

test('a target that does not list the model is not blamed', async () => {
  const models: readonly JsonObject[] = [{ ...suite.models[0], id: 'nowhere-1', category: 'image' }];
  const results = await runInvented({ ...suite, models }, ['nowhere-1']);
  expect(new Set(results.map(({ outcome }) => outcome))).toEqual(new Set(['unproven']));
  expect(results[0]?.checks[0]?.actual).toBe('the target does not list nowhere-1');
});

/** What the file might have said. */
const OTHERWISE: JsonObject = {
  spellings: ['glass-plate-1', 'glass-pane'],
  sizes: {
    fields: { size: 'size', tier: 'resolution' },
    table: { S: { '1:1': '328x320' }, M: { '5:2': '1200x480' } },
  },
  media: { image_urls: { sources: ['http', 'https'], formats: ['png', 'jpeg'], min_side: 39 } },
};

function runInvented(changed: Suite, ids: readonly string[] = INVENTED): Promise<readonly CaseResult[]> {
  const cases = expandCases(changed).filter(
    ({ file, id }) => file.includes('/models/') && ids.some((model) => id.includes(`/${model}/`)),
  );
  return findTarget({ base_url: baseUrl }).then((target) =>
    runSuite({ suite: changed, target, cases, jobs: 4, seed: 'invented' }),
  );
}

function describe({ id, checks }: CaseResult): string {
  return `${id}: ${checks.map(({ expected, actual }) => `${expected} ${actual}`).join(', ')}`;
}

async function startMock(cwd: string): Promise<{ readonly mock: ChildProcess; readonly baseUrl: string }> {
  const child = spawn(process.execPath, ['bin/gatewright.cjs', 'mock', '--port', '0', '--quiet'], {
    cwd,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (data: Buffer) => resolve(data.toString().trim()));
    child.once('exit', (code) => reject(new Error(`The mock ended with code ${code}.`)));
  });
  return { mock: child, baseUrl: line };
}
