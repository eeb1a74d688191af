import type { ProbedImage } from '../../../gateway/ports/media/media.ts';
import { stripPicture } from '../copies/strip-picture.ts';
import type { StrippedPicture } from '../copies/stripped-picture.ts';
import { probeImage } from './probe-image.ts';

/** An image, and its stripped bytes if a copy is needed and not too expensive. */
export interface BytesProbed {
  readonly image: ProbedImage | undefined;
  readonly picture?: StrippedPicture | undefined;
}

export async function work(
  bytes: Uint8Array,
  { needsCopy }: { readonly needsCopy: boolean },
): Promise<BytesProbed> {
  const image = await probeImage(bytes);
  return needsCopy && image ? { image, picture: stripPicture(bytes, image) } : { image };
}

/** The stripped bytes are transferred back without a copy. */
export function listTransferables({ picture }: BytesProbed): readonly ArrayBufferLike[] {
  return picture ? [picture.bytes.buffer] : [];
}
