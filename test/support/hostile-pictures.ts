import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** A segment of a JPEG file. */
export function jpegSegment(marker: number, content: Uint8Array): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}

/** A chunk of a PNG file. */
export function pngChunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(data.length, 0);
  chunk.set(body, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return chunk;
}

/** A progressive JPEG of one colour in that many scans: the first has its pixels, the others nothing, and each costs a pass over it. */
export function jpegOfScans(count: number, { side = 64 } = {}): Buffer {
  const blocks = Math.ceil(side / 8) ** 2;
  const frame = Buffer.from([8, 0, 0, 0, 0, 1, 1, 0x11, 0]);
  frame.writeUInt16BE(side, 1);
  frame.writeUInt16BE(side, 3);
  const firstScan = jpegSegment(0xda, Buffer.from([1, 1, 0x00, 0, 0, 0x01]));
  const refinement = jpegSegment(0xda, Buffer.from([1, 1, 0x00, 0, 0, 0x10]));
  // One bit per block in each: the code of a difference of zero, and a bit that refines nothing.
  const bits = Buffer.alloc(Math.ceil(blocks / 8));
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    jpegSegment(0xdb, Buffer.concat([Buffer.from([0]), Buffer.alloc(64, 1)])),
    jpegSegment(0xc2, frame),
    jpegSegment(0xc4, Buffer.concat([Buffer.from([0x00, 1]), Buffer.alloc(15), Buffer.from([0])])),
    firstScan,
    bits,
    ...Array.from({ length: count - 1 }, () => Buffer.concat([refinement, bits])),
    Buffer.from([0xff, 0xd9]),
  ]);
}

/** EXIF that leads its reader in circles: every entry of the first directory is that directory again. */
export function exifLoop(entries: number): Buffer {
  const tiff = Buffer.alloc(8 + 2 + entries * 12 + 4);
  tiff.write('II*\0', 'latin1');
  tiff.writeUInt32LE(8, 4);
  tiff.writeUInt16LE(entries, 8);
  for (let index = 0; index < entries; index += 1) {
    const at = 10 + index * 12;
    tiff.writeUInt16LE(0x8769, at);
    tiff.writeUInt16LE(4, at + 2);
    tiff.writeUInt32LE(1, at + 4);
    tiff.writeUInt32LE(8, at + 8);
  }
  return tiff;
}

/** A picture with an EXIF block where its format has one. */
export function withExif(picture: Buffer, format: 'jpeg' | 'png' | 'webp', exif: Buffer): Buffer {
  switch (format) {
    case 'jpeg': {
      const content = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), exif]);
      return Buffer.concat([picture.subarray(0, 2), jpegSegment(0xe1, content), picture.subarray(2)]);
    }
    case 'png':
      return Buffer.concat([picture.subarray(0, 33), pngChunk('eXIf', exif), picture.subarray(33)]);
    case 'webp':
      return webpWithExif(picture, exif);
    default:
      return format satisfies never;
  }
}

/** A simple WebP file, extended. */
function webpWithExif(picture: Buffer, exif: Buffer): Buffer {
  const pixels = picture.subarray(12);
  const extended = webpChunk('VP8X', Buffer.alloc(10));
  extended[8] = 0x08;
  extended.writeUIntLE((pixels.readUInt16LE(14) & 0x3fff) - 1, 12, 3);
  extended.writeUIntLE((pixels.readUInt16LE(16) & 0x3fff) - 1, 15, 3);
  const body = Buffer.concat([Buffer.from('WEBP'), extended, pixels, webpChunk('EXIF', exif)]);
  return webpChunk('RIFF', body);
}

/** A chunk of a WebP file. */
export function webpChunk(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(type, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length & 1)]);
}

/** The header of a PNG. */
export interface PngHeader {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly colourType: number;
  readonly isInterlaced?: boolean;
}

/** A PNG of any kind with additional chunks and data that is not pixels. */
export function pngOf(
  { width, height, depth, colourType, isInterlaced = false }: PngHeader,
  { chunks = [], data = deflateSync(Buffer.alloc(100)) }: { chunks?: Buffer[]; data?: Buffer } = {},
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colourType, 0, 0, isInterlaced ? 1 : 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    ...chunks,
    pngChunk('IDAT', data),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** An animation: the colours, one after another. */
export async function animation(colours: readonly string[], side: number): Promise<Buffer> {
  const frames = await Promise.all(
    colours.map((background) =>
      sharp({ create: { width: side, height: side, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  return sharp(frames, { join: { animated: true } })
    .webp({ lossless: true })
    .toBuffer();
}
