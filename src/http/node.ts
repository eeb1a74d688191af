import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Gateway, GatewayRequest, GatewayResponse } from '../gateway/exchange.ts';

/** Where a node shell listens and what it calls itself. */
export interface NodeShellOptions {
  /** Origin of result links; without it, the host that each client names. */
  readonly publicOrigin?: string;
}

/** The fast path: the gateway over Node's own HTTP server, nothing between. */
export function createNodeServer(gateway: Gateway, { publicOrigin }: NodeShellOptions = {}): Server {
  const server = createServer((incoming, outgoing) => {
    const request = toRequest(incoming, { outgoing, publicOrigin });
    gateway
      .handle(request)
      .then((response) => send(incoming, outgoing, response))
      .catch(() => outgoing.destroy());
  });
  server.requestTimeout = 0;
  return server;
}

function toRequest(
  incoming: IncomingMessage,
  {
    outgoing,
    publicOrigin,
  }: { readonly outgoing: ServerResponse; readonly publicOrigin: string | undefined },
): GatewayRequest {
  return {
    method: incoming.method ?? 'GET',
    target: incoming.url ?? '/',
    origin: publicOrigin ?? `http://${incoming.headers.host ?? 'localhost'}`,
    signal: () => leavingSignal(outgoing),
    header(name) {
      const value = incoming.headers[name];
      return typeof value === 'string' ? value : value?.join(', ');
    },
    readBody: (maxBytes) => readBody(incoming, maxBytes),
  };
}

function leavingSignal(outgoing: ServerResponse): AbortSignal {
  const leaving = new AbortController();
  if (outgoing.closed || outgoing.destroyed) leaving.abort();
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) leaving.abort();
  });
  return leaving.signal;
}

function readBody(incoming: IncomingMessage, maxBytes: number): Promise<Uint8Array | 'too_large'> {
  if (Number(incoming.headers['content-length'] ?? 0) > maxBytes) return Promise.resolve('too_large');
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    incoming.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > maxBytes) {
        incoming.removeAllListeners('data');
        resolve('too_large');
      } else {
        chunks.push(chunk);
      }
    });
    incoming.once('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
    incoming.once('error', reject);
  });
}

async function send(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  response: GatewayResponse,
): Promise<void> {
  const { status, headers, body } = response;
  const isHead = incoming.method === 'HEAD';
  // A body that was not read to its end would be taken for the next request of the connection.
  const isUnread = !incoming.complete && incoming.headers['content-length'] !== undefined;
  const connection =
    isUnread || (incoming.readableFlowing === null && !incoming.complete) ? { connection: 'close' } : {};
  if (body === undefined || typeof body === 'string' || body instanceof Uint8Array) {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    outgoing.writeHead(status, { ...headers, ...length, ...connection });
    outgoing.end(isHead ? undefined : body);
    return;
  }
  outgoing.writeHead(status, { ...headers, ...connection });
  await sendChunks(outgoing, body);
}

async function sendChunks(outgoing: ServerResponse, chunks: AsyncIterable<string>): Promise<void> {
  for await (const chunk of chunks) {
    if (outgoing.destroyed) return;
    if (!outgoing.write(chunk))
      await new Promise((resolve) => outgoing.once('drain', resolve).once('close', resolve));
  }
  outgoing.end();
}
