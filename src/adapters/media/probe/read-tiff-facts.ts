import { readTiffDirectory, type TiffDirectory } from '../containers/read-tiff-directory.ts';
import { type ImageFacts, toDisplayed } from './image-facts.ts';

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
  const { tags, complete } = readTiffDirectory(bytes);
  const width = tags.get(tag.width)?.[0];
  const height = tags.get(tag.height)?.[0];
  if (width === undefined || height === undefined) return undefined;
  const extra = tags.get(tag.extraSamples) ?? [];
  return {
    ...toDisplayed({ width, height }, tags.get(tag.orientation)?.[0] ?? 1),
    hasAlpha: extra.some((sample) => sample === 1 || sample === 2),
    truncated: !complete || endOfPixels(tags) > bytes.length,
  };
}

function endOfPixels(tags: TiffDirectory['tags']): number {
  const offsets = tags.get(tag.stripOffsets) ?? tags.get(tag.tileOffsets) ?? [];
  const lengths = tags.get(tag.stripLengths) ?? tags.get(tag.tileLengths) ?? [];
  // Tables that lie beyond the end of the file were not read.
  if (offsets.length === 0) return Number.POSITIVE_INFINITY;
  return offsets.reduce((end, offset, index) => Math.max(end, offset + (lengths[index] ?? 0)), 0);
}
