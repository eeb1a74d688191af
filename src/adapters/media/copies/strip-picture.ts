import { policies } from '../../../../generated/policies.ts';
import type { ProbedImage } from '../../../gateway/ports/media/media.ts';
import { stripJpeg } from './strip-jpeg.ts';
import { stripPng } from './strip-png.ts';
import { stripWebp } from './strip-webp.ts';
import type { StrippedPicture } from './stripped-picture.ts';

const { references } = policies;

/** Formats that are decoded: those that video models accept. */
const strippers: Readonly<Record<string, ((bytes: Uint8Array) => StrippedPicture | undefined) | undefined>> =
  { png: stripPng, jpeg: stripJpeg, webp: stripWebp };

/**
 * The part of a picture that is decoded to copy it. Undefined for one that is not worth it or that could be too
 * expensive to decode, judging by its headers. No decoder sees metadata, which can cost more time and memory than
 * pixels. The bytes are modified in place.
 */
export function stripPicture(bytes: Uint8Array, image: ProbedImage): StrippedPicture | undefined {
  if (image.truncated || image.drawn || image.width * image.height > references.picture_max_pixels)
    return undefined;
  try {
    const stripped = strippers[image.format]?.(bytes);
    const isWithin = stripped && stripped.decodedBytes <= references.picture_max_decoded_bytes;
    return isWithin ? stripped : undefined;
  } catch {
    return undefined; // a header that points beyond the bytes
  }
}
