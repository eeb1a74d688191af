import type { BodyRead, BodyRoom } from '../gateway/exchange.ts';
import type { Pace } from '../gateway/memory/pace.ts';
import { type Gunzip, InflateError, inflate, isGzip, TooLongError, webGunzip } from './inflate.ts';

/** Size limit of a body, and its announced length. */
export interface CollectOptions {
  readonly maxBytes: number;
  /** NaN when no length was announced. */
  readonly declared: number;
  /** Reserves capacity; without it there is no limit. */
  readonly room: BodyRoom | undefined;
  /** Without it bytes are received as they arrive. */
  readonly pace?: Pace;
  /** The `Content-Encoding`; only gzip is supported. */
  readonly encoding?: string | undefined;
  /** How gzip is inflated; by default in a way that works in every runtime. */
  readonly gunzip?: Gunzip;
}

/** Thrown when a body arrives in very many chunks with too few bytes in each. */
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
  { maxBytes, declared: sentBytes, room, pace, encoding, gunzip = webGunzip }: CollectOptions,
): Promise<BodyRead> {
  if (sentBytes > maxBytes) return 'too_large';
  const isCompressed = isGzip(encoding);
  const chunks = isCompressed ? inflate(sent, { open: gunzip.open, most: maxBytes }) : sent;
  const declared = isCompressed ? Number.NaN : sentBytes;
  const known = Number.isSafeInteger(declared) && declared >= 0 ? declared : undefined;
  const reservation = createReservation(room, { known, maxBytes });
  if (!(await reservation.covers(0))) return 'no_room';
  let bytes = new Uint8Array(Math.min(known ?? FIRST_BYTES, FIRST_LARGE_BYTES));
  let length = 0;
  let seen = 0;
  try {
    for await (const chunk of chunks) {
      const needed = length + chunk.length;
      if (needed > maxBytes) return 'too_large';
      if (!(await reservation.covers(needed))) return 'no_room';
      if (needed > bytes.length) bytes = enlarged(bytes, { length, needed, most: known ?? maxBytes });
      bytes.set(chunk, length);
      length = needed;
      if (room && length > room.freely) {
        if (!room.look(bytes.subarray(seen, length))) return 'no_room';
        seen = length;
      }
      await pace?.spend(chunk.length);
    }
  } catch (error) {
    if (error instanceof FragmentedError) return 'fragmented';
    if (error instanceof TooLongError) return 'too_large';
    return error instanceof InflateError ? gunzip.fault : 'aborted';
  }
  return bytes.subarray(0, length);
}

/** Allocated at the start, regardless of the announced length. */
const FIRST_LARGE_BYTES = 2 ** 20;

/**
 * Reserves twice what was received, however much was announced: bytes that never arrive take no capacity from others.
 */
function createReservation(
  room: BodyRoom | undefined,
  { known = 0, maxBytes }: { readonly known: number | undefined; readonly maxBytes: number },
) {
  let taken = 0;
  return {
    /** Whether this many bytes may be received. */
    covers(needed: number): boolean | Promise<boolean> {
      const isFirst = taken === 0;
      if (!room || Math.max(needed, isFirst ? known : 0) <= room.freely) return true;
      if (needed <= taken && !isFirst) return true;
      const most = needed <= known ? known : maxBytes;
      const goal = Math.min(most, 2 * Math.max(needed, room.freely));
      const more = goal - taken;
      taken = goal;
      return room.take(more, isFirst ? Math.max(known - goal, 0) : 0);
    },
  };
}

/** Above this size a buffer is allocated at its maximum: memory that is never written to costs nothing, and copying would. */
const LARGE_BYTES = 2 ** 24;

function enlarged(
  bytes: Uint8Array,
  { length, needed, most }: { readonly length: number; readonly needed: number; readonly most: number },
): Uint8Array<ArrayBuffer> {
  const doubled = Math.max(needed, bytes.length * 2);
  const larger = new Uint8Array(doubled > LARGE_BYTES ? Math.max(most, needed) : doubled);
  larger.set(bytes.subarray(0, length));
  return larger;
}
