import type { RequestHandler } from '../gateway/exchange.ts';
import { createFetchHandler } from './fetch.ts';

/** A `fetch` for clients: it takes what the global one takes, and answers absolute addresses only. */
export type InProcessFetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** The `fetch` of a gateway in this process. As over a network, an aborted request rejects, and so does the body of its response. */
export function createInProcessFetch(gateway: RequestHandler): InProcessFetch {
  const answer = createFetchHandler(gateway);
  return async (input, init) => {
    const request = new Request(input, init);
    const { signal } = request;
    signal.throwIfAborted();
    const left = Promise.withResolvers<never>();
    signal.addEventListener('abort', () => left.reject(signal.reason), { once: true });
    const response = await Promise.race([answer(request), left.promise]);
    return isStream(response) ? abortable(response, signal) : response;
  };
}

function isStream({ headers }: Response): boolean {
  return headers.get('content-type') === 'text/event-stream';
}

function abortable(response: Response, signal: AbortSignal): Response {
  return new Response(response.body?.pipeThrough(new TransformStream(), { signal }), response);
}
