import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
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
  /** Real seconds after which the sender left without an answer. */
  left_after?: number;
}

/** What an address answers, and whose time its callbacks bear. */
interface AddressOptions {
  readonly path?: string;
  readonly answers?: readonly ReceiverAnswer[];
  readonly now: () => Promise<number>;
}

/** One server that receives the callbacks of all cases; each case has its own address on it. */
export interface CallbackServer {
  /** Opens an address; the path is part of what the caller registers. */
  readonly open: (options: AddressOptions) => CallbackReceiver;
  /** An address on a port of its own, where nothing listens before its `listen`. */
  readonly reserve: (options: AddressOptions) => Promise<CallbackReceiver>;
  readonly close: () => Promise<void>;
}

/** The address of one case, and what came in there. */
export interface CallbackReceiver {
  readonly address: string;
  readonly received: readonly ReceivedCallback[];
  /** Opens the port of a reserved address. */
  readonly listen?: () => Promise<void>;
}

interface Slot {
  readonly prefix: string;
  readonly answers: readonly ReceiverAnswer[];
  readonly received: ReceivedCallback[];
  readonly now: () => Promise<number>;
}

const MOST_BYTES = 5_000_000;

/** Listens on the loopback address; `publicUrl` is how the target reaches it when it is elsewhere. */
export async function startCallbackServer(publicUrl?: string): Promise<CallbackServer> {
  const slots = new Map<string, Slot>();
  const late: Server[] = [];
  const create = (): Server =>
    createServer((request, response) => {
      // A sender that breaks off in the middle of its body has sent no callback.
      receive(slots, request, response).catch(() => response.destroy());
    });
  const server = create();
  const port = await listen(server, wantedPort(publicUrl));
  const base = publicUrl?.replace(/\/$/, '') ?? `http://127.0.0.1:${port}`;
  return {
    open: (options) => toReceiver(base, options.path, addSlot(slots, options)),
    async reserve(options) {
      const probe = create();
      const reserved = await listen(probe, 0);
      await close(probe);
      return {
        ...toReceiver(`http://127.0.0.1:${reserved}`, options.path, addSlot(slots, options)),
        async listen() {
          const opened = create();
          late.push(opened);
          await listen(opened, reserved);
        },
      };
    },
    async close() {
      await Promise.all([server, ...late].map(close));
    },
  };
}

function addSlot(slots: Map<string, Slot>, { answers = [], now }: AddressOptions): Slot {
  const slot: Slot = { prefix: `/c${slots.size + 1}`, answers, received: [], now };
  slots.set(slot.prefix, slot);
  return slot;
}

function toReceiver(base: string, path = '', { prefix, received }: Slot): CallbackReceiver {
  return { address: `${base}${prefix}${path}`, received };
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
  const reading = slot.now();
  const came = performance.now();
  const [at, text] = await Promise.all([reading, readText(request)]);
  const body = parseJson(text);
  const callback: ReceivedCallback = {
    at,
    method,
    path: url.slice(prefix.length),
    headers: toHeaders(request.headers),
    text,
    ...(body !== undefined && { body }),
  };
  const count = slot.received.push(callback);
  const answer = slot.answers[Math.min(count, slot.answers.length) - 1] ?? {};
  response.once('close', () => {
    if (!response.writableFinished) callback.left_after = (performance.now() - came) / 1000;
  });
  await give(answer, response);
}

async function give(
  { silent, drop, delay_seconds = 0, status = 200, headers }: ReceiverAnswer,
  response: ServerResponse,
): Promise<void> {
  if (silent) return;
  if (drop) {
    response.destroy();
    return;
  }
  if (delay_seconds > 0) await sleep(delay_seconds * 1000);
  response.writeHead(status, headers).end();
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
function wantedPort(publicUrl: string | undefined): number {
  return publicUrl ? Number(new URL(publicUrl).hash.slice(1) || 0) : 0;
}

async function listen(server: Server, wanted: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(wanted, '127.0.0.1', resolve);
  });
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
