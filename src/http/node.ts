import { randomUUID } from 'node:crypto';
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Duplex } from 'node:stream';
import { setImmediate } from 'node:timers';
import { policies } from '../../generated/policies.ts';
import { type ProblemResponse, problem } from '../contract/problem.ts';
import { type JsonResponse, toJsonResponse } from '../gateway/answers/to-response.ts';
import { CORS_HEADERS } from '../gateway/cors.ts';
import type { GatewayRequest, RequestHandler } from '../gateway/exchange.ts';
import { createPace } from '../gateway/memory/pace.ts';
import { createIncomingBody, type IncomingBody } from './incoming-body.ts';
import { createRequestTurns } from './request-turns.ts';
import { createSender } from './send-response.ts';

export interface NodeShellOptions {
  /** Origin of result links; by default, the host named in each request. */
  readonly publicOrigin?: string;
  /** Longest wait for a client to read streamed data or a large body; after that its connection is closed. */
  readonly stalledReaderMs?: number;
  /** Longest wait for more of a body; after that the connection is closed. */
  readonly stalledSenderMs?: number;
}

/** The fast path: the gateway directly on Node's own HTTP server. */
export function createNodeServer(
  gateway: RequestHandler,
  {
    publicOrigin,
    stalledReaderMs = policies.requests.stalled_reader_seconds * 1000,
    stalledSenderMs: stalledMs = policies.requests.stalled_sender_seconds * 1000,
  }: NodeShellOptions = {},
): Server {
  const originOf = createOrigins(publicOrigin);
  const pace = { accepted: createPace(setImmediate), refused: createPace(setImmediate), stalledMs };
  const turns = createRequestTurns(setImmediate);
  const send = createSender(stalledReaderMs);
  const answer = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { socket } = incoming;
    // The request arrived after this side ended the connection: no response could be sent.
    if (!socket.writable) return void socket.destroy();
    const body = createIncomingBody(incoming, pace);
    if (turns.isFree(socket)) void answerNow(incoming, outgoing, body);
    else turns.wait(socket, () => void answerNow(incoming, outgoing, body));
  };
  const answerNow = async (incoming: IncomingMessage, outgoing: ServerResponse, body: IncomingBody) => {
    try {
      const request = toRequest(incoming, { outgoing, body, origin: originOf(incoming.headers.host) });
      const isReadable = namesOneHost(incoming);
      const response = isReadable ? await gateway.handle(request) : unreadable('malformed_request');
      await send(outgoing, response, { isHead: incoming.method === 'HEAD', body });
    } catch {
      breakOff(outgoing);
    }
  };
  // Both are answered here, because Node's own refusals have no body. Unknown expectations may be ignored.
  const server = createServer({ ...TIMEOUTS, ...PARSING }, answer).on('checkExpectation', answer);
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable || error.code === 'ECONNRESET') socket.destroy();
    else refuse(socket, unreadable(unreadableReasons.get(error.code ?? '') ?? 'malformed_request'));
  });
  // Node silently closes the connection of a CONNECT request unless there is a listener.
  server.on('connect', ({ url = '' }: IncomingMessage, socket: Duplex) => {
    const values = {
      path: url.slice(0, policies.wording.max_name_characters),
      method: 'CONNECT',
      allowed: METHODS,
    };
    refuse(socket, refusal(problem('method_not_allowed', { values, headers: { allow: METHODS } })));
  });
  return server;
}

/** Methods that some path supports; a path's own 405 lists those of that path. */
const METHODS = 'GET, HEAD, POST, OPTIONS';

/** RFC 9112, section 3.2: exactly one `Host`, optional in HTTP/1.0; two of them enable request smuggling. */
function namesOneHost({ rawHeaders, headers, httpVersion }: IncomingMessage): boolean {
  if (headers.host === undefined) return httpVersion === '1.0';
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts === 1;
}

const TIMEOUTS = {
  keepAliveTimeout: policies.connections.keep_alive_seconds * 1000,
  headersTimeout: policies.connections.headers_timeout_seconds * 1000,
} as const;

