import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { setImmediate } from 'node:timers';
import { policies } from '../../generated/policies.ts';
import { problem } from '../contract/problem.ts';
import type { GatewayRequest, GatewayResponse, RequestHandler } from '../gateway/exchange.ts';
import { createPace } from '../gateway/memory/pace.ts';
import { breakOff } from './break-off.ts';
import { createIncomingBody, type IncomingBody } from './incoming-body.ts';
import { createRefusals, lastResponse, unreadable } from './refuse-connection.ts';
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
  const refusals = createRefusals();
  const { send, flush, isClosing } = createSender(stalledReaderMs);
  const respond = (incoming: IncomingMessage, outgoing: ServerResponse, onRead?: () => void) => {
    const { socket } = incoming;
    if (isClosing(socket)) return;
    refusals.expect(socket, outgoing);
    // The request arrived after this side ended the connection: no response could be sent.
    if (!socket.writable) return void socket.destroy();
    const body = createIncomingBody(incoming, pace, onRead);
    if (turns.isFree(socket)) void answerNow(incoming, outgoing, body);
    else turns.wait(socket, () => void answerNow(incoming, outgoing, body));
  };
  const answerNow = async (incoming: IncomingMessage, outgoing: ServerResponse, body: IncomingBody) => {
    try {
      // Node parses a body that came with its headers right after this callback: such a body is then read at once.
      if (!body.hasArrived()) await Promise.resolve();
      const request = toRequest(incoming, { outgoing, body, origin: originOf(incoming.headers.host) });
      const response = refuseHead(incoming) ?? (await gateway.handle(request));
      await send(outgoing, response, { isHead: incoming.method === 'HEAD', body });
    } catch {
      breakOff(outgoing);
    }
  };
  const answer = (incoming: IncomingMessage, outgoing: ServerResponse) => respond(incoming, outgoing);
  // Both are answered here, because Node's own refusals have no body. Unknown expectations may be ignored.
  const server = createServer({ ...TIMEOUTS, ...PARSING }, answer).on('checkExpectation', answer);
  // A client that waits for 100 Continue does not send a body that will be refused unread, as with a wrong key.
  server.on('checkContinue', (incoming, outgoing) =>
    respond(incoming, outgoing, () => outgoing.writeContinue()),
  );
  // A client that will send nothing more gets what is ready before Node ends the connection.
  server.on('connection', (socket) => socket.prependListener('end', flush));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable || error.code === 'ECONNRESET') socket.destroy();
    else refusals.refuse(socket, unreadable(error.code));
  });
  // Node silently closes the connection of a CONNECT request unless there is a listener.
  server.on('connect', ({ url = '' }: IncomingMessage, socket: Duplex) => {
    const values = {
      path: url.slice(0, policies.wording.max_name_characters),
      method: 'CONNECT',
      allowed: METHODS,
    };
    const refusal = problem('method_not_allowed', { values, headers: { allow: METHODS } });
    refusals.refuse(socket, lastResponse(refusal));
  });
  return server;
}

/** Methods that some path supports; a path's own 405 lists those of that path. */
const METHODS = 'GET, HEAD, POST, OPTIONS';

/** The refusal of a request whose head allows two readings, as request smuggling needs: of `Host`, or of where its body ends. */
function refuseHead(incoming: IncomingMessage): GatewayResponse | undefined {
  const coding = incoming.headers['transfer-encoding'];
  const isReadable = namesOneHost(incoming) && (coding === undefined || coding.toLowerCase() === 'chunked');
  return isReadable ? undefined : unreadable();
}

/** RFC 9112, section 3.2: exactly one `Host`, optional in HTTP/1.0. */
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
  requestTimeout: policies.connections.request_timeout_seconds * 1000,
} as const;

const PARSING = {
  // A second `Host` is refused here, too, in the error envelope.
  requireHostHeader: false,
  // Requests without a body, such as polls, cost no events of their streams.
  optimizeEmptyRequests: true,
} as const;

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
      leaving ??= disconnectSignal(outgoing);
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

function disconnectSignal(outgoing: ServerResponse): AbortSignal {
  const leaving = new AbortController();
  if (outgoing.closed || outgoing.destroyed) leaving.abort();
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) leaving.abort();
  });
  return leaving.signal;
}
