import type { IncomingMessage } from 'node:http';
import { Duplex } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { policies } from '../../generated/policies.ts';
import type { BodyRead, BodyRoom } from '../gateway/exchange.ts';
import type { Pace } from '../gateway/memory/pace.ts';
import { collectBody, FragmentedError } from './collect-body.ts';
import type { Gunzip } from './inflate.ts';
import { receiveChunks } from './receive-chunks.ts';

/** The body of a request that Node is receiving. */
export interface IncomingBody {
  /** Called at most once. */
  read(maxBytes: number, room?: BodyRoom): BodyRead | Promise<BodyRead>;
  /** Whether the request has been received completely. */
  hasArrived(): boolean;
  /** Reads and discards the rest; resolves at its end, or when it is too long or too slow. */
  discard(): Promise<void>;
}

/** How bodies are received: accepted ones, and refused ones that are drained so that the client reads the response. */
export interface BodyPace {
  readonly accepted: Pace;
  readonly refused: Pace;
  /** A client that sends nothing of an accepted body for this long is considered gone. */
  readonly stalledMs: number;
}

const EMPTY = Buffer.alloc(0);

const NO_BODY: IncomingBody = { read: () => EMPTY, hasArrived: () => true, async discard() {} };

/** Accepts gzip with any number of members, as written by programs that append to a file. */
const gunzip: Gunzip = { open: () => Duplex.toWeb(createGunzip()), fault: 'not_gzip' };

/**
 * A body that arrived with its headers, as small ones do, is returned at once; any other is collected as it arrives. `onRead` is called
 * before it is read, once it is known to be wanted.
 */
export function createIncomingBody(
  incoming: IncomingMessage,
  pace: BodyPace,
  onRead?: () => void,
): IncomingBody {
  const { headers } = incoming;
  const isChunked = headers['transfer-encoding'] !== undefined;
  // RFC 9112, section 6.3.
  if (!isChunked && headers['content-length'] === undefined) return NO_BODY;
  let isWhole = false;
  // Started at once, because the first chunks are parsed right after the headers.
  const receiver = isChunked ? receiveChunks(incoming) : undefined;
  // A refusal still has to be sent over the connection.
  const partsAt = (own: Pace): AsyncIterable<Uint8Array> =>
    receiver?.parts(own) ?? incoming.iterator({ destroyOnReturn: false });
  return {
    read(maxBytes, room) {
      const declared = Number(headers['content-length'] ?? Number.NaN);
      if (declared > maxBytes) return 'too_large';
      onRead?.();
      const encoding = headers['content-encoding'];
      isWhole = declared === incoming.readableLength && encoding === undefined;
      // Node sets `complete` somewhat later.
      if (isWhole) return incoming.read() ?? EMPTY;
      incoming.setTimeout(pace.stalledMs, () => incoming.destroy());
      const options = { maxBytes, declared, room, pace: pace.accepted, encoding, gunzip };
      return collectBody(partsAt(pace.accepted), options).finally(() => incoming.setTimeout(0));
    },
    hasArrived: () => isWhole || incoming.complete,
    discard: () => discard(partsAt(pace.refused), { pace: pace.refused, count: receiver?.count }),
  };
}

const {
  discarded_bytes: MAX_DISCARDED_BYTES,
  discarded_chunk_bytes: LEAST_CHUNK_BYTES,
  discard_seconds,
} = policies.connections;

interface Draining {
  readonly pace: Pace;
  /** How many chunks were received, where that is known. */
  readonly count: (() => number) | undefined;
}

async function discard(parts: AsyncIterable<Uint8Array>, draining: Draining): Promise<void> {
  const over = Promise.withResolvers<void>();
  const timer = setTimeout(over.resolve, discard_seconds * 1000);
  const isDrained = await Promise.race([over.promise, drain(parts, draining)]);
  // A body in too many chunks is not even drained: the client has time to read the response.
  if (isDrained === false) await over.promise;
  clearTimeout(timer);
}

/** False when it was abandoned because of its chunks. */
async function drain(parts: AsyncIterable<Uint8Array>, { pace, count }: Draining): Promise<boolean> {
  let left: number = MAX_DISCARDED_BYTES;
  let counted = count?.() ?? 0;
  try {
    for await (const { length } of parts) {
      const chunks = count ? count() - counted : 1;
      counted += chunks;
      left -= Math.max(length, chunks * LEAST_CHUNK_BYTES);
      if (left < 0) return true;
      await pace.spend(length);
    }
    return true;
  } catch (error) {
    return !(error instanceof FragmentedError); // or the client disconnected
  }
}
