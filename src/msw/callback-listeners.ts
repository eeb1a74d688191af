import type { CallbackRequest, CallbackResult, CallbackSender } from '../gateway/ports/callback-sender.ts';
import { callLater } from '../runtime/call-later.ts';

/** Receives a callback as the request that it would be sent as, and may return the `Response` to it. */
export type CallbackListener = (request: Request) => unknown;

/** Callbacks that listeners of this program receive, and nobody else. */
export interface CallbackListeners {
  readonly sender: CallbackSender;
  /** Returns what removes the listener. */
  add(listener: CallbackListener): () => void;
}

/** Creates an empty set of listeners. Their failures are reported, and are failures of the delivery. */
export function createCallbackListeners(reportFault: (error: unknown) => void): CallbackListeners {
  const listeners = new Set<CallbackListener>();
  const pass = async ({ url, headers, body }: CallbackRequest): Promise<CallbackResult> => {
    const toRequest = () => new Request(url, { method: 'POST', headers, body });
    try {
      const answers = await Promise.all([...listeners].map(async (listen) => listen(toRequest())));
      const answer = answers.find((one) => one instanceof Response);
      return { kind: 'answered', status: answer?.status ?? 200 };
    } catch (error) {
      reportFault(error);
      return { kind: 'unreachable', reason: 'a listener failed' };
    }
  };
  return {
    sender: { send: (request) => withTimeout(pass(request), request.timeoutMs) },
    add(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

async function withTimeout(passed: Promise<CallbackResult>, timeoutMs: number): Promise<CallbackResult> {
  const late = Promise.withResolvers<CallbackResult>();
  const reason = `no answer within ${timeoutMs} ms`;
  const cancel = callLater(() => late.resolve({ kind: 'unreachable', reason }), timeoutMs);
  return Promise.race([passed, late.promise]).finally(cancel);
}
