import { randomUUID } from 'node:crypto';
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { policies } from '../../generated/policies.ts';
import { type ProblemResponse, problem } from '../contract/problem.ts';
import { type JsonResponse, toJsonResponse } from '../gateway/answers/to-response.ts';
import { withCors } from '../gateway/cors.ts';

/** The responses of one connection that a refusal has to wait for. */
interface Responses {
  latest: ServerResponse;
  /** The one before it, unless it is complete. */
  earlier: ServerResponse | undefined;
  isRefused: boolean;
}

/**
 * Creates what refuses the rest of a connection. Responses keep the order of their requests (RFC 9112, section 9.3.2): the refusal is sent
 * after those of all requests that were read before, which may be accepted submissions.
 */
export function createRefusals() {
  const connections = new WeakMap<Duplex, Responses>();
  return {
    /** Has to be called for each request, in the order of their arrival. */
    expect(socket: Duplex, latest: ServerResponse): void {
      const responses = connections.get(socket);
      if (!responses) return void connections.set(socket, { latest, earlier: undefined, isRefused: false });
      responses.earlier = isOver(responses.latest) ? undefined : responses.latest;
      responses.latest = latest;
    },
    /** Sends a refusal and ends the connection. Further refusals of the same connection are ignored. */
    refuse(socket: Duplex, refusal: JsonResponse): void {
      const responses = connections.get(socket);
      if (responses?.isRefused) return;
      if (responses) responses.isRefused = true;
      const before = responses && responseBefore(responses);
      const send = () => socket.writable && sendRefusal(socket, refusal);
      if (!before || isOver(before)) send();
      else before.once('close', send);
    },
  };
}

/** When it is the body of the latest request that cannot be read, the refusal is the response to that request. */
function responseBefore({ latest, earlier }: Responses): ServerResponse | undefined {
  return latest.req.complete || latest.headersSent ? latest : earlier;
}

function isOver(response: ServerResponse): boolean {
  return response.closed || response.destroyed;
}

/** An error response with which its connection ends. */
export function lastResponse({ headers, ...answer }: ProblemResponse): JsonResponse {
  const id = { 'x-request-id': `req_${randomUUID().replaceAll('-', '')}`, connection: 'close' };
  return toJsonResponse({ ...answer, headers: withCors({ ...headers, ...id }) });
}

/** The refusal of a request that is not valid HTTP and therefore never reaches the gateway, in the same error envelope. */
export function unreadable(code = ''): JsonResponse {
  return lastResponse(problem(REASONS.get(code) ?? 'malformed_request'));
}

const REASONS: ReadonlyMap<string, 'headers_too_large' | 'request_timeout'> = new Map([
  ['HPE_HEADER_OVERFLOW', 'headers_too_large'],
  ['ERR_HTTP_REQUEST_TIMEOUT', 'request_timeout'],
]);

/** Node's timeouts no longer apply to such a connection. */
const CLOSE_TIMEOUT_MS = policies.connections.goodbye_seconds * 1000;

/** Node hands such a connection over without writing a response, and without a listener for its errors: a reset would end the process. */
function sendRefusal(socket: Duplex, { status, headers, body }: JsonResponse): void {
  socket.on('error', () => socket.destroy());
  const all = { ...headers, 'content-length': Buffer.byteLength(body) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  socket.resume().end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'));
  const cut = setTimeout(() => socket.destroy(), CLOSE_TIMEOUT_MS);
  socket.once('close', () => clearTimeout(cut));
}
