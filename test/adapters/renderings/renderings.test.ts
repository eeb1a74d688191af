import { getEventListeners } from 'node:events';
import { createRequire } from 'node:module';
import { setImmediate as nextTurn } from 'node:timers/promises';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createRenderings } from '../../../src/adapters/renderings/create-renderings.ts';
import { createFileCache } from '../../../src/adapters/renderings/file-cache.ts';
import { sharpTools } from '../../../src/adapters/renderings/sharp-tools.ts';
import { createHeldRenderer } from '../../support/held-renderer.ts';

type LoadEncoders = typeof import('../../../src/adapters/renderings/load-encoders.ts');

const plain = { width: 8, height: 8, format: 'png', watermark: false, background: 'opaque' } as const;

function openRenderings(
  bounds: { atOnce?: number; mostOfOwner?: number; most?: number; keptBytes?: number } = {},
) {
  const renderer = createHeldRenderer();
  const renderings = createRenderings({ renderer, atOnce: 1, mostOfOwner: 2, most: 3, ...bounds });
  const read = (seed: number, owner = 'a', signal?: AbortSignal) =>
    renderings.render({ kind: 'image', drawing: { ...plain, seed } }, { owner, signal });
  const find = (seed: number) => renderings.find({ kind: 'image', drawing: { ...plain, seed } });
  return { renderer, read, find };
}

const rendered = (seed: number) => ({ kind: 'rendered', bytes: Uint8Array.of(seed) });

test('all readers of a file share one rendering, concurrent and later ones', async () => {
  const { renderer, read } = openRenderings();
  const [first, second] = [read(1, 'a'), read(1, 'b')];
  await renderer.finish();
  expect([await first, await second]).toEqual([rendered(1), rendered(1)]);
  expect(await read(1)).toEqual(rendered(1));
  expect(renderer.begun).toEqual([1]);
});

test('the cache is bounded and evicts the least recently used file', async () => {
  const { renderer, read, find } = openRenderings({ keptBytes: 2 });
  for (const seed of [1, 2]) {
    const file = read(seed);
    await renderer.finish();
    await file;
  }
  await read(1);
  const third = read(3);
  await renderer.finish();
  await third;
  expect([1, 2, 3].map((seed) => find(seed)?.[0])).toEqual([1, undefined, 3]);
  expect(renderer.begun).toEqual([1, 2, 3]);
});

test('a file larger than the cache is not kept', async () => {
  const { renderer, read, find } = openRenderings({ keptBytes: 0 });
  const file = read(1);
  await renderer.finish();
  expect(await file).toEqual(rendered(1));
  expect(find(1)).toBeUndefined();
});

test('few files are rendered at once, round-robin between owners', async () => {
  const { renderer, read } = openRenderings();
  const files = [read(1), read(2), read(3), read(9, 'b')];
  expect(renderer.begun).toEqual([1]);
  for (const _ of files) await renderer.finish();
  expect(renderer.begun).toEqual([1, 2, 9, 3]);
  expect(await Promise.all(files)).toEqual([rendered(1), rendered(2), rendered(3), rendered(9)]);
});

test('a full queue refuses: for one owner, and in all', async () => {
  const { renderer, read } = openRenderings();
  const files = [read(1), read(2), read(3)];
  expect(await read(4)).toEqual({ kind: 'too_many_of_owner', most: 2 });
  files.push(read(5, 'b'));
  expect(await read(6, 'c')).toEqual({ kind: 'too_many', most: 3 });
  files.push(read(3, 'c'));
  for (const _ of files) await renderer.finish();
  expect((await Promise.all(files)).map(({ kind }) => kind)).toEqual(Array(5).fill('rendered'));
});

test('an abandoned rendering is never started', async () => {
  const { renderer, read } = openRenderings();
  const [one, both] = [new AbortController(), new AbortController()];
  const first = read(1, 'a', both.signal);
  const [second, again, third] = [read(2, 'a', one.signal), read(2, 'b'), read(3, 'a', both.signal)];
  one.abort();
  both.abort();
  expect(await Promise.all([first, second, third])).toEqual(Array(3).fill({ kind: 'cancelled' }));
  await renderer.finish();
  await renderer.finish();
  expect(await again).toEqual(rendered(2));
  expect(renderer.begun).toEqual([1, 2]);
  expect(await read(4, 'a', both.signal)).toEqual({ kind: 'cancelled' });
});

test('removes the listener from the signal of a request that has its file', async () => {
  const { renderer, read } = openRenderings();
  const { signal } = new AbortController();
  const file = read(1, 'a', signal);
  expect(getEventListeners(signal, 'abort')).toHaveLength(1);
  await renderer.finish();
  await file;
  await nextTurn();
  expect(getEventListeners(signal, 'abort')).toHaveLength(0);
});

test('a fault is reported to all readers of the file, and the next one is rendered', async () => {
  const { renderer, read } = openRenderings();
  const fault = { status: 'rejected', reason: new Error('no paper') };
  const readers = Promise.allSettled([read(1), read(1), read(2)]);
  await renderer.finish(fault.reason);
  await renderer.finish();
  expect(await readers).toEqual([fault, fault, { status: 'fulfilled', value: rendered(2) }]);
});

test('renders a file again when it is read after a failed rendering', async () => {
  const { renderer, read } = openRenderings();
  const first = Promise.allSettled([read(1)]);
  await renderer.finish(new Error('no paper'));
  expect(await first).toMatchObject([{ status: 'rejected' }]);
  const again = read(1);
  await renderer.finish();
  expect(await again).toEqual(rendered(1));
});

test('the clip encoder installs no handlers for uncaught errors of the process', async () => {
  const require = createRequire(import.meta.url);
  delete require.cache[require.resolve('h264-mp4-encoder')];
  const handlers = () => [
    ...process.listeners('unhandledRejection'),
    ...process.listeners('uncaughtException'),
  ];
  const before = handlers();
  const fresh = import.meta.resolve('../../../src/adapters/renderings/load-encoders.ts?fresh');
  const { loadEncoders }: LoadEncoders = await import(fresh);
  await loadEncoders();
  expect(require.cache[require.resolve('h264-mp4-encoder')]).toBeDefined();
  expect(handlers()).toEqual(before);
});

test('a file that is larger than the cache takes no place of another', () => {
  const cache = createFileCache(10);
  cache.add('small', new Uint8Array(4));
  cache.add('large', new Uint8Array(11));
  cache.add('whole', new Uint8Array(6));
  expect(['small', 'large', 'whole'].filter((name) => cache.find(name) !== undefined)).toEqual([
    'small',
    'whole',
  ]);
  cache.add('next', new Uint8Array(6));
  expect(['small', 'whole', 'next'].filter((name) => cache.find(name) !== undefined)).toEqual(['next']);
});

test('a file that is added twice takes up space once', () => {
  const cache = createFileCache(10);
  for (const name of ['twice', 'twice', 'other']) cache.add(name, new Uint8Array(5));
  expect(['twice', 'other'].filter((name) => cache.find(name) !== undefined)).toEqual(['twice', 'other']);
});

test('what is transparent in a drawing is white in a JPEG file', async () => {
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>';
  const bytes = await sharpTools.encode(drawing, { ...plain, format: 'jpeg' });
  expect([...(await sharp(bytes).raw().toBuffer()).subarray(0, 3)]).toEqual([255, 255, 255]);
});
