import type {
  BodyRead,
  BodyRoom,
  GatewayRequest,
  GatewayResponse,
  RequestHandler,
} from '../gateway/exchange.ts';
import { collectBody } from './collect-body.ts';

/** The gateway as a function of the Web Fetch API: for browsers, workers, MSW and tests. */
export type FetchHandler = (request: Request) => Promise<Response>;

/** Wraps the gateway for Web Fetch; result links use the origin of the request unless another is given. */
export function createFetchHandler(
  gateway: RequestHandler,
  { publicOrigin }: { readonly publicOrigin?: string } = {},
): FetchHandler {
  return async (request) => {
    const url = new URL(request.url);
    const response = await gateway.handle(toRequest(request, { url, origin: publicOrigin ?? url.origin }));
    return toResponse(response, request.method === 'HEAD');
  };
}

function toRequest(
  request: Request,
  { url, origin }: { readonly url: URL; readonly origin: string },
): GatewayRequest {
  return {
    method: request.method,
    target: url.pathname + url.search,
    origin,
    signal: () => request.signal,
    header: (name) => request.headers.get(name) ?? undefined,
    readBody: (maxBytes, room) => readBody(request, maxBytes, room),
  };
}

function readBody({ headers, body }: Request, maxBytes: number, room?: BodyRoom): Promise<BodyRead> {
  const declared = Number(headers.get('content-length') ?? Number.NaN);
  const encoding = headers.get('content-encoding') ?? undefined;
  return collectBody(body ?? emptyBody(), { maxBytes, declared, room, encoding });
}

async function* emptyBody(): AsyncGenerator<Uint8Array> {}

function toResponse({ status, headers, body }: GatewayResponse, isHead: boolean): Response {
  const init = { status, headers: { ...headers } };
  if (isHead || body === undefined) return new Response(null, init);
  // The gateway's bytes are never in shared memory, which a Response would refuse.
  if (typeof body === 'string' || ArrayBuffer.isView(body))
    return new Response(body as string | Uint8Array<ArrayBuffer>, init);
  return new Response(toStream(body), init);
}

function toStream(chunks: AsyncIterable<string | Uint8Array>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const iterator = chunks[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const next = await iterator.next();
      if (next.done) controller.close();
      else controller.enqueue(typeof next.value === 'string' ? encoder.encode(next.value) : next.value);
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}
