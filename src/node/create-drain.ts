import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Shuts a server down without cutting off any client. */
export type Drain = ReturnType<typeof createDrain>;

interface Connection {
  /** The response to the latest request. */
  latest: ServerResponse | undefined;
  bytesRead: number;
  /** Since when it has been idle, by `performance.now`. */
  quietSince: number;
  isEnded: boolean;
}

/** The listener closes after this long without a new connection; the wait for that is at most `BUSY_MS`. */
const CALM_MS = 100;
const BUSY_MS = 500;
const SWEEP_MS = 50;
/** An active client sends its next request within this time after a response, and is then told to close the connection. */
const QUIET_MS = 500;
/** How long an ended connection is kept open for the client to close it: closing it with unread data would reset it. */
const LINGER_MS = 1000;

/** Tracks the connections of a server from the beginning; create it before the server listens. */
export function createDrain(server: Server) {
  const connections = new Map<Socket, Connection>();
  let connectedAt = Number.NEGATIVE_INFINITY;
  server.on('connection', (socket: Socket) => {
    connectedAt = performance.now();
    connections.set(socket, { latest: undefined, bytesRead: 0, quietSince: connectedAt, isEnded: false });
    socket.once('close', () => connections.delete(socket));
  });
  let requests = 0;
  const note = ({ socket }: IncomingMessage, outgoing: ServerResponse) => {
    requests += 1;
    const connection = connections.get(socket);
    if (connection) connection.latest = outgoing;
  };
  server.on('request', note).on('checkExpectation', note);
  let sweep: NodeJS.Timeout | undefined;
  let isLeaving = false;
  let closed: Promise<void> | undefined;
  /** Starts tracking which connections are idle; they are still served, and so are new ones. */
  const begin = () => {
    sweep ??= setInterval(() => visit(connections, isLeaving), SWEEP_MS);
  };
  /**
   * Refuses new connections from now on; existing ones are served. The system resets connections that were established
   * but not accepted yet, so it closes at a moment when none are likely.
   */
  const refuse = async () => {
    const end = performance.now() + BUSY_MS;
    for (let before = -1; performance.now() < end; ) {
      const isCalm = before === requests && performance.now() - connectedAt >= CALM_MS;
      if (isCalm) break;
      before = requests;
      await nextTurn();
    }
    isLeaving = true;
    closed ??= closeListener(server);
  };
  return {
    begin,
    refuse,
    /** Ends idle connections, and resolves when the others are answered; cuts off the rest after `deadlineMs`. */
    async finish(deadlineMs: number) {
      begin();
      if (!isLeaving) await refuse();
      const cut = setTimeout(() => {
        for (const socket of connections.keys()) socket.destroy();
      }, deadlineMs);
      await closed;
      // Connections that were cut off emit `close` after the server does, and only then are their requests abandoned.
      await Promise.all([...connections.keys()].map(untilClosed));
      clearInterval(sweep);
      clearTimeout(cut);
    },
  };
}

/** `close` of an HTTP server of Node destroys idle connections at once, even when their next request is on its way. */
function closeListener(server: Server): Promise<void> {
  const isNetServer: boolean = server instanceof NetServer; // not in Bun
  const { close }: NetServer = isNetServer ? NetServer.prototype : server;
  return new Promise((resolve) => close.call(server, () => resolve()));
}

function untilClosed(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once('close', () => resolve()));
}

function visit(connections: ReadonlyMap<Socket, Connection>, isLeaving: boolean): void {
  const now = performance.now();
  for (const [socket, connection] of connections) {
    const isBusy = connection.latest !== undefined && !connection.latest.closed;
    if (isBusy || socket.bytesRead !== connection.bytesRead) {
      connection.bytesRead = socket.bytesRead;
      if (!connection.isEnded) connection.quietSince = now;
    }
    const quietMs = now - connection.quietSince;
    if (connection.isEnded && quietMs >= LINGER_MS) socket.destroy();
    else if (isLeaving && !connection.isEnded && quietMs >= QUIET_MS) {
      connection.isEnded = true;
      connection.quietSince = now;
      socket.end();
    }
  }
}
