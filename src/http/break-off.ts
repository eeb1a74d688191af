import type { ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers';

/** No response of HTTP: all clients refuse it. Some accept two different lengths (Java), or a status that is no number (Chromium). */
const NO_ANSWER = '-\r\n\r\n';

/**
 * Closes a connection without a valid response. Browsers, curl and others silently retry a request when a reused connection
 * is closed before the first byte, so the failure would go unnoticed. After an invalid response they report an error.
 */
export function breakOff(outgoing: ServerResponse): void {
  const { socket } = outgoing;
  // The response is pipelined behind others. Once it has a socket, what it has written so far is sent first.
  if (!socket && !outgoing.destroyed) outgoing.once('socket', () => setImmediate(() => breakOff(outgoing)));
  else if (outgoing.headersSent || !socket?.writable) outgoing.destroy();
  else socket.end(NO_ANSWER, () => outgoing.destroy());
}
