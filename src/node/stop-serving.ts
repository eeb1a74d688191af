import { setTimeout as pause } from 'node:timers/promises';
import type { Drain } from './create-drain.ts';
import type { ServiceHandler } from './probes/service-handler.ts';

/** What to stop, and how long that may take. */
export interface StopServingOptions {
  readonly handler: Pick<ServiceHandler, 'drain'>;
  readonly drain: Drain;
  /** How long requests are still served, so that load balancers notice that this process is not ready. */
  readonly delayMs: number;
  /** Longest wait after that for running requests. */
  readonly deadlineMs: number;
}

/**
 * Clients that are told to close their connection reconnect, and the system resets a connection that is made at the
 * moment of closing: for this long before closing, clients keep their connections.
 */
const SETTLE_MS = 250;

/** Stops a server used by clients and load balancers: not ready, then refusing, then closed. No connection is reset. */
export async function stopServing({
  handler,
  drain,
  delayMs,
  deadlineMs,
}: StopServingOptions): Promise<void> {
  const settleMs = Math.min(SETTLE_MS, delayMs);
  drain.begin();
  handler.drain({ asksToLeave: delayMs > settleMs });
  await pause(delayMs - settleMs);
  handler.drain({ asksToLeave: false });
  await pause(settleMs);
  await drain.refuse();
  handler.drain();
  await drain.finish(deadlineMs);
}
