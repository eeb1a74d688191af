import { readCharacters, readFourCharacters, viewOf } from '../containers/byte-view.ts';
import { readOrientation } from '../containers/read-tiff-directory.ts';
import { type ImageFacts, toDisplayed } from './image-facts.ts';

const alphaFlag = 0x10;
const firstChunk = 12;

/** WebP: lossy, lossless and extended files; the declared length tells whether the file is complete. */
export function readWebpFacts(bytes: Uint8Array): ImageFacts | undefined {
  const view = viewOf(bytes);
  const truncated = view.getUint32(4, true) + 8 > bytes.length;
  const data = firstChunk + 8;
  switch (readFourCharacters(view, firstChunk)) {
    case 'VP8 ': {
      const size = { width: view.getUint16(data + 6, true), height: view.getUint16(data + 8, true) };
      return { width: size.width & 0x3fff, height: size.height & 0x3fff, hasAlpha: false, truncated };
    }
    case 'VP8L': {
      const bits = view.getUint32(data + 1, true);
      const size = { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
      return { ...size, hasAlpha: ((bits >>> 28) & 1) === 1, truncated };
    }
    case 'VP8X': {
      const stored = { width: readUint24(view, data + 4) + 1, height: readUint24(view, data + 7) + 1 };
      const hasAlpha = (view.getUint8(data) & alphaFlag) !== 0;
      return { ...toDisplayed(stored, readWebpOrientation(bytes)), hasAlpha, truncated };
    }
    default:
      return undefined;
  }
}

/** The orientation in the EXIF chunk; 1 without one. */
export function readWebpOrientation(bytes: Uint8Array): number {
  const view = viewOf(bytes);
  for (let at = firstChunk; at + 8 <= bytes.length; ) {
    const length = view.getUint32(at + 4, true);
    if (readFourCharacters(view, at) === 'EXIF') return readOrientation(skipPreamble(bytes, at + 8, length));
    at += 8 + length + (length & 1);
  }
  return 1;
}

/** Some writers keep the six bytes that precede EXIF in a JPEG. */
function skipPreamble(bytes: Uint8Array, at: number, length: number): Uint8Array {
  const block = bytes.subarray(at, at + length);
  return readCharacters(block, 4) === 'Exif' ? block.subarray(6) : block;
}

function readUint24(view: DataView, at: number): number {
  return view.getUint16(at, true) + view.getUint8(at + 2) * 65_536;
}
