import type { PictureToCopy } from '../../../gateway/ports/media/image-prober.ts';

/** A picture without metadata: nothing but what its pixels are decoded from. */
export interface StrippedPicture extends PictureToCopy {
  /** Estimate of the memory that decoding needs. */
  readonly decodedBytes: number;
}
