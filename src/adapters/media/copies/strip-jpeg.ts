import { policies } from '../../../../generated/policies.ts';
import { readCharacters, viewOf } from '../containers/byte-view.ts';
import {
  endOfImage,
  isStartOfFrame,
  type JpegSegment,
  listJpegSegments,
  startOfScan,
} from '../containers/list-jpeg-segments.ts';
import { readJpegOrientation } from '../probe/read-jpeg-facts.ts';
import { createKeptBytes } from './kept-bytes.ts';
import type { StrippedPicture } from './stripped-picture.ts';

const [baseline, extended, progressive] = [0xc0, 0xc1, 0xc2];
const [huffmanTables, quantisation, restartInterval] = [0xc4, 0xdb, 0xdd];
const [jfif, exif, adobe] = [0xe0, 0xe1, 0xee];
const tables: ReadonlySet<number> = new Set([huffmanTables, quantisation, restartInterval]);

/**
 * Keeps frame, tables and scans, and the first JFIF and Adobe segments, which determine the colour model. Undefined
 * for frames other than baseline, extended and progressive, and for more scans than an encoder writes: each costs a
 * pass over the pixels.
 */
export function stripJpeg(bytes: Uint8Array): StrippedPicture | undefined {
  const kept = createKeptBytes(bytes);
  kept.keep(0, 2);
  const seen = new Set<number>();
  let frame: Frame | undefined;
  let orientation: number | undefined;
  let scans = 0;
  for (const segment of listJpegSegments(bytes)) {
    const { marker, at, end, next } = segment;
    const isFirst = !seen.has(marker);
    if (isStartOfFrame(marker)) frame ??= readFrame(bytes, segment);
    if (marker === exif) orientation ??= readJpegOrientation(bytes.subarray(at + 4, end));
    if (marker === startOfScan) {
      scans += 1;
      if (scans > policies.references.picture_max_scans || !frame?.isDecoded) return undefined;
      kept.keep(at, next);
    } else if (isStartOfFrame(marker) || tables.has(marker) || marker === endOfImage) kept.keep(at, end);
    else if (isFirst && isColourModel(bytes, segment)) {
      seen.add(marker);
      kept.keep(at, end);
    }
  }
  if (!frame) return undefined;
  const { samples, isProgressive } = frame;
  const isWhole = isProgressive || scans > 1;
  return { bytes: kept.finish(), orientation: orientation ?? 1, decodedBytes: samples * (isWhole ? 2 : 1) };
}

interface Frame {
  readonly samples: number;
  readonly isProgressive: boolean;
  readonly isDecoded: boolean;
}

/** Throws `RangeError` when the segment is cut off. */
function readFrame(bytes: Uint8Array, { marker, at }: JpegSegment): Frame {
  const view = viewOf(bytes);
  const depth = view.getUint8(at + 4);
  const samples = view.getUint16(at + 5) * view.getUint16(at + 7) * view.getUint8(at + 9);
  const isProgressive = marker === progressive;
  return {
    samples,
    isProgressive,
    isDecoded: depth === 8 && (isProgressive || marker === baseline || marker === extended),
  };
}

function isColourModel(bytes: Uint8Array, { marker, at }: JpegSegment): boolean {
  const name = readCharacters(bytes.subarray(at + 4), 5);
  return (marker === jfif && name === 'JFIF\0') || (marker === adobe && name === 'Adobe');
}
