import { createServer, type RequestListener } from 'node:http';
import { closeServer, listenOnLoopback } from '../../support/loopback.ts';

/** A server on a free port of this machine; disposing it drops its connections. */
export async function startServer(
  listener: RequestListener,
): Promise<AsyncDisposable & { readonly origin: string }> {
  const server = createServer(listener);
  const port = await listenOnLoopback(server);
  return {
    origin: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () => closeServer(server),
  };
}
