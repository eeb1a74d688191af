import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkBreaking } from '../../../scripts/check-breaking.ts';
import { generate } from '../../../scripts/generate.ts';
import type { JsonObject } from '../../../src/conformance/suite/json.ts';
import { readSuite } from '../../../src/conformance/suite/read-suite.ts';
import type { Suite } from '../../../src/conformance/suite/suite.ts';
import { startTampered } from '../../conformance/mutants/start-tampered.ts';
import { until } from '../../support/until.ts';
import { describeResult, OTHERWISE, runCasesOf, TAMPERINGS } from './cases-of-models.ts';
import { copyWithModels, project, readSmallModels } from './project-with-models.ts';

const headers = { authorization: 'Bearer sk-mock' };
const small = await readSmallModels();

let copy: Awaited<ReturnType<typeof copyWithModels>>;
let mock: ChildProcess;
let base: string;
let created: readonly string[];
let suite: Suite;

// The promise of the project: one model file, one generate, and no other file touched. What else contributors run is in
// one-more-model.long.test.ts.
beforeAll(async () => {
  const read = (name: string) => readFile(path.join(import.meta.dirname, name), 'utf8');
  const [InkSketch1 = '', GlassPlate1 = ''] = await Promise.all(
    ['ink-sketch-1.json', 'glass-plate-1.json'].map(read),
  );
  copy = await copyWithModels({ ...small, InkSketch1, GlassPlate1 });
  const { drift } = await generate({ root: copy.folder, out: copy.generated });
  created = drift.filter(({ kind }) => kind === 'missing').map((file) => file.path);
  suite = await readSuite(copy.folder);
  ({ mock, base } = await startMock(copy.folder));
});

afterAll(async () => {
  mock?.kill();
  await copy?.remove();
});

it.each(Object.entries(small))('%s is a file of about forty lines', (_name, text) => {
  expect(text.trim().split('\n').length).toBeLessThanOrEqual(45);
});

// A contract with problems is not generated.
it('has no problems, creates one published schema per model and breaks nothing', async () => {
  expect(created).toEqual([
    'schemas/collage-1.0.json',
    'schemas/drift-1.0.json',
    'schemas/glass-plate-1.json',
    'schemas/ink-sketch-1.json',
    'schemas/paper-1.0.json',
    'schemas/reel-1.0.json',
    'schemas/scribe-1.0.json',
  ]);
  const breaks = await checkBreaking({ root: copy.folder, baseDir: project });
  expect(breaks).toEqual({ base: project, changes: [] });
});

it('is in the document, the types and the published schemas', async () => {
  const read = (file: string) => readFile(path.join(copy.generated, file), 'utf8');
  expect(
    JSON.parse(await read('openapi.json')).components.schemas.KnownImageRequest.discriminator.mapping,
  ).toMatchObject({
    'ink-sketch-1': '#/components/schemas/InkSketch1',
    'ink/sketch': '#/components/schemas/InkSketch1',
  });
  expect(await read('model-types.ts')).toContain('export interface InkSketch1');
  expect(JSON.parse(await read('schemas/ink-sketch-1.json')).properties.format.enum).toEqual([
    '5:1',
    '5x1',
    '1:1',
    '1x1',
    null,
  ]);
});

it('a second text model leaves the type of a chat request in SDKs as it is', async () => {
  const before = JSON.parse(await readFile(path.join(project, 'generated/openapi.sdk.json'), 'utf8'));
  const after = JSON.parse(await readFile(path.join(copy.generated, 'openapi.sdk.json'), 'utf8'));
  const { ChatCompletionRequest: one, ChatCompletionRequestStop: stop } = before.components.schemas;
  const { ChatCompletionRequest: both, ChatCompletionRequestStop: stopOfBoth } = after.components.schemas;
  expect(both).toMatchObject({ type: 'object', required: one.required });
  expect(Object.keys(both.properties).sort()).toEqual(Object.keys(one.properties).sort());
  expect(both.properties.model.enum).toEqual(expect.arrayContaining(['qx3.8-max', 'scribe-1.0']));
  expect([both.properties.stop, stopOfBoth]).toEqual([one.properties.stop, stop]);
  expect(after.components.schemas).not.toHaveProperty('Scribe10');
});

