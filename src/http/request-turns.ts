import type { Socket } from 'node:net';
import { policies } from '../../generated/policies.ts';

const { pipelined_per_turn: PER_TURN, pipelined_waiting: MAX_WAITING } = policies.connections;

/** From this many on it may be a pipeline: a client that waits for its responses sends one request per turn. */
const FIRST_COUNTED = PER_TURN / 4;

/**
 * Spreads the pipelined requests of a connection over turns of the event loop: Node parses thousands of them in one go. `nextTurn` calls
 * back after other work had its turn.
 */
export function createRequestTurns(nextTurn: (callback: () => void) => void) {
  const waiting = new Map<Socket, (() => void)[]>();
  let size = 0;
  let last: Socket | undefined;
  let count = 0;
  const forget = () => {
    last = undefined;
  };
  // Node resumes a connection after each request that it has parsed.
  function keepPaused(this: Socket): void {
    this.pause();
  }
  const turn = () => {
    const [next] = waiting;
    if (!next) return;
    const [socket, handlers] = next;
    waiting.delete(socket);
    const handled = handlers.splice(0, socket.destroyed ? handlers.length : PER_TURN);
    size -= handled.length;
    if (handlers.length > 0) waiting.set(socket, handlers);
    else socket.off('resume', keepPaused).resume();
    if (waiting.size > 0) nextTurn(turn);
    if (!socket.destroyed) for (const handle of handled) handle();
  };
  return {
    /** Whether the next request of a connection may be handled in this turn. */
    isFree(socket: Socket) {
      if (socket !== last) {
        last = socket;
        count = 0;
      }
      count += 1;
      if (count === FIRST_COUNTED) nextTurn(forget);
      return count <= PER_TURN && (waiting.size === 0 || !waiting.has(socket));
    },
    /** Handles it in a later turn, in order, and reads no more of its connection until then. */
    wait(socket: Socket, handle: () => void): void {
      if (size >= MAX_WAITING) return void socket.destroy();
      size += 1;
      const handlers = waiting.get(socket);
      if (handlers) return void handlers.push(handle);
      if (waiting.size === 0) nextTurn(turn);
      waiting.set(socket, [handle]);
      socket.on('resume', keepPaused).pause();
    },
  };
}
