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

const EMPTY = Buffer.alloc(0);

/** A body that arrived with its headers, as small ones do, is returned at once; any other is collected as it arrives. */
export function createIncomingBody(incoming: IncomingMessage, pace: Pace): IncomingBody {
  let isWhole = false;
  return {
    read(maxBytes, room) {
      const declared = Number(incoming.headers['content-length'] ?? Number.NaN);
      if (declared > maxBytes) return Promise.resolve('too_large');
      isWhole = declared === incoming.readableLength;
      // Node sets `complete` a few ticks later.
      if (isWhole) return Promise.resolve<Buffer>(incoming.read() ?? EMPTY);
      // A refusal still has to be sent over the connection.
      const chunks: AsyncIterable<Buffer> = incoming.iterator({ destroyOnReturn: false });
      return collectBody(chunks, { maxBytes, declared, room, pace });
    },
    hasArrived: () => isWhole || incoming.complete,
    discard: () => discard(incoming),
  };
}

const MOST_DISCARDED_BYTES = 2 ** 25;
const LONGEST_DISCARD_MS = 2000;

function discard(incoming: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let length = 0;
    const timer = setTimeout(resolve, LONGEST_DISCARD_MS);
    const end = () => {
      clearTimeout(timer);
      incoming.off('data', count);
      resolve();
    };
    const count = (chunk: Buffer) => {
      length += chunk.length;
      if (length > MOST_DISCARDED_BYTES) end();
    };
    incoming.on('data', count).once('close', end).once('end', end).once('error', end).resume();
  });
}
