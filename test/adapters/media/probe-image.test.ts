import fc from 'fast-check';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { probeImage } from '../../../src/adapters/media/probe/probe-image.ts';
import { bmpFile, heifFile } from './image-files.ts';

const canvas = (channels: 3 | 4) =>
  sharp({ create: { width: 40, height: 30, channels, background: { r: 200, g: 90, b: 40, alpha: 0.5 } } });
const whole = { width: 40, height: 30, truncated: false };

test.each([
  ['png', () => canvas(3).png(), { ...whole, format: 'png', hasAlpha: false }],
  ['png with alpha', () => canvas(4).png(), { ...whole, format: 'png', hasAlpha: true }],
  ['png with a palette', () => canvas(4).png({ palette: true }), { ...whole, format: 'png', hasAlpha: true }],
  ['jpeg', () => canvas(3).jpeg(), { ...whole, format: 'jpeg', hasAlpha: false }],
  [
    'progressive jpeg',
    () => canvas(3).jpeg({ progressive: true }),
    { ...whole, format: 'jpeg', hasAlpha: false },
  ],
  ['webp', () => canvas(3).webp(), { ...whole, format: 'webp', hasAlpha: false }],
  ['webp with alpha', () => canvas(4).webp(), { ...whole, format: 'webp', hasAlpha: true }],
  ['lossless webp', () => canvas(4).webp({ lossless: true }), { ...whole, format: 'webp', hasAlpha: true }],
  ['gif', () => canvas(4).gif(), { ...whole, format: 'gif', hasAlpha: true }],
  ['tiff', () => canvas(3).tiff(), { ...whole, format: 'tiff', hasAlpha: false }],
  ['tiled tiff', () => canvas(3).tiff({ tile: true }), { ...whole, format: 'tiff', hasAlpha: false }],
  [
    'tiff with alpha',
    () => canvas(4).tiff({ compression: 'deflate' }),
    { ...whole, format: 'tiff', hasAlpha: true },
  ],
  ['avif', () => canvas(3).avif(), { ...whole, format: 'avif', hasAlpha: false }],
  ['avif with alpha', () => canvas(4).avif(), { ...whole, format: 'avif', hasAlpha: true }],
] as const)('probes format, size and alpha: %s', async (_, draw, want) => {
  expect(await probeImage(await draw().toBuffer())).toEqual(want);
});

test.each(['png', 'jpeg', 'webp', 'tiff'] as const)(
  'swaps sides that EXIF rotates by a quarter turn: %s',
  async (format) => {
    for (const [orientation, width, height] of [
      [1, 40, 30],
      [2, 40, 30],
      [3, 40, 30],
      [4, 40, 30],
      [5, 30, 40],
      [6, 30, 40],
      [7, 30, 40],
      [8, 30, 40],
    ] as const) {
      const bytes = await canvas(3).withMetadata({ orientation }).toFormat(format).toBuffer();
      expect([orientation, await probeImage(bytes)]).toMatchObject([orientation, { width, height }]);
    }
  },
);

test.each([
  [
    '24 bit',
    bmpFile({ width: 5, height: 7, depth: 24 }),
    { width: 5, height: 7, hasAlpha: false, truncated: false },
  ],
  ['top-down', bmpFile({ width: 5, height: -7, depth: 24 }), { width: 5, height: 7, hasAlpha: false }],
  ['plain 32 bit', bmpFile({ width: 4, height: 4, depth: 32 }), { hasAlpha: false }],
  ['alpha mask', bmpFile({ width: 4, height: 4, depth: 32, alphaMask: 0xff000000 }), { hasAlpha: true }],
  ['cut off', bmpFile({ width: 5, height: 7, depth: 24 }).subarray(0, 100), { width: 5, truncated: true }],
])('reads BMP: %s', async (_, bytes, want) => {
  expect(await probeImage(bytes)).toMatchObject({ format: 'bmp', ...want });
});

test.each<readonly [string, Buffer, object]>([
  [
    'heic',
    heifFile({ brand: 'heic' }),
    { format: 'heic', width: 4032, height: 3024, hasAlpha: false, truncated: false },
  ],
  ...['heix', 'hevc', 'hevx', 'heim', 'heis'].map(
    (brand) => [brand, heifFile({ brand }), { format: 'heic', width: 4032 }] as const,
  ),
  ['heif', heifFile({ brand: 'mif1' }), { format: 'heif', width: 4032, height: 3024 }],
  ['a sequence', heifFile({ brand: 'msf1' }), { format: 'heif' }],
  ['avif, a sequence', heifFile({ brand: 'avis' }), { format: 'avif' }],
  ['avif named second', heifFile({ brand: 'mif1', compatible: 'avif' }), { format: 'avif' }],
  ['rotated', heifFile({ brand: 'heic', quarterTurns: 3 }), { width: 3024, height: 4032 }],
  ['alpha', heifFile({ brand: 'heic', alpha: true }), { hasAlpha: true }],
  ['cut off', heifFile({ brand: 'heic' }).subarray(0, -3), { width: 4032, truncated: true }],
])('reads the primary item of HEIF, not its tiles: %s', async (_, bytes, want) => {
  expect(await probeImage(bytes)).toMatchObject(want);
});

