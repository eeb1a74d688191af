import sharp from 'sharp';
import { expect, test } from 'vitest';
import { nodeSampleMedia } from '../../src/adapters/renderings/node-sample-media.ts';
import type { ImageDescription } from '../../src/gateway/ports/media/media.ts';
import { planLayers } from '../../src/sample-media/sample-media.ts';

const { renderImage, renderLayer } = nodeSampleMedia;

const plain: ImageDescription = {
  width: 1024,
  height: 1024,
  format: 'png',
  seed: 7,
  watermark: false,
  background: 'opaque',
};

test.each([
  [1024, 1024, 'png'],
  [1312, 736, 'jpeg'],
  [832, 1248, 'png'],
  [2048, 1360, 'jpeg'],
  [3024, 1296, 'png'],
  [512, 2048, 'png'],
  [3840, 240, 'jpeg'],
  [33, 17, 'png'],
  [1, 1, 'jpeg'],
] as const)('renders exactly %i x %i as %s', async (width, height, format) => {
  const bytes = await renderImage({ ...plain, width, height, format });
  expect(await sharp(bytes).metadata()).toMatchObject({ width, height, format, hasAlpha: false });
});

test.each([
  [6240, 2656, 'png'],
  [5504, 3040, 'jpeg'],
] as const)('renders the largest sizes: %i x %i', async (width, height, format) => {
  const bytes = await renderImage({ ...plain, width, height, format });
  expect(await sharp(bytes).metadata()).toMatchObject({ width, height, format });
});

test('renders the same bytes for the same description and others for another seed', async () => {
  const [first, second, other] = await Promise.all([
    renderImage(plain),
    renderImage(plain),
    renderImage({ ...plain, seed: 8 }),
  ]);
  expect(Buffer.compare(first, second)).toBe(0);
  expect(Buffer.compare(first, other)).not.toBe(0);
});

test('accepts seeds of any size', async () => {
  for (const seed of [0, -1, 2 ** 31, 2 ** 32 + 5, Number.MAX_SAFE_INTEGER]) {
    const bytes = await renderImage({ ...plain, width: 64, height: 64, seed });
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 64, height: 64 });
  }
});

test('changes only the lower right corner for a watermark', async () => {
  const without = await sharp(await renderImage(plain))
    .raw()
    .toBuffer();
  const marked = await sharp(await renderImage({ ...plain, watermark: true }))
    .raw()
    .toBuffer();
  const changed = Array.from({ length: 1024 * 1024 }, (_, pixel) => pixel).filter(
    (pixel) => without[pixel * 3] !== marked[pixel * 3],
  );
  expect(changed.length).toBeGreaterThan(2000);
  expect(Math.min(...changed.map((pixel) => pixel % 1024))).toBeGreaterThan(700);
  expect(Math.min(...changed.map((pixel) => Math.floor(pixel / 1024)))).toBeGreaterThan(900);
});

test('draws one centred subject on a really transparent background', async () => {
  const bytes = await renderImage({ ...plain, background: 'transparent' });
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  expect(info).toMatchObject({ width: 1024, height: 1024, channels: 4 });
  expect(data[3]).toBe(0);
  const { info: subject } = await sharp(bytes)
    .trim({ background: '#00000000' })
    .toBuffer({ resolveWithObject: true });
  const left = -(subject.trimOffsetLeft ?? 0);
  expect(subject.width).toBeGreaterThan(200);
  expect(Math.abs(left + subject.width / 2 - 512)).toBeLessThan(80);
});

test('renders every layer as a transparent PNG of its own box', async () => {
  for (const { index, box } of await planLayers(plain, { count: 16 })) {
    const [left, top, right, bottom] = box;
    const bytes = await renderLayer({
      ...plain,
      width: right - left,
      height: bottom - top,
      layer: { index },
    });
    expect(await sharp(bytes).metadata()).toMatchObject({
      width: right - left,
      height: bottom - top,
      format: 'png',
      hasAlpha: true,
    });
    const { channels } = await sharp(bytes).stats();
    expect(channels[3]).toMatchObject({ min: 0 });
    expect(channels[3]?.mean).toBeGreaterThan(10);
  }
});

test('places as many layers as requested, at most sixteen, inside the base image', async () => {
  const sizes = [
    { width: 1024, height: 1024, seed: 1 },
    { width: 3024, height: 1296, seed: 2 },
    { width: 720, height: 1440, seed: 3 },
    { width: 6000, height: 400, seed: 4 },
  ];
  for (const size of sizes) {
    expect(await planLayers(size, { count: 3 })).toHaveLength(3);
    const layers = await planLayers(size, { count: 99 });
    expect(layers.map(({ index }) => index)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]);
    expect(new Set(layers.map(({ name }) => name)).size).toBe(16);
    for (const { box } of layers) {
      const [left, top, right, bottom] = box;
      expect(box.every(Number.isInteger)).toBe(true);
      expect(0 <= left && left < right && right <= size.width).toBe(true);
      expect(0 <= top && top < bottom && bottom <= size.height).toBe(true);
    }
  }
});

test('leaves every subject out of the base image of a decomposition', async () => {
  const base = await renderLayer({ ...plain, layer: { index: 0 } });
  expect(await sharp(base).metadata()).toMatchObject({ width: 1024, height: 1024, hasAlpha: false });
  expect(Buffer.compare(base, await renderImage(plain))).not.toBe(0);
});
