import type { ProbedImage } from '../../../gateway/ports/media.ts';
import { createMediaProber } from '../create-media-prober.ts';
import { stripPicture } from './strip-picture.ts';
import type { StrippedPicture } from './stripped-picture.ts';

/** An image, and what is decoded to copy it. */
export interface ImageToCopy {
  readonly image: ProbedImage | undefined;
  readonly picture: StrippedPicture | undefined;
}

/** Probes one file and strips it, in a thread. */
export async function work(bytes: Uint8Array): Promise<ImageToCopy> {
  const image = await createMediaProber().probe(bytes);
  return { image, picture: image && stripPicture(bytes, image) };
}

/** The stripped bytes are transferred back without a copy. */
export function handOver({ picture }: ImageToCopy): readonly ArrayBufferLike[] {
  return picture ? [picture.bytes.buffer] : [];
}
