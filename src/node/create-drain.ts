import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** How a server goes without cutting anybody off. */
export interface Drain {
  /** Begins to watch which connections are quiet; they are still served, and so are new ones. */
  begin(): void;
  /** Refuses new connections from now on; those that were made are served. */
  refuse(): Promise<void>;
  /** Ends connections that stay quiet, and resolves when the others are answered; cuts off what is there after `deadlineMs`. */
  finish(deadlineMs: number): Promise<void>;
}

interface Connection {
  /** The answer to the request that came last. */
  latest: ServerResponse | undefined;
  bytesRead: number;
  /** Since when nothing has happened on it, by the clock of `performance.now`. */
  quietSince: number;
  isEnded: boolean;
}

/** A moment for closing has had no new connection for so long; it is waited for at most `BUSY_MS`. */
const CALM_MS = 100;
const BUSY_MS = 500;
const SWEEP_MS = 50;
/** A client that is at work sends its next request within this time after an answer, and is told then to leave. */
const QUIET_MS = 500;
/** How long an ended connection is kept for the client's own end: closing it on unread data would reset it. */
const LINGER_MS = 1000;

/** Watches the connections of a server from its beginning; make it before the server listens. */
export function createDrain(server: Server): Drain {
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
  const begin = () => {
    sweep ??= setInterval(() => visit(connections, isLeaving), SWEEP_MS);
  };
  // The system resets connections that are made and were not taken yet: a moment is chosen in which none are likely.
  const refuse = async () => {
    const end = performance.now() + BUSY_MS;
    for (let before = -1; performance.now() < end; ) {
      const isCalm = before === requests && performance.now() - connectedAt >= CALM_MS;
      if (isCalm) break;
      before = requests;
      await nextTurn();
    }
    isLeaving = true;
    // The `close` of an HTTP server destroys quiet connections at once, also those whose next request is on its way.
    closed ??= new Promise((resolve) => NetServer.prototype.close.call(server, () => resolve()));
  };
  return {
    begin,
    refuse,
    async finish(deadlineMs) {
      begin();
      if (!isLeaving) await refuse();
      const cut = setTimeout(() => {
        for (const socket of connections.keys()) socket.destroy();
      }, deadlineMs);
      await closed;
      clearInterval(sweep);
      clearTimeout(cut);
    },
  };
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
