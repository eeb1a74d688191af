import type { GatewayResponse } from '../gateway/exchange.ts';

/** Calls back once a response is complete: a stream when it has been read to its end, or left. */
export function followResponse(response: GatewayResponse, end: () => void): GatewayResponse {
  const { body } = response;
  if (typeof body === 'object' && !(body instanceof Uint8Array))
    return { ...response, body: followed(body, end) };
  end();
  return response;
}

type Chunks = Extract<GatewayResponse['body'], AsyncIterable<unknown>>;

/** A stream that is abandoned before its first chunk is complete as well. */
function followed(chunks: Chunks, end: () => void): Chunks {
  return {
    [Symbol.asyncIterator]() {
      const iterator = chunks[Symbol.asyncIterator]();
      let isOver = false;
      const finish = () => {
        if (!isOver) end();
        isOver = true;
      };
      const step = async (read: () => Promise<IteratorResult<string | Uint8Array>>) => {
        try {
          const result = await read();
          if (result.done) finish();
          return result;
        } catch (error) {
          finish();
          throw error;
        }
      };
      return {
        next: () => step(() => iterator.next()),
        return: () => step(async () => (await iterator.return?.()) ?? { done: true, value: undefined }),
      };
    },
  };
}
