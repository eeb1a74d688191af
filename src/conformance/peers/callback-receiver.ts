import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { ReceiverAnswer } from '../suite/case.ts';
import { type Json, parseJson } from '../suite/json.ts';
import { toHeaders } from '../wire/exchange.ts';

/** A callback that came in. */
export interface ReceivedCallback {
  /** Unix seconds on the target's clock. */
  readonly at: number;
  readonly method: string;
  /** Path and query as sent, without the prefix of the receiver. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly body?: Json;
}

/** One server that receives the callbacks of all cases; each case has its own address on it. */
export interface CallbackServer {
  /** Opens an address; the path is part of what the caller registers. */
  readonly open: (options: {
    readonly path?: string;
    readonly answers?: readonly ReceiverAnswer[];
    readonly now: () => number;
  }) => CallbackReceiver;
  readonly close: () => Promise<void>;
}

/** The address of one case, and what came in there. */
export interface CallbackReceiver {
  readonly address: string;
  readonly received: readonly ReceivedCallback[];
}

interface Slot {
  readonly prefix: string;
  readonly answers: readonly ReceiverAnswer[];
  readonly received: ReceivedCallback[];
  readonly now: () => number;
}

const MOST_BYTES = 5_000_000;

/** Listens on the loopback address; `publicUrl` is how the target reaches it when it is elsewhere. */
export async function startCallbackServer(publicUrl?: string): Promise<CallbackServer> {
  const slots = new Map<string, Slot>();
  const server = createServer((request, response) => void receive(slots, request, response));
  const port = await listen(server, publicUrl);
  const base = publicUrl?.replace(/\/$/, '') ?? `http://127.0.0.1:${port}`;
  return {
    open({ path = '', answers = [], now }) {
      const prefix = `/c${slots.size + 1}`;
      const slot: Slot = { prefix, answers, received: [], now };
      slots.set(prefix, slot);
      return { address: `${base}${prefix}${path}`, received: slot.received };
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function receive(
  slots: ReadonlyMap<string, Slot>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { url = '/', method = '' } = request;
  const prefix = /^\/c\d+/.exec(url)?.[0] ?? '';
  const slot = slots.get(prefix);
  if (!slot) {
    response.writeHead(404).end();
    return;
  }
  const at = slot.now();
  const text = await readText(request);
  const body = parseJson(text);
  const count = slot.received.push({
    at,
    method,
    path: url.slice(prefix.length),
    headers: toHeaders(request.headers),
    text,
    ...(body !== undefined && { body }),
  });
  const answer = slot.answers[Math.min(count, slot.answers.length) - 1] ?? {};
  if (!answer.silent) response.writeHead(answer.status ?? 200, answer.headers).end();
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= MOST_BYTES) chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** A tunnel expects a port that is known before: that of the public URL's fragment, such as `https://hooks.example.com#8090`. */
async function listen(server: Server, publicUrl: string | undefined): Promise<number> {
  const wanted = publicUrl ? Number(new URL(publicUrl).hash.slice(1) || 0) : 0;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(wanted, '127.0.0.1', resolve);
  });
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}
