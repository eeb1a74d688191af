import type { GatewayRequest, GatewayResponse } from '../../gateway/exchange.ts';
import type { MockFacts } from '../mock-facts.ts';
import type { MockHandle } from '../mock-gateway.ts';

/** Facts about a completed request: no key, no body, no query. */
export interface AnsweredRequest extends Readonly<MockFacts> {
  readonly method: string;
  readonly path: string;
  /** Undefined when the connection was dropped. */
  readonly status: number | undefined;
  /** Nano-dollars held or charged. */
  readonly cost?: bigint | undefined;
  /** The reason of an error. */
  readonly reason: string | undefined;
  /** Until the end of the response, in real milliseconds. */
  readonly durationMs: number;
}

/** Reports each request when its response is complete, streams included. */
export function withRequestLog(handle: MockHandle, report: (request: AnsweredRequest) => void): MockHandle {
  return async (request, facts) => {
    const begun = performance.now();
    const end = (response?: GatewayResponse) =>
      report(toAnswered(request, { response, facts, durationMs: performance.now() - begun }));
    try {
      const response = await handle(request, facts);
      const { body } = response;
      if (typeof body === 'object' && !(body instanceof Uint8Array))
        return { ...response, body: followed(body, () => end(response)) };
      end(response);
      return response;
    } catch (error) {
      end();
      throw error;
    }
  };
}

interface Answered {
  readonly response: GatewayResponse | undefined;
  readonly facts: MockFacts;
  readonly durationMs: number;
}

function toAnswered(
  { method, target }: GatewayRequest,
  { response, facts, durationMs }: Answered,
): AnsweredRequest {
  const [path = ''] = target.split('?', 1);
  const { model = facts.model, cost, reason } = response?.facts ?? {};
  return { method, path, status: response?.status, durationMs, ...facts, model, cost, reason };
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
