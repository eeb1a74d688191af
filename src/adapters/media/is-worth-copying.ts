import { policies } from '../../../generated/policies.ts';
import type { ProbedImage } from '../../gateway/ports/media.ts';

/** Formats that are decoded: those that video models accept. */
const decoded: ReadonlySet<string> = new Set(['png', 'jpeg', 'webp']);

/** Whether a picture is decoded and copied: within the limits, and none that says what it was drawn from. */
export function isWorthCopying(image: ProbedImage | undefined): image is ProbedImage {
  if (!image || image.truncated || image.drawn) return false;
  return decoded.has(image.format) && image.width * image.height <= policies.references.picture_max_pixels;
}
