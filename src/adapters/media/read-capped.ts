/** How much of a body may be kept. */
export interface BodyCap {
  readonly maxBytes: number;
  /** Length that was announced, if any. */
  readonly declared: number;
  /** Asked before so many more bytes are kept. */
  readonly reserve: (bytes: number) => boolean;
}

/** Room that is asked for at a time where no length was announced. */
const STEP = 2 ** 20;

/**
 * Reads a body until it ends or exceeds the cap, whatever its headers promised; the rest is cancelled, so an endless body
 * costs no more than the cap. Rejects as the stream does.
 */
export async function readCapped(
  body: ReadableStream<Uint8Array> | null,
  { maxBytes, declared, reserve }: BodyCap,
): Promise<Uint8Array | 'too_large' | 'no_room'> {
  if (body === null) return new Uint8Array(0);
  if (!reserve(declared)) {
    await body.cancel();
    return 'no_room';
  }
  let bytes = new Uint8Array(declared);
  let length = 0;
  // Leaving the loop early cancels the stream.
  for await (const chunk of body) {
    const needed = length + chunk.length;
    if (needed > maxBytes) return 'too_large';
    if (needed > bytes.length) {
      const size = Math.min(maxBytes, Math.max(needed, bytes.length * 2, STEP));
      if (!reserve(size - bytes.length)) return 'no_room';
      const larger = new Uint8Array(size);
      larger.set(bytes.subarray(0, length));
      bytes = larger;
    }
    bytes.set(chunk, length);
    length = needed;
  }
  return length === bytes.length ? bytes : bytes.slice(0, length);
}
