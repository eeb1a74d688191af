import { setTimeout as pause } from 'node:timers/promises';
import type { Drain } from './create-drain.ts';
import type { FrontDoor } from './front-door.ts';

/** What stops, and how long it may take. */
export interface StopServingOptions {
  readonly door: Pick<FrontDoor, 'drain'>;
  readonly drain: Drain;
  /** How long everything is served on, so that load balancers learn that this process is not ready. */
  readonly delayMs: number;
  /** Longest wait after that for requests that run. */
  readonly deadlineMs: number;
}

/**
 * Clients that are asked to leave come back over a new connection, which the system resets when it is made in the very
 * moment of closing: so long before it, they keep the ones they have.
 */
const SETTLE_MS = 250;

/** Stops a server that clients and load balancers use: not ready, then refusing, then gone. Nobody is reset. */
export async function stopServing({ door, drain, delayMs, deadlineMs }: StopServingOptions): Promise<void> {
  const settleMs = Math.min(SETTLE_MS, delayMs);
  drain.begin();
  door.drain({ asksToLeave: delayMs > settleMs });
  await pause(delayMs - settleMs);
  door.drain({ asksToLeave: false });
  await pause(settleMs);
  await drain.refuse();
  door.drain();
  await drain.finish(deadlineMs);
}
