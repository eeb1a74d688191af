import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ReceiverAnswer } from '../suite/case.ts';
import { type Json, parseJson } from '../suite/json.ts';
import { UsageError } from '../usage-error.ts';
import { toHeaders } from '../wire/exchange.ts';
import { startBusyMeter } from './busy-meter.ts';
import { close, listen } from './loopback.ts';
import { askPublicAddress, readPublicAddress } from './public-address.ts';

interface ReceivedCallback {
  /** Unix seconds of the target's clock. */
  readonly at: number;
  readonly method: string;
  /** Path and query as sent, without the prefix of the receiver. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly body?: Json;
  /** Real seconds after which the sender gave up waiting for the response. */
  left_after?: number;
}

/** How an address responds, and the clock that its callbacks are timed with. */
interface AddressOptions {
  readonly path?: string;
  readonly answers?: readonly ReceiverAnswer[];
  readonly now: () => Promise<number>;
}

/** One server that receives the callbacks of all cases; each case has its own address on it. */
export interface CallbackServer {
  /** Opens an address; `path` is appended to it. */
  readonly open: (options: AddressOptions) => CallbackReceiver;
  /** An address on its own port, where nothing listens until `listen` is called. */
  readonly reserve: (options: AddressOptions) => Promise<CallbackReceiver>;
  /** Why a missing callback proves nothing: no request has arrived so far, not even one from this machine. */
  readonly unreached: () => string | undefined;
  /** Why the times of callbacks prove nothing: since that time of `performance.now()`, this machine was too busy to take them. */
  readonly overloaded: (from: number) => string | undefined;
  readonly close: () => Promise<void>;
}

/** The address of one case, and the callbacks received there. */
export interface CallbackReceiver {
  readonly address: string;
  readonly received: readonly ReceivedCallback[];
  /** When it was opened, by `performance.now()`. */
  readonly openedAt: number;
  /** Starts to listen on the port of a reserved address. */
  readonly listen?: () => Promise<void>;
}

interface Slot extends Required<Pick<AddressOptions, 'answers' | 'now'>> {
  readonly prefix: string;
  readonly received: ReceivedCallback[];
}

const MAX_BYTES = 5_000_000;
/** Seconds lost after which the sender may have waited for longer, or shorter, than it seems here. */
const MAX_LOST_SECONDS = 1.5;

/**
 * Listens on the loopback address. `publicUrl` is the address for a target on another machine; it is tested with a request. Throws
 * `UsageError` when the port is taken, or when something else responds there.
 */
export async function startCallbackServer(publicUrl?: string): Promise<CallbackServer> {
  const slots: Slots = { run: randomBytes(8).toString('hex'), opened: new Map() };
  const late: Server[] = [];
  const create = (): Server =>
    createServer((request, response) => {
      // A request that is aborted in the middle of its body is not a callback.
      receive(slots, request, response).catch(() => closeWithoutResponse(response));
    });
  const server = create();
  const { base: publicBase, port: wanted } = publicUrl ? readPublicAddress(publicUrl) : { port: 0 };
  const port = await listenOn(server, wanted);
  const base = publicBase ?? `http://127.0.0.1:${port}`;
  const open = (options: AddressOptions): CallbackReceiver => openSlot(slots, base, options);
  const closeAll = async (): Promise<void> => {
    await Promise.all([server, ...late].map(close));
  };
  const fault = publicBase === undefined ? undefined : await tryOut(open, closeAll);
  const meter = startBusyMeter();
  return {
    open,
    unreached: () =>
      fault !== undefined && [...slots.opened.values()].every(({ received }) => received.length === 0)
        ? `nothing has arrived at the callback URL in this run, and this machine cannot reach it either: ${fault}`
        : undefined,
    overloaded(from) {
      const lost = meter.lostSince(from);
      return lost > MAX_LOST_SECONDS
        ? `this machine was too busy to time callbacks: the suite could not run for ${lost.toFixed(1)} s; repeat this case on its own`
        : undefined;
    },
    async reserve(options) {
      const probe = create();
      const reserved = await listenOn(probe, 0);
      await close(probe);
      return {
        ...openSlot(slots, `http://127.0.0.1:${reserved}`, options),
        async listen() {
          const opened = create();
          late.push(opened);
          await listenOn(opened, reserved);
        },
      };
    },
    async close() {
      meter.stop();
      await closeAll();
    },
  };
}

/** Sends the receiver a request through its public address. */
async function tryOut(
  open: CallbackServer['open'],
  closeAll: CallbackServer['close'],
): Promise<string | undefined> {
  const { address, received } = open({ now: async () => 0 });
  try {
    return await askPublicAddress(address, () => received.length > 0);
  } catch (error) {
    await closeAll();
    throw error;
  }
}

/** The addresses of a run. Their paths cannot be guessed, so a late callback of an earlier run is not received. */
interface Slots {
  readonly run: string;
  readonly opened: Map<string, Slot>;
}

function openSlot(
  { run, opened }: Slots,
  base: string,
  { path = '', answers = [], now }: AddressOptions,
): CallbackReceiver {
  const slot: Slot = { prefix: `/${run}-${opened.size + 1}`, answers, received: [], now };
  opened.set(slot.prefix, slot);
  return { address: `${base}${slot.prefix}${path}`, received: slot.received, openedAt: performance.now() };
}

async function receive({ opened }: Slots, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { url = '/', method = '' } = request;
  // The path of the public address may precede it: some tunnels pass it on.
  const [prefix = ''] = /\/[0-9a-f]{16}-\d+/.exec(url) ?? [];
  const slot = opened.get(prefix);
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
    path: url.slice(url.indexOf(prefix) + prefix.length),
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
  if (drop) return closeWithoutResponse(response);
  if (delay_seconds > 0) await sleep(delay_seconds * 1000);
  response.writeHead(status, headers).end();
}

/** Destroys the socket: if only the response is destroyed, Bun sends an empty 200. */
function closeWithoutResponse(response: ServerResponse): void {
  response.socket?.destroy();
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= MAX_BYTES) chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program is using it',
  EACCES: 'permission denied',
};

async function listenOn(server: Server, port: number): Promise<number> {
  return listen(server, port).catch((error: Error) => {
    const reason = 'code' in error ? REASONS[String(error.code)] : undefined;
    if (reason === undefined) throw error;
    throw new UsageError(`The callback receiver cannot listen on port ${port}: ${reason}.`);
  });
}
