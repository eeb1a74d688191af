import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listenOnLoopback } from '../support/loopback.ts';

/** A request that went through. */
export interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly idempotencyKey: string | undefined;
  readonly body: unknown;
  /** Whether the client left before the response was complete. */
  isLeft: boolean;
}

/** A server in front of a mock. */
export interface Relay extends AsyncDisposable {
  readonly url: string;
  readonly sent: readonly SentRequest[];
}

/** How the mock drops a connection. */
const NO_ANSWER = '-\r\n\r\n';

/** Passes requests on to `target` and records them; `change` is applied to responses that are JSON. */
export async function openRelay(target: string, change?: (value: unknown) => unknown): Promise<Relay> {
  const sent: SentRequest[] = [];
  const server = createServer((incoming, outgoing) => {
    void buffer(incoming).then((body) => relay(incoming, outgoing, body));
  });
  const relay = (incoming: IncomingMessage, outgoing: ServerResponse, body: Buffer): void => {
    const { method = 'GET', url = '/', headers } = incoming;
    const record: SentRequest = {
      method,
      url,
      idempotencyKey: headers['idempotency-key']?.toString(),
      body: body.length > 0 ? JSON.parse(body.toString()) : undefined,
      isLeft: false,
    };
    sent.push(record);
    const onward = send(target + url, { method, headers: { ...headers, 'accept-encoding': 'identity' } });
    onward.once('error', () => incoming.socket.end(NO_ANSWER));
    onward.once('response', (answer) => {
      answer.once('error', () => outgoing.destroy());
      void respond(outgoing, answer, change);
    });
    outgoing.once('close', () => {
      record.isLeft = !outgoing.writableFinished;
      onward.destroy();
    });
    onward.end(body);
  };
  const port = await listenOnLoopback(server);
  return {
    url: `http://127.0.0.1:${port}`,
    sent,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function respond(
  outgoing: ServerResponse,
  answer: IncomingMessage,
  change: ((value: unknown) => unknown) | undefined,
): Promise<void> {
  const status = answer.statusCode ?? 502;
  const isJson = (answer.headers['content-type'] ?? '').includes('json');
  if (!change || !isJson) return void answer.pipe(outgoing.writeHead(status, answer.headers));
  const text = JSON.stringify(change(JSON.parse((await buffer(answer)).toString())));
  outgoing.writeHead(status, { ...answer.headers, 'content-length': Buffer.byteLength(text) }).end(text);
}

/** Gives every object a member that no client knows, as a future gateway may. */
export function grow(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(grow);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => [name, grow(member)] as const);
  return { ...Object.fromEntries(members), added_later: { note: 'a member that no client knows' } };
}
