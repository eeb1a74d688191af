/** One-way digests, hexadecimal. */
export interface Digest {
  /** SHA-256 of a text (as UTF-8) or of bytes. */
  sha256(data: string | Uint8Array): string;
}
