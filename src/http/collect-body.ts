import type { BodyRead, BodyRoom } from '../gateway/exchange.ts';
import type { Pace } from '../gateway/memory/pace.ts';
import { InflateError, inflate, isGzip } from './inflate.ts';

/** Size limit of a body, and its announced length. */
export interface CollectOptions {
  readonly maxBytes: number;
  /** NaN when no length was announced. */
  readonly declared: number;
  /** Reserves capacity; without it there is no limit. */
  readonly room: BodyRoom | undefined;
  /** Without it everything is received as it comes. */
  readonly pace?: Pace;
  /** The `Content-Encoding`, of which gzip is understood. */
  readonly encoding?: string | undefined;
}

/** Thrown by what receives a body in very many chunks with too few bytes in each. */
export class FragmentedError extends Error {
  override readonly name = 'FragmentedError';
}

const FIRST_BYTES = 16_384;

/**
 * Collects a body into one buffer, copying each chunk as it arrives. A large buffer is allocated up front when the length
 * is known, and grown step by step when it is not.
 */
export async function collectBody(
  sent: AsyncIterable<Uint8Array>,
  { maxBytes, declared: sentBytes, room, pace, encoding }: CollectOptions,
): Promise<BodyRead> {
  if (sentBytes > maxBytes) return 'too_large';
  const isCompressed = isGzip(encoding);
  const chunks = isCompressed ? inflate(sent, maxBytes) : sent;
  const declared = isCompressed ? Number.NaN : sentBytes;
  const known = Number.isSafeInteger(declared) && declared >= 0 ? declared : undefined;
  let taken = 0;
  let length = 0;
  const isInRoom = (needed: number): boolean | Promise<boolean> => {
    if (!room || needed <= room.freely || needed <= taken) return true;
    const goal = known !== undefined && needed <= known ? known : Math.min(maxBytes, needed * 2);
    const more = goal - taken;
    taken = goal;
    return room.take(more);
  };
  if (!(await isInRoom(known ?? 0))) return 'no_room';
  let bytes = new Uint8Array(known ?? FIRST_BYTES);
  try {
    for await (const chunk of chunks) {
      const needed = length + chunk.length;
      if (needed > maxBytes) return 'too_large';
      if (!(await isInRoom(needed))) return 'no_room';
      if (needed > bytes.length) bytes = enlarged(bytes, { length, needed, maxBytes });
      bytes.set(chunk, length);
      length = needed;
      await pace?.spend(chunk.length);
    }
  } catch (error) {
    if (error instanceof FragmentedError) return 'fragmented';
    return error instanceof InflateError ? 'not_gzip' : 'aborted';
  }
  return bytes.subarray(0, length);
}

/** Above this size a buffer is allocated at its maximum: memory that is never written to costs nothing, and copying would. */
const LARGE_BYTES = 2 ** 20;

function enlarged(
  bytes: Uint8Array,
  {
    length,
    needed,
    maxBytes,
  }: { readonly length: number; readonly needed: number; readonly maxBytes: number },
): Uint8Array<ArrayBuffer> {
  const doubled = Math.max(needed, bytes.length * 2);
  const larger = new Uint8Array(doubled > LARGE_BYTES ? maxBytes : doubled);
  larger.set(bytes.subarray(0, length));
  return larger;
}
