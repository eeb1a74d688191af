import { AsyncLocalStorage } from 'node:async_hooks';
import type { GatewayResponse } from '../../gateway/exchange.ts';
import type { Play } from './scenarios.ts';

const plays = new AsyncLocalStorage<Play>();

/** The scenario of the request in whose context this runs. */
export function currentPlay(): Play | undefined {
  return plays.getStore();
}

/** Runs a call, and the stream it returns, in the context of a scenario. */
export async function whilePlaying(
  play: Play,
  call: () => Promise<GatewayResponse>,
): Promise<GatewayResponse> {
  const response = await plays.run(play, call);
  const { body } = response;
  if (typeof body !== 'object' || body instanceof Uint8Array) return response;
  return { ...response, body: playedStream(play, body) };
}

/** A stream is produced after the call has returned, when it is read. */
function playedStream<Chunk>(play: Play, chunks: AsyncIterable<Chunk>): AsyncIterable<Chunk> {
  return {
    [Symbol.asyncIterator]() {
      const iterator = plays.run(play, () => chunks[Symbol.asyncIterator]());
      return {
        next: () => plays.run(play, () => iterator.next()),
        return: async () => (await iterator.return?.()) ?? { done: true, value: undefined },
      };
    },
  };
}
