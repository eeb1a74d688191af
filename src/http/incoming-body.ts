import type { IncomingMessage } from 'node:http';
import type { BodyRead, BodyRoom } from '../gateway/exchange.ts';
import type { Pace } from '../gateway/memory/pace.ts';
import { collectBody } from './collect-body.ts';

/** The body of a request that Node is receiving. */
export interface IncomingBody {
  /** Called at most once. */
  read(maxBytes: number, room?: BodyRoom): Promise<BodyRead>;
  /** Whether the request has been received completely. */
  hasArrived(): boolean;
  /** Reads and discards the rest; resolves at its end, or when it is too much or takes too long. */
  discard(): Promise<void>;
}

/** Paces of receiving: of accepted bodies, and of refused ones that are drained so that the client reads its answer. */
export interface BodyPace {
  readonly accepted: Pace;
  readonly refused: Pace;
}

const EMPTY = Buffer.alloc(0);

/** A body that arrived with its headers, as small ones do, is returned at once; any other is collected as it arrives. */
export function createIncomingBody(incoming: IncomingMessage, pace: BodyPace): IncomingBody {
  let isWhole = false;
  return {
    read(maxBytes, room) {
      const declared = Number(incoming.headers['content-length'] ?? Number.NaN);
      if (declared > maxBytes) return Promise.resolve('too_large');
      const encoding = incoming.headers['content-encoding'];
      isWhole = declared === incoming.readableLength && encoding === undefined;
      // Node says `complete` some steps later.
      if (isWhole) return Promise.resolve<Buffer>(incoming.read() ?? EMPTY);
      // A refusal still has to be sent over the connection.
      const chunks: AsyncIterable<Buffer> = incoming.iterator({ destroyOnReturn: false });
      return collectBody(chunks, { maxBytes, declared, room, pace: pace.accepted, encoding });
    },
    hasArrived: () => isWhole || incoming.complete,
    discard: () => discard(incoming, pace.refused),
  };
}

const MOST_DISCARDED_BYTES = 2 ** 25;
/** What a chunk counts at least, so that millions of tiny ones are not read. */
const LEAST_CHUNK_BYTES = 2 ** 12;
const LONGEST_DISCARD_MS = 2000;

async function discard(incoming: IncomingMessage, pace: Pace): Promise<void> {
  const over = Promise.withResolvers<void>();
  const timer = setTimeout(over.resolve, LONGEST_DISCARD_MS);
  await Promise.race([over.promise, drain(incoming, pace)]);
  clearTimeout(timer);
}

async function drain(incoming: IncomingMessage, pace: Pace): Promise<void> {
  let left = MOST_DISCARDED_BYTES;
  try {
    for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
      const { length }: Buffer = chunk;
      left -= Math.max(length, LEAST_CHUNK_BYTES);
      if (left < 0) return;
      await pace.spend(length);
    }
  } catch {
    // The client disconnected.
  }
}
