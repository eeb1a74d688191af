import type { OperationResponse } from '../../../generated/stub.ts';
import type { ProblemResponse } from '../../contract/problem.ts';
import { memberOf } from '../../contract/violations/pointer.ts';
import type { GatewayResponse } from '../exchange.ts';
import { isPrepared } from './prepared-answers.ts';

export interface JsonAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body: object;
}

export type JsonResponse = GatewayResponse & { readonly body: string };

const JSON_HEADERS = { 'content-type': 'application/json' } as const;

const STREAM_HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
} as const;

/** JSON as a response, with the reason if it is an error (section 7). */
export function toJsonResponse({ status, headers, body }: JsonAnswer): JsonResponse {
  const response = { status, headers: { ...JSON_HEADERS, ...headers }, body: JSON.stringify(body) };
  return status < 400 ? response : { ...response, facts: { reason: reasonOf(body) } };
}

/** The answer of an operation as a response: JSON, or a stream of events. Only what is compressed has to be awaited. */
export function toResponse(
  answer: OperationResponse | ProblemResponse,
  acceptEncoding: string | undefined,
): GatewayResponse | Promise<GatewayResponse> {
  const { status, headers, body } = answer;
  if (Symbol.asyncIterator in body) return { status, headers: { ...headers, ...STREAM_HEADERS }, body };
  if (!isPrepared(body)) return toJsonResponse({ status, headers, body });
  const all = { ...body.headers, ...headers };
  if (!body.gzip || !acceptsGzip(acceptEncoding)) return { status, headers: all, body: body.text };
  return body
    .gzip()
    .then((zipped) => ({ status, headers: { ...all, 'content-encoding': 'gzip' }, body: zipped }));
}

function reasonOf(body: object): string | undefined {
  const reason = memberOf(memberOf(body, 'error'), 'reason');
  return typeof reason === 'string' ? reason : undefined;
}

/** Whether an `Accept-Encoding` header accepts gzip: named with a quality above zero, or by `*`. */
function acceptsGzip(header: string | undefined): boolean {
  if (!header) return false;
  const codings = header.split(',').map((entry) =>
    entry
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/),
  );
  const named = codings.find(([coding]) => coding === 'gzip') ?? codings.find(([coding]) => coding === '*');
  return named !== undefined && !named.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
}
