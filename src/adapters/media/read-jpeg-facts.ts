import { type ImageFacts, toDisplayed, viewOf } from './image-facts.ts';
import { readOrientation } from './read-tiff-directory.ts';

const startOfScan = 0xda;
const endOfImage = 0xd9;
/** No image has more segments than this. */
const markerLimit = 65_536;

const exifPreamble = 'Exif\0\0';

/**
 * JPEG: walks the segments and jumps over entropy-coded data from marker to marker, so that a file of any content costs one pass.
 * The end marker counts only where a marker can stand, never inside a thumbnail or a trailer.
 */
export function readJpegFacts(bytes: Uint8Array): ImageFacts | undefined {
  const view = viewOf(bytes);
  let stored: { width: number; height: number } | undefined;
  let orientation: number | undefined;
  let truncated = true;
  for (let at = nextMarker(bytes, 2), seen = 0; at !== -1 && seen < markerLimit; seen += 1) {
    const marker = view.getUint8(at + 1);
    if (marker === endOfImage) {
      truncated = false;
      break;
    }
    if (at + 4 > bytes.length) break;
    const length = view.getUint16(at + 2);
    if (isFrame(marker) && at + 9 <= bytes.length) {
      stored ??= { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    }
    if (marker === 0xe1) orientation ??= readExif(bytes.subarray(at + 4, at + 2 + length));
    if (marker === startOfScan && stored === undefined) return undefined;
    at = nextMarker(bytes, at + 2 + Math.max(length, 2));
  }
  return stored && { ...toDisplayed(stored, orientation ?? 1), hasAlpha: false, truncated };
}

/** Position of the next marker at or after `from`: stuffed zeros, fill bytes and restart markers are none. */
function nextMarker(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 2)) {
    while (bytes[at + 1] === 0xff) at += 1;
    const code = bytes[at + 1];
    if (code === undefined) return -1;
    if (code >= 0xc0 && !(code >= 0xd0 && code <= 0xd8)) return at;
  }
  return -1;
}

/** The start-of-frame markers; three codes of their range mean tables. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

function readExif(segment: Uint8Array): number | undefined {
  const preamble = Buffer.from(segment.subarray(0, exifPreamble.length)).toString('latin1');
  return preamble === exifPreamble ? readOrientation(segment.subarray(exifPreamble.length)) : undefined;
}
