import type { Server } from 'node:http';

const IDLE_CHECK_MS = 50;

/**
 * Takes no more connections, and resolves when the requests that run are answered. Those that still run after
 * `deadlineMs` are cut off.
 */
export async function closeServer(server: Server, deadlineMs: number): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  // A connection whose answer was begun before is kept alive by its client: it is idle now, and nobody's.
  const sweep = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
  const cut = setTimeout(() => server.closeAllConnections(), deadlineMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(cut);
}
