import type { AddressInfo } from 'node:net';
import type { RequestHandler } from '../../src/gateway/exchange.ts';
import { createNodeServer, type NodeShellOptions } from '../../src/http/node.ts';

/**
 * Listens with the Node shell on a free port; disposing it drops its connections. `closed` resolves when the server
 * has seen the next connection close.
 */
export async function listen(
  gateway: RequestHandler,
  options: NodeShellOptions = {},
): Promise<AsyncDisposable & { readonly port: number; closed(): Promise<void> }> {
  const server = createNodeServer(gateway, options);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // a TCP server has no other kind of address
  return {
    port,
    closed: () =>
      new Promise((resolve) => server.once('connection', (socket) => socket.once('close', () => resolve()))),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
