import type { Server } from 'node:http';

/** Clients often keep connections for 5 seconds. With Node's 5 as well, requests would meet connections that are being closed. */
const KEEP_ALIVE_MS = 120_000;

/** Listens on the loopback address and returns the port; 0 selects any free port. */
export async function listen(server: Server, port = 0): Promise<number> {
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

/** Stops listening and closes every connection. */
export async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
