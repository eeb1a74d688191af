import { expect, test } from 'vitest';
import { createSimulator } from '../../../src/adapters/engine/simulator.ts';
import { findModel } from '../../../src/contract/catalogue.ts';
import { planOutput } from '../../../src/contract/output.ts';
import type { Dimensions } from '../../../src/contract/sizes/ratio.ts';
import { validateRequest } from '../../../src/contract/validate.ts';
import type { EngineJob } from '../../../src/gateway/ports/media/engine.ts';

const engine = createSimulator();

/** The job of a valid request; `picture` is the size of its one reference. */
function jobOf(
  fields: { readonly model: string; readonly [name: string]: unknown },
  picture?: Dimensions,
  seed = 1,
) {
  const model = findModel(fields.model);
  const image_urls = picture ? { image_urls: ['https://images.example.com/1.png'] } : {};
  const valid = model && validateRequest(model, { prompt: 'A paper boat', ...image_urls, ...fields });
  if (!model || valid?.kind !== 'valid' || !valid.size) throw new TypeError(JSON.stringify(valid));
  const job: EngineJob = {
    taskId: 'task_1',
    model,
    request: valid.request,
    output: planOutput(model, valid.self),
    size: valid.size,
    references: picture ? [picture] : [],
    seed,
  };
  return job;
}

async function run(job: EngineJob) {
  const result = await engine.run(job);
  if (result.kind !== 'success') throw new TypeError(result.error.message);
  return result.outputs;
}

const sizes = (outputs: Awaited<ReturnType<typeof run>>) =>
  outputs.map(({ drawing }) => `${drawing.width}x${drawing.height}`);

test('the same seed and request give the same outputs, another seed others', async () => {
  const fields = { model: 'qx-image-3.0', n: 3 };
  expect(await run(jobOf(fields))).toEqual(await run(jobOf(fields)));
  expect(await run(jobOf(fields, undefined, 2))).not.toEqual(await run(jobOf(fields)));
  const seeds = (await run(jobOf(fields))).map(({ drawing }) => drawing.seed);
  expect(new Set(seeds).size).toBe(3);
});

test.each([
  [{ model: 'qx-image-3.0', n: 4 }, 4, '1024x1024'],
  [{ model: 'sx-5-0-lite', n: 2, size: '21:9', resolution: '4K' }, 2, '6240x2656'],
  [{ model: 'sx-5-0-pro', size: '1.5K' }, 1, '1536x1536'],
])('plans the output of %j', async (fields, count, size) => {
  const job = jobOf(fields);
  const planned = engine.plan(job);
  expect(planned.map(({ width, height }) => `${width}x${height}`)).toEqual(Array(count).fill(size));
  expect(sizes(await run(job))).toEqual(Array(count).fill(size));
});

test.each([
  [{ width: 640, height: 480 }, '1152x864'],
  [{ width: 1152, height: 864 }, '1152x864'],
  [{ width: 1160, height: 870 }, '1792x1344'],
  [{ width: 1792, height: 1344 }, '1792x1344'],
  [{ width: 1800, height: 1350 }, '2304x1728'],
  [{ width: 6000, height: 4500 }, '2304x1728'],
])(
  'a layer decomposition with size auto of %j makes a base of %s and plans the 2K tier',
  async (sides, base) => {
    const job = jobOf({ model: 'sx-5-0-pro', layer_decomposition: true }, sides);
    expect(sizes(await run(job))[0]).toBe(base);
    expect(engine.plan(job)[0]).toEqual({ width: 2304, height: 1728, tier: '2K' });
  },
);

test('there are at most sixteen layers above the base, whatever the seed', async () => {
  const counts = new Set<number>();
  for (let seed = 0; seed < 60; seed += 1) {
    const job = jobOf(
      { model: 'sx-5-0-pro', layer_decomposition: true, size: '1K' },
      { width: 640, height: 480 },
      seed,
    );
    const outputs = await run(job);
    counts.add(outputs.length - 1);
    const orders = outputs.map((output) => (output.kind === 'image' ? output.layer?.zIndex : undefined));
    expect(orders).toEqual([...orders].sort((a, b) => Number(a) - Number(b)));
  }
  expect(Math.max(...counts)).toBe(16);
  expect(Math.min(...counts)).toBeGreaterThanOrEqual(1);
  expect(counts.size).toBeGreaterThan(3);
});

test.each([[-1], [1.5], [2 ** 40], [Number.MAX_VALUE], [Number.NaN]])(
  'renders with a seed of %d',
  async (seed) => {
    for (const { drawing } of await run(jobOf({ model: 'qx-image-3.0', n: 2 }, undefined, seed))) {
      expect(Number.isInteger(drawing.seed) && drawing.seed >= 0 && drawing.seed < 2 ** 32).toBe(true);
    }
  },
);
