import type { GatewayResponse, RequestHandler } from '../gateway/exchange.ts';
import { keepAlive } from '../runtime/keep-alive.ts';

/** Keeps the process alive while somebody in it waits for a response or the next part of one, as a connection would. */
export function whileAwaited({ handle }: RequestHandler): RequestHandler {
  return {
    async handle(request) {
      const response = await keepAlive(handle(request));
      const { body } = response;
      const isStream = typeof body === 'object' && !ArrayBuffer.isView(body);
      return isStream ? { ...response, body: awaitedChunks(body) } : response;
    },
  };
}

type Chunks = Extract<GatewayResponse['body'], AsyncIterable<unknown>>;

function awaitedChunks(chunks: Chunks): Chunks {
  return {
    [Symbol.asyncIterator]() {
      const source = chunks[Symbol.asyncIterator]();
      return {
        next: () => keepAlive(source.next()),
        async return() {
          await source.return?.();
          return { done: true, value: undefined };
        },
      };
    },
  };
}
