import sharp from 'sharp';
import { expect, test } from 'vitest';
import { probeImage } from '../../../src/adapters/media/probe/probe-image.ts';
import { jpegSegment, pngOf, webpChunk, withExif } from '../../support/hostile-pictures.ts';
import { bmpFile, heifFile, type TiffEntry, tiffFile } from './image-files.ts';

const START = Buffer.from([0xff, 0xd8]);
const END = Buffer.from([0xff, 0xd9]);

/** A JPEG of 90 x 60 pixels as far as its headers say, with parts before its frame. */
function jpegWith(before: readonly Buffer[], marker = 0xc0): Buffer {
  const frame = jpegSegment(marker, Buffer.from([8, 0, 60, 0, 90, 1, 1, 0x11, 0]));
  const scan = jpegSegment(0xda, Buffer.from([1, 1, 0, 0, 63, 0]));
  return Buffer.concat([START, ...before, frame, scan, Buffer.from([0x2a]), END]);
}

const JPEG = { format: 'jpeg', width: 90, height: 60, hasAlpha: false, truncated: false };

test('reads the size of a JPEG from any frame header, but not from a table', async () => {
  const frames = [];
  for (let marker = 0xc0; marker <= 0xcf; marker += 1)
    if ((await probeImage(jpegWith([], marker)))?.width === 90) frames.push(marker.toString(16));
  expect(frames).toEqual('c0 c1 c2 c3 c5 c6 c7 c9 ca cb cd ce cf'.split(' '));
});

const comment = jpegSegment(0xfe, Buffer.from('x'));

test.each([
  ['a second start', [START]],
  ['fill bytes before a marker', [Buffer.from([0xff, 0xff, 0xff]), comment]],
  ['fill bytes before the frame', [Buffer.from([0xff, 0xff, 0xff])]],
  ['a restart marker', [Buffer.from([0xff, 0xd3])]],
  ['zeros between its segments', [comment, Buffer.alloc(9)]],
])('a JPEG may have %s', async (_, before) => {
  expect(await probeImage(jpegWith(before))).toEqual(JPEG);
});

test('gives up on a JPEG of 65536 segments or more', async () => {
  const comments = (count: number) => Array.from({ length: count }, () => comment);
  expect(await probeImage(jpegWith(comments(60_000)))).toEqual(JPEG);
  expect(await probeImage(jpegWith(comments(65_536)))).toBeUndefined();
});

test('finds the alpha channel of a PNG in grey and alpha', async () => {
  const greyAlpha = pngOf({ width: 4, height: 3, depth: 8, colourType: 4 });
  expect(await probeImage(greyAlpha)).toMatchObject({
    width: 4,
    height: 3,
    hasAlpha: true,
    truncated: false,
  });
});

test('skips the padding byte after a WebP chunk of odd length', async () => {
  const exif = tiffFile([[274, 3, 1, 6]]);
  const plain = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
    .webp()
    .toBuffer();
  const whole = withExif(plain, 'webp', exif);
  const odd = webpChunk('ICCP', Buffer.from([1, 2, 3]));
  const file = Buffer.concat([whole.subarray(0, 30), odd, whole.subarray(30)]);
  file.writeUInt32LE(file.length - 8, 4);
  expect(await probeImage(file)).toMatchObject({ format: 'webp', width: 30, height: 40, truncated: false });
});

test('does not read the colours of a BMP with an old header as an alpha mask', async () => {
  const file = bmpFile({ width: 4, height: 4, depth: 32 });
  file.writeUInt32LE(3, 30);
  expect(await probeImage(file)).toMatchObject({ format: 'bmp', hasAlpha: false });
});

test.each([1, 2])(
  'a BMP compressed by method %i is complete when it has as many bytes as its header says',
  async (method) => {
    const file = bmpFile({ width: 100, height: 100, depth: 8 }).subarray(0, 54 + 20);
    file.writeUInt32LE(method, 30);
    file.writeUInt32LE(20, 34);
    expect(await probeImage(file)).toMatchObject({ width: 100, height: 100, truncated: false });
    expect(await probeImage(file.subarray(0, -1))).toMatchObject({ truncated: true });
  },
);

const PRIMARY = { format: 'heic', width: 4032, height: 3024, truncated: false };

test.each([
  ['with a tile that is larger than the primary item', heifFile({ brand: 'heic', tile: 9000 }), PRIMARY],
  ['with property numbers of two bytes', heifFile({ brand: 'heic', tile: 9000, isWide: true }), PRIMARY],
  [
    'that ends in an incomplete box',
    Buffer.concat([heifFile({ brand: 'heic' }), Buffer.alloc(3)]),
    { ...PRIMARY, truncated: true },
  ],
  [
    'whose list of properties claims more than it has, and lacks the primary item',
    heifFile({ brand: 'heic', claimed: 0xffff_ffff, primary: 50 }),
    PRIMARY,
  ],
  ['with 9000 boxes', heifFile({ brand: 'heic', boxes: 9000 }), PRIMARY],
])('reads a HEIF %s', async (_, file, want) => {
  expect(await probeImage(file)).toMatchObject(want);
});

test('recognises AVIF by any of the brands that follow a general one', async () => {
  const file = heifFile({ brand: 'mif1', compatible: 'avif' });
  const [general, special] = [file.subarray(16, 20), file.subarray(20, 24)].map((brand) =>
    Buffer.from(brand),
  );
  if (general && special) file.set(Buffer.concat([special, general]), 16);
  expect(await probeImage(file)).toMatchObject({ format: 'avif', width: 4032 });
});

test('a GIF that ends in another byte than its trailer is truncated', async () => {
  const file = await sharp({ create: { width: 4, height: 3, channels: 3, background: 'teal' } })
    .gif()
    .toBuffer();
  const odd = Buffer.concat([file.subarray(0, -1), Buffer.alloc(1)]);
  expect(await probeImage(file)).toMatchObject({ format: 'gif', width: 4, truncated: false });
  expect(await probeImage(odd)).toMatchObject({ format: 'gif', width: 4, truncated: true });
});

test.each([
  ['a description of more than a mebibyte', heifFile({ brand: 'heic', padding: 1_048_576 })],
  ['10000 boxes before its description', heifFile({ brand: 'heic', boxes: 10_000 })],
])('rejects a HEIF with %s', async (_, file) => {
  expect(await probeImage(file)).toBeUndefined();
});

const [SHORT, LONG] = [3, 4];
const SIDES: readonly TiffEntry[] = [
  [256, SHORT, 1, 40],
  [257, SHORT, 1, 30],
];

test('takes the first of several entries with the same TIFF tag', async () => {
  const strip: readonly TiffEntry[] = [
    [273, LONG, 1, 8],
    [279, LONG, 1, 4],
  ];
  expect(await probeImage(tiffFile([...SIDES, [256, SHORT, 1, 50], ...strip]))).toEqual({
    format: 'tiff',
    width: 40,
    height: 30,
    hasAlpha: false,
    truncated: false,
  });
});

test('does not read a TIFF table of more than 65536 values', async () => {
  const at = 8 + 2 + 4 * 12 + 4;
  const withStrips = (count: number) =>
    tiffFile([...SIDES, [273, LONG, count, at], [279, LONG, 1, 4]], Buffer.alloc(count * 4));
  expect(await probeImage(withStrips(65_536))).toMatchObject({ width: 40, truncated: false });
  expect(await probeImage(withStrips(65_537))).toMatchObject({ width: 40, truncated: true });
});
