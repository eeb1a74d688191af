import { crc32, deflateSync } from 'node:zlib';

/** What a hand-made PNG looks like. */
export interface PngOptions {
  readonly width: number;
  readonly height: number;
  readonly hasAlpha?: boolean;
  /** The exact length of the file, reached by a private chunk. */
  readonly bytes?: number;
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const CHUNK_OVERHEAD = 12;

/** A complete black PNG: one bit per pixel, or grey with alpha. Thirty-six million pixels take a few milliseconds. */
export function pngFile({ width, height, hasAlpha = false, bytes }: PngOptions): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = hasAlpha ? 8 : 1;
  header[9] = hasAlpha ? 4 : 0;
  const row = 1 + (hasAlpha ? 2 * width : Math.ceil(width / 8));
  const pixels = deflateSync(Buffer.alloc(row * height), { level: 1 });
  const used = SIGNATURE.length + 3 * CHUNK_OVERHEAD + header.length + pixels.length;
  const padding = bytes === undefined ? 0 : bytes - used - CHUNK_OVERHEAD;
  if (padding < 0) throw new RangeError(`${width}x${height} needs more than ${bytes} bytes`);
  // Made in place: the long ones have fifty megabytes.
  const file = Buffer.alloc(bytes ?? used);
  SIGNATURE.copy(file);
  let at = writeChunk(file, { type: 'IHDR', data: header, at: SIGNATURE.length });
  if (bytes !== undefined) at = writeChunk(file, { type: 'paDD', data: file.subarray(0, 0), at, padding });
  at = writeChunk(file, { type: 'IDAT', data: pixels, at });
  writeChunk(file, { type: 'IEND', data: file.subarray(0, 0), at });
  return file;
}

interface Chunk {
  readonly type: string;
  readonly data: Uint8Array;
  /** Where it begins. */
  readonly at: number;
  /** Zeros after the data. */
  readonly padding?: number;
}

/** Writes a chunk into a file of zeros; returns where it ends. */
function writeChunk(file: Buffer, { type, data, at, padding = 0 }: Chunk): number {
  const end = at + 8 + data.length + padding;
  file.writeUInt32BE(data.length + padding, at);
  file.write(type, at + 4, 'latin1');
  file.set(data, at + 8);
  file.writeUInt32BE(crc32(file.subarray(at + 4, end)), end);
  return end + 4;
}
