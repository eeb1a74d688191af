import type { PictureToCopy } from '../../../gateway/ports/media/image-prober.ts';

/** A picture without metadata: only what is needed to decode its pixels. */
export interface StrippedPicture extends PictureToCopy {
  /** Estimate of the memory that decoding needs. */
  readonly decodedBytes: number;
}
