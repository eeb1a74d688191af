import type { Pace } from '../../../gateway/memory/pace.ts';

export interface BodyCap {
  readonly maxBytes: number;
  /** The announced length, if any. */
  readonly declared: number;
  /** Called before this many more bytes are buffered. */
  readonly reserve: (bytes: number) => boolean;
  /** Without it everything is received as it arrives. */
  readonly pace?: Pace | undefined;
}

/** Bytes reserved at a time when no length was announced. */
const STEP = 2 ** 20;

/**
 * Reads a body until it ends or exceeds the cap, whatever its headers announced; the rest is cancelled, so an endless
 * body costs no more than the cap. Rejects if the stream does.
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

/** A large buffer is allocated at its maximum: memory that is never written to costs nothing, and copying would. */
function enlarged(bytes: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(size);
  larger.set(bytes);
  return larger;
}
