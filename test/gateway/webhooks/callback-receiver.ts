import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { closeServer, listenOnLoopback } from '../../support/loopback.ts';

/** A received callback. */
export interface ReceivedCallback {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** How a receiver responds: a status, a redirect, a closed connection, or not at all until it is released. */
export type ReceiverAnswer = number | { readonly redirect: string } | 'close' | 'silent';

/** A receiver of callbacks on this machine. */
export interface CallbackReceiver extends AsyncDisposable {
  /** Its address, without a slash at the end. */
  readonly origin: string;
  readonly received: readonly ReceivedCallback[];
  /** Resolves when that many callbacks have arrived. */
  arrived(count: number): Promise<void>;
  /** Answers all pending and future requests with a status, 200 by default. */
  release(status?: number): void;
}

/** Starts a receiver on a free port; the n-th callback gets the n-th answer, later ones the last. */
export async function startReceiver(...answers: readonly ReceiverAnswer[]): Promise<CallbackReceiver> {
  const received: ReceivedCallback[] = [];
  const silent: ServerResponse[] = [];
  const waiting: { readonly count: number; readonly wake: () => void }[] = [];
  let released: number | undefined;
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = await request.toArray();
    const answer = released ?? answers[received.length] ?? answers.at(-1) ?? 200;
    const { method = '', url = '', headers } = request;
    received.push({ method, target: url, headers, body: Buffer.concat(chunks).toString() });
    if (answer === 'silent') silent.push(response);
    else if (answer === 'close') response.destroy();
    else if (typeof answer === 'number') response.writeHead(answer).end('noted');
    else response.writeHead(302, { location: answer.redirect }).end();
    for (const { count, wake } of waiting) if (received.length >= count) wake();
  };
  const server = createServer((request, response) => {
    take(request, response).catch((error: unknown) => response.destroy(error as Error)); // node throws errors alone
  });
  const port = await listenOnLoopback(server);
  return {
    origin: `http://127.0.0.1:${port}`,
    received,
    arrived: (count) =>
      received.length >= count
        ? Promise.resolve()
        : new Promise((wake) => {
            waiting.push({ count, wake });
          }),
    release(status = 200) {
      released = status;
      for (const response of silent.splice(0)) response.writeHead(status).end();
    },
    [Symbol.asyncDispose]: () => closeServer(server),
  };
}
