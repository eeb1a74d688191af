import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { work as copyPicture } from '../../../../src/adapters/media/copies/copy-picture-work.ts';
import { work as probeBytes } from '../../../../src/adapters/media/probe/probe-bytes-work.ts';
import { fourQuarters } from '../../../support/four-quarters.ts';
import {
  animation,
  exifLoop,
  jpegOfScans,
  jpegSegment,
  type PngHeader,
  pngChunk,
  pngOf,
  withExif,
} from '../../../support/hostile-pictures.ts';
import { tiffFile } from '../image-files.ts';

const stripPicture = (file: Uint8Array) => probeBytes(Uint8Array.from(file), { needsCopy: true });
const formats = ['jpeg', 'png', 'webp'] as const;

/** The copy of a picture, as pixels. */
async function copyOf(file: Uint8Array) {
  const { picture } = await stripPicture(file);
  if (!picture) throw new Error('the picture is not decoded');
  const copy = await copyPicture(picture.bytes, picture);
  if (copy === undefined) throw new Error('the picture cannot be decoded');
  return pixelsOf(Buffer.from(copy, 'base64'));
}

async function pixelsOf(file: Uint8Array) {
  const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

function differenceOf(one: Uint8Array, other: Uint8Array): number {
  return one.reduce((sum, value, index) => sum + Math.abs(value - (other[index] ?? 0)), 0) / one.length;
}

test.each(formats)('a %s is displayed upright, whichever way it is stored', async (format) => {
  const stored = await fourQuarters(96, 64, format);
  for (const orientation of [1, 2, 3, 4, 5, 6, 7, 8]) {
    const exif = await sharp(stored).withMetadata({ orientation }).toFormat(format).toBuffer();
    const want = await pixelsOf(await sharp(exif).autoOrient().png().toBuffer());
    const copy = await copyOf(exif);
    expect([orientation, copy.width, copy.height]).toEqual([orientation, want.width, want.height]);
    expect(differenceOf(copy.data, want.data), `orientation ${orientation}`).toBeLessThan(14);
  }
});

test.each([0, 9])('treats an orientation of %i, which EXIF does not define, as upright', async (value) => {
  const odd = withExif(await fourQuarters(96, 64, 'jpeg'), 'jpeg', tiffFile([[274, 3, 1, value]]));
  expect((await stripPicture(odd)).picture?.orientation).toBe(1);
});

test.each(formats)('no decoder sees the EXIF of a %s, nor other metadata', async (format) => {
  const plain = await fourQuarters(96, 64, format);
  const loop = withExif(plain, format, exifLoop(4000));
  const { image, picture } = await stripPicture(loop);
  expect(image).toMatchObject({ format, width: 96, height: 64 });
  expect(picture?.bytes.length).toBeLessThan(plain.length + 20);
  const rich = await sharp(plain)
    .withMetadata({ orientation: 1, density: 300 })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>')
    .withIccProfile('p3')
    .toFormat(format)
    .toBuffer();
  const stripped = (await stripPicture(rich)).picture?.bytes ?? rich;
  expect(await sharp(rich).metadata()).toMatchObject({ icc: expect.anything(), exif: expect.anything() });
  const { icc, exif, xmp, width, height } = await sharp(stripped).metadata();
  expect({ icc, exif, xmp, width, height }).toEqual({ width: 96, height: 64 });
});

test('text, profiles and animations of a PNG are dropped', async () => {
  const plain = await fourQuarters(40, 30, 'png');
  const bomb = deflateSync(Buffer.alloc(1_000_000));
  const dropped = [
    pngChunk('zTXt', Buffer.concat([Buffer.from('note\0\0', 'latin1'), bomb])),
    pngChunk('iCCP', Buffer.concat([Buffer.from('icc\0\0', 'latin1'), bomb])),
    pngChunk('tEXt', Buffer.from('note\0text')),
    pngChunk('acTL', Buffer.alloc(8)),
    pngChunk('IDAT', Buffer.alloc(0)),
  ];
  const rich = Buffer.concat([plain.subarray(0, 33), ...dropped, plain.subarray(33)]);
  const bare = (await stripPicture(plain)).picture?.bytes;
  expect((await stripPicture(rich)).picture?.bytes).toEqual(bare);
  expect(differenceOf((await copyOf(rich)).data, (await pixelsOf(plain)).data)).toBeLessThan(14);
});

test('what defines the colour model of a JPEG is kept, and nothing after its end', async () => {
  const plain = await fourQuarters(96, 64, 'png');
  const inks = await sharp(plain).toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer();
  const want = await pixelsOf(await sharp(inks).toColourspace('srgb').png().toBuffer());
  expect(differenceOf((await copyOf(inks)).data, want.data)).toBeLessThan(14);
  const noted = Buffer.concat([
    inks.subarray(0, 2),
    jpegSegment(0xfe, Buffer.from('a comment')),
    jpegSegment(0xed, Buffer.from('Photoshop 3.0\0')),
    inks.subarray(2),
    Buffer.alloc(5000, 7),
  ]);
  expect((await stripPicture(noted)).picture?.bytes).toEqual((await stripPicture(inks)).picture?.bytes);
});

test('a JPEG with a hundred scans is decoded, one with more is not', async () => {
  expect((await copyOf(jpegOfScans(100))).width).toBe(64);
  for (const scans of [101, 30_000]) {
    const { image, picture } = await stripPicture(jpegOfScans(scans));
    expect(image).toMatchObject({ format: 'jpeg', width: 64, height: 64, truncated: false });
    expect(picture).toBeUndefined();
  }
});

const [grey, colours, palette, greyAlpha, colourAlpha] = [0, 2, 3, 4, 6];

test.each<[string, PngHeader, boolean]>([
  ['50 million pixels of 4 bytes', { width: 7000, height: 7000, depth: 8, colourType: colourAlpha }, true],
  ['of 8', { width: 7000, height: 7000, depth: 16, colourType: colourAlpha }, false],
  [
    'of 4, interlaced',
    { width: 7000, height: 7000, depth: 8, colourType: colourAlpha, isInterlaced: true },
    false,
  ],
  ['of 3', { width: 8100, height: 6100, depth: 8, colourType: colours }, true],
  ['of 6', { width: 8100, height: 6100, depth: 16, colourType: colours }, false],
  ['of 4, grey', { width: 10_000, height: 5000, depth: 16, colourType: greyAlpha }, true],
  ['of a bit', { width: 10_000, height: 5000, depth: 1, colourType: grey }, true],
  ['of a palette', { width: 10_000, height: 5000, depth: 8, colourType: palette }, true],
  ['more than 50 million of a bit', { width: 10_000, height: 5001, depth: 1, colourType: grey }, false],
  [
    'of a palette, which become 4 bytes, interlaced',
    { width: 6000, height: 5000, depth: 1, colourType: palette, isInterlaced: true },
    false,
  ],
])('the header of a PNG states what its decoding needs: %s', async (_, header, isDecoded) => {
  const { image, picture } = await stripPicture(pngOf(header));
  expect(image).toMatchObject({ width: header.width, height: header.height });
  expect(picture !== undefined).toBe(isDecoded);
});

test('counts an alpha channel when it estimates the decoded size of a PNG with a transparent colour', async () => {
  const header = { width: 5700, height: 5700, depth: 8, colourType: colours, isInterlaced: true };
  const transparent = pngOf(header, { chunks: [pngChunk('tRNS', Buffer.alloc(6))] });
  expect((await stripPicture(pngOf(header))).picture?.decodedBytes).toBe(194_940_000);
  const { image, picture } = await stripPicture(transparent);
  expect([image?.hasAlpha, picture]).toEqual([true, undefined]);
});

test('a PNG with more data than its pixels can have is not decoded', async () => {
  const header = { width: 300, height: 300, depth: 8, colourType: colours };
  const rest = 300 * 300 * 3 + 300 * 16 + 65_536;
  expect((await stripPicture(pngOf(header, { data: Buffer.alloc(rest) }))).picture).toBeDefined();
  expect((await stripPicture(pngOf(header, { data: Buffer.alloc(rest + 1) }))).picture).toBeUndefined();
});

test('so do JPEG and WebP: twice the memory where the whole picture is kept', async () => {
  const jpeg = async (progressive: boolean) =>
    (
      await stripPicture(
        await sharp(await fourQuarters(60, 40, 'png'))
          .jpeg({ progressive })
          .toBuffer(),
      )
    ).picture?.decodedBytes;
  expect([await jpeg(false), await jpeg(true)]).toEqual([60 * 40 * 3, 60 * 40 * 3 * 2]);
  const webp = async (lossless: boolean) =>
    (
      await stripPicture(
        await sharp(await fourQuarters(60, 40, 'png'))
          .webp({ lossless })
          .toBuffer(),
      )
    ).picture?.decodedBytes;
  expect([await webp(false), await webp(true)]).toEqual([60 * 40 * 4, 60 * 40 * 4 * 2]);
});

test('the first frame of an animation is decoded', async () => {
  const moving = await animation(['#c02020', '#20c020', '#2020c0'], 64);
  const { picture } = await stripPicture(moving);
  const stripped = Buffer.from(picture?.bytes ?? []).toString('latin1');
  expect(stripped.split('ANMF')).toHaveLength(2);
  const { data, width, height } = await copyOf(moving);
  expect([width, height]).toEqual([64, 64]);
  expect(Math.abs((data[0] ?? 0) - 0xc0) + Math.abs((data[1] ?? 0) - 0x20)).toBeLessThan(16);
});

test('no stripper throws for files that are cut or altered anywhere', async () => {
  for (const format of formats) {
    const whole = withExif(await fourQuarters(40, 30, format), format, exifLoop(3));
    for (let at = 12; at < whole.length; at += 7) {
      const altered = Buffer.from(whole);
      altered[at] = (altered[at] ?? 0) ^ 0xff;
      await stripPicture(altered);
      await stripPicture(whole.subarray(0, at));
    }
  }
});
