import { type ImageFacts, toDisplayed } from './image-facts.ts';
import { readTiffDirectory, type TiffDirectory } from './read-tiff-directory.ts';

const tag = {
  width: 256,
  height: 257,
  stripOffsets: 273,
  orientation: 274,
  stripLengths: 279,
  tileOffsets: 324,
  tileLengths: 325,
  extraSamples: 338,
};

/** TIFF: everything from the first directory; alpha is an extra sample declared as such, associated or not. */
export function readTiffFacts(bytes: Uint8Array): ImageFacts | undefined {
  const directory = readTiffDirectory(bytes);
  const width = directory.get(tag.width)?.[0];
  const height = directory.get(tag.height)?.[0];
  if (width === undefined || height === undefined) return undefined;
  const extra = directory.get(tag.extraSamples) ?? [];
  return {
    ...toDisplayed({ width, height }, directory.get(tag.orientation)?.[0] ?? 1),
    hasAlpha: extra.some((sample) => sample === 1 || sample === 2),
    truncated: endOfPixels(directory) > bytes.length,
  };
}

function endOfPixels(directory: TiffDirectory): number {
  const offsets = directory.get(tag.stripOffsets) ?? directory.get(tag.tileOffsets) ?? [];
  const lengths = directory.get(tag.stripLengths) ?? directory.get(tag.tileLengths) ?? [];
  // Tables that lie beyond the end of the file were not read.
  if (offsets.length === 0) return Number.POSITIVE_INFINITY;
  return offsets.reduce((end, offset, index) => Math.max(end, offset + (lengths[index] ?? 0)), 0);
}
