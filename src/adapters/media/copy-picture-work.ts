import { policies } from '../../../generated/policies.ts';
import type { PictureCopy, ProbedImage } from '../../gateway/ports/media.ts';
import { createMediaProber } from './create-media-prober.ts';
import { isWorthCopying } from './is-worth-copying.ts';

const { references } = policies;

/** Probes one file and makes a small copy of it, in a thread, if it is worth copying. */
export async function work(bytes: Uint8Array): Promise<ProbedImage | undefined> {
  const image = await createMediaProber().probe(bytes);
  if (!isWorthCopying(image)) return image;
  const copy = await copyPicture(bytes).catch(() => undefined); // what the header promises is not there
  return copy === undefined ? image : { ...image, copy };
}

/** A WebP file within the limits; undefined when no quality is low enough. Transparent parts become white. */
async function copyPicture(bytes: Uint8Array): Promise<PictureCopy | undefined> {
  const { default: sharp } = await import('sharp');
  const small = sharp(bytes, { limitInputPixels: references.picture_max_pixels, failOn: 'error' })
    .timeout({ seconds: references.picture_seconds })
    .autoOrient()
    .resize(references.picture_side, references.picture_side, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb');
  const { data, info } = await small.raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  for (const quality of references.picture_qualities) {
    const file = await sharp(data, { raw: { width, height, channels } })
      .webp({ quality, effort: 5 })
      .toBuffer();
    if (file.length <= references.picture_bytes) return file.toString('base64');
  }
  return undefined;
}