test.each([
  ['png', () => canvas(3).png()],
  ['jpeg', () => canvas(3).jpeg()],
  ['webp', () => canvas(3).webp()],
  ['gif', () => canvas(3).gif()],
  ['avif', () => canvas(3).avif()],
] as const)('detects a missing end: %s', async (format, draw) => {
  const bytes = await draw().toBuffer();
  expect(await probeImage(bytes.subarray(0, -2))).toMatchObject({ format, ...whole, truncated: true });
});

test('does not mistake the end of an embedded thumbnail for the end of a JPEG', async () => {
  const inner = await canvas(3).jpeg().toBuffer();
  const application = Buffer.concat([
    Buffer.from([0xff, 0xe2, (inner.length + 2) >> 8, (inner.length + 2) & 255]),
    inner,
  ]);
  const outer = await canvas(3).resize(90, 60).jpeg().toBuffer();
  const file = Buffer.concat([outer.subarray(0, 2), application, outer.subarray(2)]);
  expect(await probeImage(file)).toMatchObject({ width: 90, height: 60, truncated: false });
  expect(await probeImage(file.subarray(0, -2))).toMatchObject({ width: 90, height: 60, truncated: true });
});

test('reads bytes that begin in the middle of a larger buffer', async () => {
  const bytes = await canvas(4).tiff().toBuffer();
  const larger = new Uint8Array(bytes.length + 13);
  larger.set(bytes, 13);
  expect(await probeImage(larger.subarray(13))).toMatchObject({ format: 'tiff', width: 40 });
});

test.each([
  ['nothing', Buffer.alloc(0)],
  ['one byte', Buffer.from([0xff])],
  ['zeros', Buffer.alloc(500)],
  ['HTML', Buffer.from('<!doctype html><title>Not found</title>')],
  ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
  ['an icon', Buffer.from([0, 0, 1, 0, 1, 0, 16, 16, 0, 0, 1, 0, 32, 0, 0, 0, 0, 0, 22, 0, 0, 0])],
  [
    'a PNG without sides',
    Buffer.concat([
      Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
      Buffer.from('\0\0\0\rIHDR'),
      Buffer.alloc(17),
    ]),
  ],
  [
    'a PNG with a side of 2147483648 pixels, one more than PNG allows',
    Buffer.concat([
      Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
      Buffer.from('\0\0\0\rIHDR'),
      Buffer.from([0x80, 0, 0, 0, 0, 0, 0, 1]),
      Buffer.alloc(9),
    ]),
  ],
  ['an MP4', Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1')],
])('is undefined for a file that is not an image: %s', async (_, bytes) => {
  expect(await probeImage(bytes)).toBeUndefined();
});

const sampleFiles = () =>
  Promise.all([
    canvas(4).png().toBuffer(),
    canvas(3).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
    canvas(4).webp().toBuffer(),
    canvas(4).gif().toBuffer(),
    canvas(4).tiff().toBuffer(),
    Promise.resolve(bmpFile({ width: 5, height: 7, depth: 24 })),
    Promise.resolve(heifFile({ brand: 'heic', quarterTurns: 1 })),
  ]);

test('never throws, wherever a file is truncated', async () => {
  for (const file of await sampleFiles()) {
    for (let length = 0; length < Math.min(file.length, 600); length += 1) {
      const found = await probeImage(file.subarray(0, length));
      if (found !== undefined)
        expect([found.format, length, found.truncated]).toEqual([found.format, length, true]);
    }
  }
});

test('never throws, however a file is mutated', async () => {
  const files = await sampleFiles();
  const place = fc.oneof(fc.integer({ min: 0, max: 63 }), fc.integer({ min: 0, max: 700 }));
  const change = fc.tuple(
    place,
    fc.oneof(fc.constantFrom(0, 1, 0x7f, 0x80, 0xff), fc.integer({ min: 0, max: 255 })),
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...files), fc.array(change, { maxLength: 8 }), async (file, changes) => {
      const changed = Buffer.from(file);
      for (const [at, byte] of changes) if (at < changed.length) changed[at] = byte;
      const found = await probeImage(changed);
      if (found) expect(Number.isInteger(found.width) && Number.isInteger(found.height)).toBe(true);
    }),
    { numRuns: 3000 },
  );
});

// A pass for each of them would take longer than a test may.
test('spends one pass on two megabytes of markers', async () => {
  const hostile = Buffer.alloc(2_000_000, 0xff);
  hostile[1] = 0xd8;
  expect(await probeImage(hostile)).toBeUndefined();
});
