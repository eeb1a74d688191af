import type { Socket } from 'node:net';
import type { RequestHandler } from '../../src/gateway/exchange.ts';
import { createNodeServer, type NodeShellOptions } from '../../src/http/node.ts';
import { closeServer, listenOnLoopback } from '../support/loopback.ts';

/** A Node shell that listens; disposing it drops its connections. */
export interface Listening extends AsyncDisposable {
  readonly port: number;
  /** Bytes read so far from the most recently opened connection. */
  bytesRead(): number;
  /** The idle timeout of that connection; 0 for none. */
  timeoutMs(): number | undefined;
  /** Resolves when the server has seen the next connection close. */
  closed(): Promise<void>;
}

/** Listens with the Node shell on a free port. */
export async function listen(gateway: RequestHandler, options: NodeShellOptions = {}): Promise<Listening> {
  const server = createNodeServer(gateway, options);
  let last: Socket | undefined;
  server.on('connection', (socket) => {
    last = socket;
  });
  const port = await listenOnLoopback(server);
  return {
    port,
    bytesRead: () => last?.bytesRead ?? 0,
    timeoutMs: () => last?.timeout,
    closed: () =>
      new Promise((resolve) => server.once('connection', (socket) => socket.once('close', () => resolve()))),
    [Symbol.asyncDispose]: () => closeServer(server),
  };
}
