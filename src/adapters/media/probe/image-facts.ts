import type { ProbedImage } from '../../../gateway/ports/media/media.ts';

/** What a header parser extracts; the format is known before. Parsers throw `RangeError` when a header is cut off. */
export type ImageFacts = Omit<ProbedImage, 'drawn' | 'format'>;

/** A view over exactly these bytes, whose reads throw `RangeError` outside of them. */
export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Four bytes as text, the way chunk and box types are written. */
export function readFourCharacters(view: DataView, at: number): string {
  const code = view.getUint32(at);
  return String.fromCharCode(code >>> 24, (code >>> 16) & 255, (code >>> 8) & 255, code & 255);
}

/** Swaps the sides when an EXIF orientation (1 to 8) rotates the image by a quarter turn. */
export function toDisplayed(
  stored: { readonly width: number; readonly height: number },
  orientation: number,
): { readonly width: number; readonly height: number } {
  return orientation >= 5 && orientation <= 8
    ? { width: stored.height, height: stored.width }
    : { width: stored.width, height: stored.height };
}
