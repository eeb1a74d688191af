import type { IncomingMessage } from 'node:http';
import { setImmediate } from 'node:timers';
import { policies } from '../../generated/policies.ts';
import type { Pace } from '../gateway/memory/pace.ts';
import { FragmentedError } from './collect-body.ts';

/** The chunks of a body, as far as they have arrived. */
export interface ChunkReceiver {
  /** How many chunks were received so far. */
  count(): number;
  /** The rest of the body, with all chunks of one read joined. Each part is valid until the next is requested. */
  parts(pace: Pace): AsyncGenerator<Uint8Array>;
}

const { max_tiny_chunks: MAX_TINY_CHUNKS, min_chunk_bytes: TINY_BYTES } = policies.requests;

/** Receiving one more chunk takes as long as receiving this many bytes. */
const CHUNK_COST_BYTES = 128;
/** Node reads at most this much at a time. */
const READ_BYTES = 2 ** 16;
const FIRST_BYTES = 2 ** 12;
const TINY_COPY_BYTES = 16;

/**
 * Receives a chunked body. Node parses all chunks of a read in one go, thousands of them if they are tiny: the chunks
 * are joined without a stream in between, the connection is read once per turn of the event loop, and only when the
 * reader asks for more.
 */
export function receiveChunks(incoming: IncomingMessage): ChunkReceiver {
  const { socket } = incoming;
  const bytes = createJoin();
  let count = 0;
  let total = 0;
  let state: 'open' | 'ended' | 'aborted' | 'fragmented' = 'open';
  let arrival: PromiseWithResolvers<void> | undefined;
  let isArriving = false;
  const arrive = () => {
    if (isArriving) return;
    isArriving = true;
    // By then the whole read has been parsed.
    setImmediate(() => {
      isArriving = false;
      arrival?.resolve();
      arrival = undefined;
    });
  };
  const take = (chunk: Buffer) => {
    if (!isArriving) socket.pause();
    if (state === 'fragmented') return;
    count += 1;
    total += chunk.length;
    if (count > MAX_TINY_CHUNKS && total < count * TINY_BYTES) state = 'fragmented';
    else bytes.add(chunk);
    arrive();
  };
  const end = (how: 'ended' | 'aborted') => {
    if (state === 'open') state = how;
    arrive();
  };
  stopReading(incoming, take);
  incoming.once('end', () => end('ended')).once('close', () => end('aborted'));
  incoming.on('error', () => end('aborted'));
  return {
    count: () => count,
    async *parts(pace) {
      let counted = count;
      for (;;) {
        if (isArriving || (bytes.isEmpty() && state === 'open')) {
          arrival = Promise.withResolvers();
          if (!isArriving) setImmediate(() => socket.resume());
          await arrival.promise;
        }
        if (state === 'fragmented') throw new FragmentedError('too many chunks of a few bytes');
        if (!bytes.isEmpty()) yield bytes.take();
        else if (state === 'ended') return;
        else if (state === 'aborted') throw new Error('The client disconnected.');
        await pace.spend((count - counted) * CHUNK_COST_BYTES);
        counted = count;
      }
    },
  };
}

/** From the end of the read that is being parsed, the connection is read only when it is resumed; chunks bypass the stream. */
function stopReading(incoming: IncomingMessage, take: (chunk: Buffer) => void): void {
  const push = incoming.push.bind(incoming);
  incoming._read = () => {};
  // For each chunk, the stream's own `push` would schedule a callback.
  incoming.push = (chunk: Buffer | null) => {
    if (chunk === null) return push(null);
    take(chunk);
    return true;
  };
  incoming.on('data', take);
  incoming.socket.pause();
}

function createJoin() {
  let bytes = Buffer.allocUnsafe(0);
  let length = 0;
  return {
    isEmpty: () => length === 0,
    add(chunk: Buffer) {
      const needed = length + chunk.length;
      if (needed > bytes.length) bytes = enlarged(bytes, needed);
      // A call into native code costs more than a few bytes.
      if (chunk.length > TINY_COPY_BYTES) bytes.set(chunk, length);
      else for (let index = 0; index < chunk.length; index += 1) bytes[length + index] = chunk[index] ?? 0;
      length = needed;
    },
    take(): Uint8Array {
      const taken = bytes.subarray(0, length);
      length = 0;
      return taken;
    },
  };
}

function enlarged(bytes: Buffer<ArrayBuffer>, needed: number): Buffer<ArrayBuffer> {
  const larger = Buffer.allocUnsafeSlow(Math.max(needed, bytes.length === 0 ? FIRST_BYTES : READ_BYTES));
  bytes.copy(larger);
  return larger;
}
