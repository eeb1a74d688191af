/** A picture without metadata: nothing but what its pixels are decoded from. */
export interface StrippedPicture {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** EXIF orientation, 1 to 8, which the bytes no longer state. */
  readonly orientation: number;
  /** Estimate of the memory that decoding needs. */
  readonly decodedBytes: number;
}
