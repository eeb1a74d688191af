import { createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { startCommand } from '../cli/start-command.ts';
import { grow } from '../sdk/relay.ts';
import { listenOnLoopback } from '../support/loopback.ts';

/** A mock gateway, reached in two ways. */
export interface Wire extends AsyncDisposable {
  /** Responds like the mock. */
  readonly plain: string;
  /** Responds as a future gateway may: every object has a member that no client knows. */
  readonly grown: string;
  /** The bodies that were sent since the last call, by path. */
  takeSent(): Readonly<Record<string, unknown>>;
}

const HOP_BY_HOP = [
  'connection',
  'content-length',
  'content-encoding',
  'transfer-encoding',
  'host',
  'accept-encoding',
];

/** Starts a mock whose clock runs fast, and a server in front of it that records what is sent. */
export async function openWire(): Promise<Wire> {
  const mock = startCommand('mock', '--port', '0', '--quiet', '--speed', '40');
  const [target = ''] = await mock.printed(/http:\/\/127\.0\.0\.1:\d+/);
  const sent = new Map<string, unknown>();
  const open = (change: (value: unknown) => unknown) => listen({ target, sent, change });
  const [plain, grown] = await Promise.all([open((value) => value), open(grow)]);
  return {
    plain: plain.url,
    grown: grown.url,
    takeSent: () => {
      const bodies = Object.fromEntries(sent);
      sent.clear();
      return bodies;
    },
    async [Symbol.asyncDispose]() {
      plain.close();
      grown.close();
      await mock[Symbol.asyncDispose]();
    },
  };
}

interface Relay {
  readonly target: string;
  readonly sent: Map<string, unknown>;
  change(value: unknown): unknown;
}

async function listen({ target, sent, change }: Relay): Promise<{ url: string; close(): void }> {
  const server = createServer((request, response) => {
    void relay(request).then(
      async (answer) => {
        const text = await answer.text();
        const isJson = (answer.headers.get('content-type') ?? '').includes('json');
        response.writeHead(answer.status, withoutHops(Object.fromEntries(answer.headers)));
        response.end(isJson ? JSON.stringify(change(JSON.parse(text))) : text);
      },
      (error: unknown) => response.writeHead(502).end(String(error)),
    );
  });
  const relay = async (request: IncomingMessage): Promise<Response> => {
    const body = await buffer(request);
    const { method = 'GET', url = '/' } = request;
    if (body.length > 0) sent.set(url, JSON.parse(body.toString()));
    const headers = withoutHops(request.headers) as Record<string, string>;
    return fetch(`${target}${url}`, { method, headers, ...(body.length > 0 ? { body } : {}) });
  };
  const port = await listenOnLoopback(server);
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function withoutHops(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) => !HOP_BY_HOP.includes(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
}