it('lists the model with its parameters', async () => {
  const list = await getJson('/v1/models?expand=parameters&category=image');
  const entry = list.data.find(({ id }: { id: string }) => id === 'ink-sketch-1');
  expect(entry).toMatchObject({
    owned_by: 'ink',
    capability_tags: ['Text to Image'],
    parameters: { schema_version: '2026-11-20' },
  });
  expect((await getJson('/v1/model-schema?model=ink%2Fsketch')).data.id).toBe('ink-sketch-1');
});

it('validates by schema, size table and rule', async () => {
  expect(await refusal({ prompt: 'x'.repeat(41) })).toEqual(['/prompt maxLength']);
  expect(await refusal({ prompt: 'a fly', format: '2:1' })).toEqual(['/format size_unsupported']);
  expect(await refusal({ prompt: 'an elephant' })).toEqual(['/sheet no_elephants_on_small_sheets']);
});

it('sizes, prices and runs the model', async () => {
  const before = (await getJson('/v1/balance')).used_balance;
  const task = await finish({ model: 'ink/sketch', prompt: 'two flies', format: '5x1', copies: 2 });
  expect(task).toMatchObject({ status: 'success', estimated_time: 3, cost: 6e-9, model: 'ink/sketch' });
  expect(task.result.images[0]).toMatchObject({
    sizes: ['500x100', '500x100'],
    output_formats: ['png', 'png'],
  });
  expect(task.result.images[0].expires_at - task.completed).toBe(3600);
  const large = await finish({ model: 'ink-sketch-1', prompt: 'an elephant', sheet: 'B' });
  expect(large).toMatchObject({ estimated_time: 7, cost: 0.25 });
  const picture = await fetch(large.result.images[0].url[0]);
  const facts = await sharp(Buffer.from(await picture.arrayBuffer())).metadata();
  expect([facts.format, facts.width, facts.height]).toEqual(['jpeg', 640, 640]);
  expect((await getJson('/v1/balance')).used_balance - before).toBeCloseTo(0.250000006, 12);
});

it('applies the defaults of a text model', async () => {
  const messages = [{ role: 'user', content: 'Tell me all about paper boats, at length.' }];
  const answer = await fetch(`${base}/v1/chat/completions`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ model: 'scribe-1.0', messages }),
  });
  expect(answer.headers.get('content-type')).toBe('application/json');
  expect(await answer.json()).toMatchObject({
    choices: [{ finish_reason: 'length' }],
    usage: { completion_tokens: 40 },
  });
});

it('is covered by cases of the conformance suite, which pass', async () => {
  const results = await runCasesOf(suite, base);
  expect(results.filter(({ outcome }) => outcome !== 'passed').map(describeResult)).toEqual([]);
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
      'number-within/glass-plate-1/passes/2',
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
      'price/collage-1.0/rate-1',
      'price/collage-1.0/rate-2',
      'price/collage-1.0/n',
      'price/glass-plate-1/further-reference',
      'price/ink-sketch-1/rate-1',
      'price/ink-sketch-1/rate-2',
      'price/paper-1.0/rate-1',
      'price/drift-1.0/rate-1',
      'price/reel-1.0/rate-1',
      'price/reel-1.0/duration',
      'price-of-text/scribe-1.0/tokens',
      'image-pixels/collage-1.0/separator/1',
      'image-pixels/collage-1.0/side/longest',
      'image-pixels/collage-1.0/ratio/widest',
      'pixels-outside/collage-1.0/side/too-short',
      'pixels-outside/collage-1.0/ratio/beyond-highest',
      'text-inside/glass-plate-1/prompt/longest',
      'text-outside/glass-plate-1/prompt/too-long',
      'text-outside/drift-1.0/prompt/too-short',
      'text-outside/scribe-1.0/messages/too-many-tokens',
      'number-inside/scribe-1.0/max-tokens/maximum',
      'number-outside/scribe-1.0/max-tokens/maximum',
    ]),
  );
  // A rule of the model forbids this value alone.
  expect(ids).not.toContain('listed-value/glass-plate-1/frame/brass');
});

