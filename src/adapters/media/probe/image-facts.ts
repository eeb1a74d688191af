import type { ProbedImage } from '../../../gateway/ports/media/media.ts';

/** What a header parser extracts; the format is already known. Parsers throw `RangeError` when a header is cut off. */
export type ImageFacts = Omit<ProbedImage, 'drawn' | 'format'>;

/** Swaps the sides when an EXIF orientation (1 to 8) rotates the image by a quarter turn. */
export function toDisplayed(
  stored: { readonly width: number; readonly height: number },
  orientation: number,
): { readonly width: number; readonly height: number } {
  return orientation >= 5 && orientation <= 8
    ? { width: stored.height, height: stored.width }
    : { width: stored.width, height: stored.height };
}
