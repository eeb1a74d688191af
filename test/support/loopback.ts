import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Server as SocketServer } from 'node:net';

/** Listens on a free port of the loopback address, and returns it. */
export async function listenOnLoopback(server: SocketServer): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port; // a TCP server has no other kind of address
}

/** Stops listening and closes every connection. */
export async function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

/** A port of the loopback address on which nothing listens. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listenOnLoopback(server);
  await closeServer(server);
  return port;
}