it('fails cases on a gateway that contradicts its file', async () => {
  const models = suite.models.map((model) => ({ ...model, ...OTHERWISE[String(model.id)] }));
  const results = await runCasesOf({ ...suite, models }, base, { models: Object.keys(OTHERWISE) });
  const failed = results.filter(({ outcome }) => outcome === 'failed').map(({ id }) => id);
  expect(failed.toSorted()).toEqual([
    'models.image-pixels/collage-1.0/separator/1',
    'models.image-pixels/collage-1.0/side/longest',
    'models.image-pixels/collage-1.0/side/shortest',
    'models.image-size/collage-1.0/1K/1x1',
    'models.image-size/glass-plate-1/S/1x1',
    'models.price-of-text/scribe-1.0/tokens',
    'models.price/collage-1.0/n',
    'models.price/collage-1.0/rate-1',
    'models.price/glass-plate-1/further-reference',
    'models.price/reel-1.0/duration',
    'models.price/reel-1.0/rate-1',
    'models.reference-inside/glass-plate-1/image-urls/format/jpeg',
    'models.reference-inside/glass-plate-1/image-urls/side/shortest',
    'models.reference-outside/glass-plate-1/image-urls/format/webp',
    'models.spelling/glass-plate-1/glass-pane',
    'models.text-inside/glass-plate-1/prompt/longest',
    'models.text-outside/glass-plate-1/prompt/too-short',
    'models.text-outside/scribe-1.0/messages/too-many-tokens',
    'models.video-size/reel-1.0/480p/16x9',
    'models.video-size/reel-1.0/480p/1x1',
  ]);
});

it.each(TAMPERINGS)('fails cases on a gateway where $what', async ({ tampering, fails, level }) => {
  await using tampered = await startTampered(base, tampering);
  const results = await runCasesOf(suite, tampered.baseUrl, { only: fails });
  const failed = results.filter(({ outcome }) => outcome === 'failed');
  expect(failed.map(({ id }) => id.replace(/^models\./, '')).toSorted()).toEqual(fails.toSorted());
  const levels = failed
    .flatMap(({ checks }) => checks.filter(({ outcome }) => outcome === 'failed'))
    .map(({ requirement = '' }) => suite.requirements.get(requirement)?.level);
  expect(levels).toContain(level);
});

it('fails no case on a gateway that does not list it', async () => {
  const models: readonly JsonObject[] = [{ ...suite.models[0], id: 'nowhere-1', category: 'image' }];
  const results = await runCasesOf({ ...suite, models }, base, { models: ['nowhere-1'] });
  expect(new Set(results.map(({ outcome }) => outcome))).toEqual(new Set(['unproven']));
  expect(results[0]?.checks[0]?.actual).toBe('the target does not list nowhere-1');
});

async function startMock(cwd: string): Promise<{ mock: ChildProcess; base: string }> {
  const parameters = ['bin/gatewright.cjs', 'mock', '--port', '0', '--quiet'];
  const child = spawn(process.execPath, parameters, { cwd, stdio: ['ignore', 'pipe', 'inherit'] });
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (data: Buffer) => resolve(data.toString().trim()));
    child.once('exit', (code) => reject(new Error(`The mock ended with code ${code}.`)));
  });
  return { mock: child, base: line };
}

// Responses are JSON of many shapes; the expectations above say which.
type Answer = Awaited<ReturnType<typeof JSON.parse>>;

async function getJson(target: string): Promise<Answer> {
  return (await fetch(base + target, { headers })).json();
}

async function submit(body: object): Promise<Answer> {
  const answer = await fetch(`${base}/v1/images/generations`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  return answer.json();
}

async function refusal(body: object): Promise<readonly string[]> {
  const { error } = await submit({ model: 'ink-sketch-1', ...body });
  return error.violations.map(({ path: place, rule }: { path: string; rule: string }) => `${place} ${rule}`);
}

async function finish(body: object): Promise<Answer> {
  const { data } = await submit(body);
  await fetch(`${base}/__mock/clock`, { method: 'POST', body: '{"advance":"60s"}' });
  return until('the task ends', async () => {
    const task = await getJson(`/v1/tasks/${data[0].task_id}`);
    return (task.status === 'success' || task.error !== undefined) && task;
  });
}
