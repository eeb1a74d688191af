import { createConnection, createServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A proxy between a service and its database that can fail like a network or a server. */
export interface DatabaseProxy {
  /** The URL of the database through the proxy. */
  readonly connectionString: string;
  /** Bytes that the database has sent so far. */
  receivedBytes(): number;
  /** Stops forwarding silently, over open connections and over new ones. */
  stall(): void;
  /** Breaks every connection and accepts no more. */
  refuse(): Promise<void>;
  /** Forwards again; what was stalled before stays stalled. */
  forward(): Promise<void>;
}

/** Opens a proxy in front of a test database, closed when the test is over. */
export async function openDatabaseProxy(connectionString: string): Promise<DatabaseProxy> {
  const target = new URL(connectionString);
  const path = `${target.searchParams.get('host')}/.s.PGSQL.5432`;
  const pairs = new Set<readonly [Socket, Socket]>();
  let isStalled = false;
  let received = 0;
  const connect = (client: Socket) => {
    if (isStalled) return void pairs.add([client, client.on('error', () => {})]);
    const server = createConnection(path);
    const pair = [client, server] as const;
    pairs.add(pair);
    server.on('data', (chunk) => {
      received += chunk.length;
    });
    for (const [one, other] of [pair, [server, client] as const]) {
      one.pipe(other);
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  };
  const breakAll = () => {
    for (const pair of pairs) for (const socket of pair) socket.destroy();
    pairs.clear();
  };
  let server: Server | undefined = await listen(0, connect);
  const { port } = server.address() as { readonly port: number }; // it listens on TCP
  onTestFinished(() => {
    breakAll();
    server?.close();
  });
  return {
    connectionString: `postgresql://postgres@127.0.0.1:${port}${target.pathname}`,
    receivedBytes: () => received,
    stall() {
      isStalled = true;
      for (const [one, other] of pairs) {
        for (const socket of [one, other]) {
          socket.unpipe();
          socket.pause();
        }
      }
    },
    async refuse() {
      const closed = new Promise((resolve) => server?.close(resolve));
      server = undefined;
      breakAll();
      await closed;
    },
    async forward() {
      isStalled = false;
      server ??= await listen(port, connect);
    },
  };
}

function listen(port: number, connect: (client: Socket) => void): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer(connect);
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}
