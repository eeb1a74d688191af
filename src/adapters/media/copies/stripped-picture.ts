import type { PictureToCopy } from '../../../gateway/ports/image-prober.ts';

/** A picture without metadata: nothing but what its pixels are decoded from. */
export interface StrippedPicture extends PictureToCopy {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Estimate of the memory that decoding needs. */
  readonly decodedBytes: number;
}
