import { readFourCharacters, viewOf } from '../containers/byte-view.ts';
import { readOrientation } from '../containers/read-tiff-directory.ts';
import { type ImageFacts, toDisplayed } from './image-facts.ts';

const chunkFrame = 12;

/** PNG, 4.2.1 "Integers and byte order": the largest value of a four-byte integer. */
const MAX_INTEGER = 2 ** 31 - 1;

/** PNG: size and colour type from `IHDR`, transparency also from `tRNS`, orientation from `eXIf`, the end from `IEND`. */
export function readPngFacts(bytes: Uint8Array): ImageFacts | undefined {
  const view = viewOf(bytes);
  if (readFourCharacters(view, 12) !== 'IHDR') return undefined;
  const stored = { width: view.getUint32(16), height: view.getUint32(20) };
  if (Math.max(stored.width, stored.height) > MAX_INTEGER) return undefined;
  const colourType = view.getUint8(25);
  let hasAlpha = colourType === 4 || colourType === 6;
  let orientation: number | undefined;
  let truncated = true;
  for (let at = 8; at + chunkFrame <= bytes.length; ) {
    const length = view.getUint32(at);
    const end = at + chunkFrame + length;
    if (end > bytes.length) break;
    const type = readFourCharacters(view, at + 4);
    if (type === 'tRNS') hasAlpha = true;
    if (type === 'eXIf') orientation ??= readOrientation(bytes.subarray(at + 8, at + 8 + length));
    if (type === 'IEND') {
      truncated = false;
      break;
    }
    at = end;
  }
  return { ...toDisplayed(stored, orientation ?? 1), hasAlpha, truncated };
}
