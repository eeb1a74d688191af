import { readFourCharacters, viewOf } from '../containers/byte-view.ts';
import { readOrientation } from '../containers/read-tiff-directory.ts';
import { createKeptBytes } from './kept-bytes.ts';
import type { StrippedPicture } from './stripped-picture.ts';

const signatureBytes = 8;
const chunkFrame = 12;
/** Channels by colour type, once decoded; a palette may have transparent entries. */
const channels: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 4, 4: 2, 6: 4 };
const keptOnce: ReadonlySet<string> = new Set(['IHDR', 'PLTE', 'tRNS']);
/** Compression never makes pixels larger than this, so a longer file has other contents, which a decoder would unpack as well. */
const MOST_ROW_OVERHEAD = 16;
const MOST_OVERHEAD = 65_536;

/** Keeps header, palette, transparency and pixels. An animation becomes its default picture. */
export function stripPng(bytes: Uint8Array): StrippedPicture | undefined {
  const view = viewOf(bytes);
  const kept = createKeptBytes(bytes);
  kept.keep(0, signatureBytes);
  const seen = new Set<string>();
  let orientation: number | undefined;
  let packedBytes = 0;
  for (let at = signatureBytes; at + chunkFrame <= bytes.length; ) {
    const length = view.getUint32(at);
    const end = at + chunkFrame + length;
    const type = readFourCharacters(view, at + 4);
    if (type === 'eXIf') orientation ??= readOrientation(bytes.subarray(at + 8, end - 4));
    if (keptOnce.has(type) ? !seen.has(type) : type === 'IEND' || (type === 'IDAT' && length > 0)) {
      seen.add(type);
      if (type === 'IDAT') packedBytes += length;
      kept.keep(at, end);
    }
    if (type === 'IEND') break;
    at = end;
  }
  const perPixel = (channels[view.getUint8(25)] ?? 0) + (seen.has('tRNS') ? 1 : 0);
  const depthBytes = view.getUint8(24) > 8 ? 2 : 1;
  const isInterlaced = view.getUint8(28) !== 0;
  const pixels = view.getUint32(16) * view.getUint32(20);
  const decodedBytes = pixels * perPixel * depthBytes * (isInterlaced ? 2 : 1);
  if (packedBytes > decodedBytes + view.getUint32(20) * MOST_ROW_OVERHEAD + MOST_OVERHEAD) return undefined;
  return { bytes: kept.finish(), orientation: orientation ?? 1, decodedBytes };
}
