import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { setImmediate } from 'node:timers';
import type { GatewayResponse } from '../gateway/exchange.ts';
import { breakOff } from './break-off.ts';
import type { IncomingBody } from './incoming-body.ts';
import { createJoin, type JoinWork } from './joined-work.ts';

/** What a response answers. */
interface Answered {
  readonly isHead: boolean;
  readonly body: IncomingBody;
}

/** What sends the responses of a server. */
export interface Sender {
  /** Sends a response. Resolves when it was handed to Node as a whole; undefined when that happens at the end of the turn. */
  send(outgoing: ServerResponse, response: GatewayResponse, answered: Answered): Promise<void> | undefined;
  /** Whether a response has announced that the connection ends with it: no other can be sent (RFC 9112, section 9.6). */
  isClosing(socket: Duplex): boolean;
  /** Hands over at once what waits for the end of the turn. */
  readonly flush: () => void;
}

const LARGE_BODY_BYTES = 2 ** 16;

/** Creates what sends the responses of a server. A client that reads nothing for `stalledReaderMs` is considered gone. */
export function createSender(stalledReaderMs: number): Sender {
  const closing = new WeakSet<Duplex>();
  const { join, doAll: flush } = createJoin({ afterCallback: process.nextTick, afterTurn: setImmediate });
  const send: Sender['send'] = (outgoing, { status, headers, body }, { isHead, body: received }) => {
    const head: string[] = [];
    for (const name of Object.keys(headers)) head.push(name, headers[name] ?? '');
    // Unread data would be parsed as the next request, or drained forever, so such a connection is closed.
    const isComplete = received.hasArrived();
    if (!isComplete) {
      closing.add(outgoing.req.socket);
      head.push('connection', 'close');
    }
    if (typeof body === 'object' && !ArrayBuffer.isView(body)) {
      outgoing.writeHead(status, head);
      return sendChunks(outgoing, body, { stalledReaderMs, join: (work) => joinFor(join, outgoing, work) });
    }
    const length = body === undefined ? 0 : Buffer.byteLength(body);
    if (body !== undefined) head.push('content-length', String(length));
    // A response that the system does not buffer at once stays in memory until its client has read it.
    if (length > LARGE_BODY_BYTES) outgoing.setTimeout(stalledReaderMs, () => outgoing.destroy());
    outgoing.writeHead(status, head);
    const sent = isHead ? undefined : body;
    if (!isComplete) return endLate(outgoing, sent, received);
    joinFor(join, outgoing, () => endWith(outgoing, sent, length));
    return undefined;
  };
  return { send, flush, isClosing: (socket) => closing.has(socket) };
}

/** A fault of one response must not keep those that are joined with it from being sent. */
function joinFor(join: JoinWork, outgoing: ServerResponse, work: () => void): void {
  join(() => {
    try {
      work();
    } catch {
      breakOff(outgoing);
    }
  });
}

function endWith(outgoing: ServerResponse, body: string | Uint8Array | undefined, length: number): void {
  // Text with as many bytes as characters is ASCII, which is written faster.
  if (typeof body === 'string' && body.length === length) outgoing.end(body, 'latin1');
  else outgoing.end(body);
}

/**
 * A client that is still sending when its connection closes never reads its response, so the rest of its body is
 * received first.
 */
async function endLate(
  outgoing: ServerResponse,
  body: string | Uint8Array | undefined,
  rest: IncomingBody,
): Promise<void> {
  if (body === undefined) outgoing.flushHeaders();
  else outgoing.write(body);
  await rest.discard();
  outgoing.end();
}

/** Text of one turn is written together: each write is an HTTP chunk and a system call. */
async function sendChunks(
  outgoing: ServerResponse,
  chunks: AsyncIterable<string | Uint8Array>,
  { stalledReaderMs, join }: { readonly stalledReaderMs: number; readonly join: JoinWork },
): Promise<void> {
  let gathered = '';
  const flush = () => {
    if (gathered !== '') outgoing.write(gathered);
    gathered = '';
  };
  try {
    for await (const chunk of chunks) {
      if (outgoing.destroyed) return;
      if (typeof chunk === 'string' && gathered.length < LARGE_BODY_BYTES) {
        if (gathered === '') join(flush);
        gathered += chunk;
      } else {
        flush();
        outgoing.write(chunk);
      }
      if (outgoing.writableNeedDrain) await writable(outgoing, stalledReaderMs);
    }
  } catch (error) {
    // What came before the fault is sent, if only the headers; Node writes it once this callback has ended.
    flush();
    outgoing.flushHeaders();
    await new Promise(setImmediate);
    throw error;
  }
  // Runs after the write of what was gathered, which was joined earlier.
  join(() => outgoing.end());
}

/**
 * Resolves when the client has read enough, or disconnected; one that reads nothing for long is considered gone. The response before it on
 * the connection may take any time.
 */
function writable(outgoing: ServerResponse, stalledReaderMs: number): Promise<void> {
  return new Promise((resolve) => {
    let cut: NodeJS.Timeout | undefined;
    const startTimer = () => {
      cut = setTimeout(() => outgoing.destroy(), stalledReaderMs);
    };
    const done = () => {
      clearTimeout(cut);
      outgoing.off('drain', done).off('close', done).off('socket', startTimer);
      resolve();
    };
    if (outgoing.socket) startTimer();
    else outgoing.on('socket', startTimer);
    outgoing.on('drain', done).on('close', done);
  });
}
