import { followResponse } from '../gateway/answers/follow-response.ts';
import type { GatewayResponse } from '../gateway/exchange.ts';
import type { MockFacts } from './mock-call.ts';
import type { MockHandle } from './mock-router.ts';

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
    const end = (response?: GatewayResponse) => {
      const { method, target } = request;
      const [path = ''] = target.split('?', 1);
      const { model = facts.model, cost, reason } = response?.facts ?? {};
      const durationMs = performance.now() - begun;
      report({ method, path, status: response?.status, durationMs, ...facts, model, cost, reason });
    };
    try {
      const response = await handle(request, facts);
      return followResponse(response, () => end(response));
    } catch (error) {
      end();
      throw error;
    }
  };
}
