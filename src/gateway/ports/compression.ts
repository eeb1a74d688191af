/** Compresses responses for clients that accept it (section 4.1). */
export interface Compression {
  gzip(text: string): Promise<Uint8Array>;
}
