import type { Pace } from '../../gateway/memory/pace.ts';

/** How much of a body may be kept. */
export interface BodyCap {
  readonly maxBytes: number;
  /** Length that was announced, if any. */
  readonly declared: number;
  /** Asked before so many more bytes are kept. */
  readonly reserve: (bytes: number) => boolean;
  /** Without it everything is received as it comes. */
  readonly pace?: Pace | undefined;
}

/** Room that is asked for at a time where no length was announced. */
const STEP = 2 ** 20;

/**
 * Reads a body until it ends or exceeds the cap, whatever its headers promised; the rest is cancelled, so an endless body
 * costs no more than the cap. Rejects as the stream does.
 */
export async function readCapped(
  body: ReadableStream<Uint8Array> | null,
  { maxBytes, declared, reserve, pace }: BodyCap,
): Promise<Uint8Array | 'too_large' | 'no_room'> {
  if (body === null) return new Uint8Array(0);
  if (!reserve(declared)) {
    await body.cancel();
    return 'no_room';
  }
  let bytes = new Uint8Array(declared);
  let reserved = declared;
  let length = 0;
  // Leaving the loop early cancels the stream.
  for await (const chunk of body) {
    const needed = length + chunk.length;
    if (needed > maxBytes) return 'too_large';
    if (needed > reserved) {
      const goal = Math.min(maxBytes, Math.max(needed, reserved * 2, STEP));
      if (!reserve(goal - reserved)) return 'no_room';
      reserved = goal;
    }
    if (needed > bytes.length)
      bytes = enlarged(bytes.subarray(0, length), needed > STEP ? maxBytes : reserved);
    bytes.set(chunk, length);
    length = needed;
    await pace?.spend(chunk.length);
  }
  return bytes.subarray(0, length);
}

/** What is large is made as large as it can get: memory that is never written to costs nothing, and copying it again would. */
function enlarged(bytes: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(size);
  larger.set(bytes);
  return larger;
}
