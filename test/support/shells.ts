import { Agent, type IncomingMessage, request as startRequest } from 'node:http';
import type { Gateway } from '../../src/gateway/exchange.ts';
import { createFetchHandler } from '../../src/http/fetch.ts';
import { createNodeServer } from '../../src/http/node.ts';
import { listenOnLoopback } from './loopback.ts';

/** A request as it is written on the wire. */
export interface WireRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  readonly signal?: AbortSignal;
}

/** A response as it was read from the wire: nothing is decompressed. */
export interface WireResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
}

/** A gateway behind a shell that accepts requests. */
export interface OpenShell extends AsyncDisposable {
  readonly origin: string;
  send(request: WireRequest): Promise<WireResponse>;
}

/** A way to reach the gateway. */
export interface Shell {
  readonly name: 'Fetch' | 'Node';
  open(gateway: Gateway): Promise<OpenShell>;
}

/** Both shells: every wire test runs through each. */
export const shells: readonly [Shell, Shell] = [
  { name: 'Fetch', open: openFetchShell },
  { name: 'Node', open: openNodeShell },
];

/** The rows of a large table, alternating between the shells: for behaviour of the core that differs only between the rows. */
export function inTurn<const Row extends readonly [unknown, ...unknown[]]>(
  rows: readonly Row[],
): readonly (readonly [...Row, Shell])[] {
  return rows.map((row, index) => [...row, shells[index % 2 === 0 ? 0 : 1]] as const);
}

const FETCH_ORIGIN = 'http://gateway.example';

async function openFetchShell(gateway: Gateway): Promise<OpenShell> {
  const handler = createFetchHandler(gateway);
  return {
    origin: FETCH_ORIGIN,
    async send({ method, target, headers, body, signal }) {
      const init = { method, headers, body: body ? new Uint8Array(body) : null, signal: signal ?? null };
      const response = await handler(new Request(`${FETCH_ORIGIN}${target}`, init));
      const bytes = new Uint8Array(await response.arrayBuffer());
      return { status: response.status, headers: response.headers, bytes };
    },
    [Symbol.asyncDispose]: async () => {},
  };
}

async function openNodeShell(gateway: Gateway): Promise<OpenShell> {
  const server = createNodeServer(gateway);
  const port = await listenOnLoopback(server);
  const agent = new Agent({ keepAlive: true });
  return {
    origin: `http://127.0.0.1:${port}`,
    send: (request) => sendOverHttp(request, { port, agent }),
    async [Symbol.asyncDispose]() {
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function sendOverHttp(
  { method, target, headers, body, signal }: WireRequest,
  { port, agent }: { readonly port: number; readonly agent: Agent },
): Promise<WireResponse> {
  return new Promise((resolve, reject) => {
    const length = body ? { 'content-length': String(body.length) } : {};
    const outgoing = startRequest({
      host: '127.0.0.1',
      port,
      agent,
      method,
      path: target,
      headers: { ...length, ...headers },
      ...(signal ? { signal } : {}),
    });
    outgoing.once('error', reject);
    outgoing.once('response', (incoming) => resolve(readAnswer(incoming)));
    outgoing.end(body);
  });
}

async function readAnswer(incoming: IncomingMessage): Promise<WireResponse> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const headers = new Headers();
  for (const [name, values] of Object.entries(incoming.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value);
  }
  return { status: incoming.statusCode ?? 0, headers, bytes: Buffer.concat(chunks) };
}
