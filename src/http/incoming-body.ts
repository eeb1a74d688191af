import type { IncomingMessage } from 'node:http';
import type { BodyRead } from '../gateway/exchange.ts';

/** The body of a request that Node is receiving. */
export interface IncomingBody {
  /** Called at most once. */
  read(maxBytes: number): Promise<BodyRead>;
  /** Whether nothing of the request is still to come. */
  hasArrived(): boolean;
  /** Reads what is still to come into nothing; resolves at its end, or when it is too much or takes too long. */
  discard(): Promise<void>;
}

const EMPTY = Buffer.alloc(0);

/** A body that came with its headers, as small ones do, is taken at once; any other is collected as it comes. */
export function createIncomingBody(incoming: IncomingMessage): IncomingBody {
  let isWhole = false;
  return {
    read(maxBytes) {
      const declared = Number(incoming.headers['content-length'] ?? Number.NaN);
      if (declared > maxBytes) return Promise.resolve('too_large');
      isWhole = declared === incoming.readableLength;
      // Node says `complete` some steps later.
      return isWhole ? Promise.resolve<Buffer>(incoming.read() ?? EMPTY) : collect(incoming, maxBytes);
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

function collect(incoming: IncomingMessage, maxBytes: number): Promise<BodyRead> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    incoming.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > maxBytes) {
        incoming.removeAllListeners('data');
        resolve('too_large');
      } else {
        chunks.push(chunk);
      }
    });
    incoming.once('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
    incoming.once('error', () => resolve('aborted'));
  });
}
