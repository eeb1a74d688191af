import { connect, type Socket } from 'node:net';

/** One answer as text: status, headers by lower-case name, and the body by its content-length. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A connection on which a test writes every byte itself. */
export interface RawConnection extends AsyncDisposable {
  readonly socket: Socket;
  write(text: string): void;
  /** The next response; with `isHead` no body follows. Undefined when the connection closes first. */
  answer(options?: { readonly isHead?: boolean }): Promise<RawAnswer | undefined>;
}

/** Connects to a port of this machine. */
export async function connectRaw(port: number): Promise<RawConnection> {
  const socket = connect(port, '127.0.0.1');
  let received: Buffer = Buffer.alloc(0);
  let ended = false;
  let wake: () => void = () => {};
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk]);
    wake();
  });
  for (const event of ['end', 'close', 'error']) {
    socket.on(event, () => {
      ended = true;
      wake();
    });
  }
  await new Promise((resolve) => socket.once('connect', resolve));
  return {
    socket,
    write: (text) => void socket.write(text, 'latin1'),
    async answer({ isHead = false } = {}) {
      for (;;) {
        const taken = takeAnswer(received, isHead);
        if (taken) {
          received = taken.rest;
          return taken.answer;
        }
        if (ended) return undefined;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    async [Symbol.asyncDispose]() {
      socket.destroy();
    },
  };
}

function takeAnswer(bytes: Buffer, isHead: boolean): { answer: RawAnswer; rest: Buffer } | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [statusLine = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  );
  const length = isHead ? 0 : Number(headers['content-length'] ?? 0);
  const start = end + 4;
  if (bytes.length < start + length) return undefined;
  const body = bytes.subarray(start, start + length).toString();
  const answer = { status: Number(statusLine.split(' ')[1]), headers, body };
  return { answer, rest: bytes.subarray(start + length) };
}
