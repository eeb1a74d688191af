import type { GatewayResponse } from '../exchange.ts';

/** Calls back once a response is complete: for a stream, when it has been read to its end or abandoned. */
export function followResponse(response: GatewayResponse, onEnd: () => void): GatewayResponse {
  const { body } = response;
  if (typeof body === 'object' && !ArrayBuffer.isView(body))
    return { ...response, body: followChunks(body, onEnd) };
  onEnd();
  return response;
}

/** Passes chunks on, and calls back once there are no more, also when a stream is abandoned before its first chunk. */
export function followChunks<Chunk>(chunks: AsyncIterable<Chunk>, onEnd: () => void): AsyncIterable<Chunk> {
  return {
    [Symbol.asyncIterator]() {
      const source = chunks[Symbol.asyncIterator]();
      let isOver = false;
      const end = () => {
        if (!isOver) onEnd();
        isOver = true;
      };
      const endAndThrow = (error: unknown): never => {
        end();
        throw error;
      };
      const pass = (step: IteratorResult<Chunk>) => {
        if (step.done) end();
        return step;
      };
      return {
        next: () => source.next().then(pass, endAndThrow),
        async return() {
          end();
          await source.return?.();
          return { done: true, value: undefined };
        },
      };
    },
  };
}
