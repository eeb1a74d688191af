import { readCharacters, viewOf } from '../containers/byte-view.ts';
import {
  endOfImage,
  isStartOfFrame,
  listJpegSegments,
  startOfScan,
} from '../containers/list-jpeg-segments.ts';
import { readOrientation } from '../containers/read-tiff-directory.ts';
import { type ImageFacts, toDisplayed } from './image-facts.ts';

const exifMarker = 0xe1;
const exifPreamble = 'Exif\0\0';

/** JPEG: size from the frame header, orientation from EXIF, the end from its marker. */
export function readJpegFacts(bytes: Uint8Array): ImageFacts | undefined {
  const view = viewOf(bytes);
  let stored: { width: number; height: number } | undefined;
  let orientation: number | undefined;
  let truncated = true;
  for (const { marker, at, end } of listJpegSegments(bytes)) {
    if (marker === endOfImage) truncated = false;
    if (isStartOfFrame(marker) && at + 9 <= bytes.length) {
      stored ??= { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    }
    if (marker === exifMarker) orientation ??= readJpegOrientation(bytes.subarray(at + 4, end));
    if (marker === startOfScan && stored === undefined) return undefined;
  }
  return stored && { ...toDisplayed(stored, orientation ?? 1), hasAlpha: false, truncated };
}

/** The orientation in the content of an APP1 segment; undefined when it is not EXIF. */
export function readJpegOrientation(content: Uint8Array): number | undefined {
  const preamble = readCharacters(content, exifPreamble.length);
  return preamble === exifPreamble ? readOrientation(content.subarray(exifPreamble.length)) : undefined;
}