const PARSING = {
  // A second `Host` is refused here, too, in the error envelope.
  requireHostHeader: false,
  // Requests without a body, such as polls, cost no events of their streams.
  optimizeEmptyRequests: true,
} as const;

type UnreadableReason = 'malformed_request' | 'headers_too_large' | 'request_timeout';

/** Malformed HTTP never reaches the gateway: it is answered with the same error envelope, and the connection ends. */
function unreadable(reason: UnreadableReason): JsonResponse {
  return refusal(problem(reason));
}

function refusal({ headers, ...answer }: ProblemResponse): JsonResponse {
  const id = { 'x-request-id': `req_${randomUUID().replaceAll('-', '')}`, connection: 'close' };
  return toJsonResponse({ ...answer, headers: { ...headers, ...CORS_HEADERS, ...id } });
}

/** No response of HTTP: all clients refuse it. Some accept two different lengths (Java), or a status that is no number (Chromium). */
const NO_ANSWER = '-\r\n\r\n';

/**
 * Closes a connection without a valid response. Browsers, curl and others silently retry a request when a reused connection
 * is closed before the first byte, so the failure would go unnoticed. After an invalid response they report an error.
 */
function breakOff(outgoing: ServerResponse): void {
  const { socket } = outgoing;
  if (outgoing.headersSent || !socket?.writable) outgoing.destroy();
  else socket.end(NO_ANSWER, () => outgoing.destroy());
}

/** Node's timeouts no longer apply to such a connection. */
const LONGEST_GOODBYE_MS = policies.connections.goodbye_seconds * 1000;

/** Node hands such a connection over without writing a response, and without a listener for its errors: a reset would end the process. */
function refuse(socket: Duplex, { status, headers, body }: JsonResponse): void {
  socket.on('error', () => socket.destroy());
  const all = { ...headers, 'content-length': Buffer.byteLength(body) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  socket.resume().end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'));
  const cut = setTimeout(() => socket.destroy(), LONGEST_GOODBYE_MS);
  socket.once('close', () => clearTimeout(cut));
}

const unreadableReasons: ReadonlyMap<string, UnreadableReason> = new Map([
  ['HPE_HEADER_OVERFLOW', 'headers_too_large'],
  ['ERR_HTTP_REQUEST_TIMEOUT', 'request_timeout'],
]);

interface Surroundings {
  readonly outgoing: ServerResponse;
  readonly body: IncomingBody;
  readonly origin: string;
}

function toRequest(incoming: IncomingMessage, { outgoing, body, origin }: Surroundings): GatewayRequest {
  const { headers } = incoming;
  let leaving: AbortSignal | undefined;
  return {
    method: incoming.method ?? 'GET',
    target: toOriginForm(incoming.url ?? '/'),
    origin,
    peer: incoming.socket.remoteAddress,
    signal() {
      leaving ??= leavingSignal(outgoing);
      return leaving;
    },
    header(name) {
      const value = headers[name];
      return typeof value === 'string' ? value : value?.join(', ');
    },
    readBody: (maxBytes, room) => body.read(maxBytes, room),
  };
}

/** Origins by `Host` header. Clients rarely change theirs, and every task stores its origin: they share one string. */
function createOrigins(publicOrigin: string | undefined): (host: string | undefined) => string {
  let last = { host: '', origin: '' };
  return (host = 'localhost') => {
    if (publicOrigin !== undefined) return publicOrigin;
    if (last.host !== host) last = { host, origin: `http://${host}` };
    return last.origin;
  };
}

/** A proxy may send scheme and host along; only path and query count. */
function toOriginForm(target: string): string {
  if (target.startsWith('/')) return target;
  const rest = target.replace(/^https?:\/\/[^/?]*/i, '');
  return rest.startsWith('/') ? rest : `/${rest}`;
}

function leavingSignal(outgoing: ServerResponse): AbortSignal {
  const leaving = new AbortController();
  if (outgoing.closed || outgoing.destroyed) leaving.abort();
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) leaving.abort();
  });
  return leaving.signal;
}
