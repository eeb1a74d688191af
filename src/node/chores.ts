import type { WakingClock } from '../gateway/ports/clock.ts';

/** Work that a service does again and again, besides what it is asked. */
export interface Chore {
  readonly name: string;
  /** From the end of one run to the next one; the first is due at the start. */
  readonly everyMs: number;
  /** The same after a run that failed; unless told, it waits until what it needs is probably back. */
  readonly afterFaultMs?: number;
  /** The same after a run that tells that there is more to do. */
  readonly moreMs?: number;
  run(): Promise<unknown>;
}

/** What a chore tells that does its work in steps, when it has not done all of it. */
export const MORE = 'more';

/** What running chores needs. */
export interface ChoreOptions {
  readonly clock: WakingClock;
  readonly reportFault: (error: unknown, about: string) => void;
}

/** Chores under way. */
export interface Chores {
  /** Begins none any more, and resolves when those that run have ended. */
  stop(): Promise<void>;
}

/** After a fault a chore waits so long: what it needs is probably away, and a fault a second helps nobody. */
const FAULT_MS = 15_000;

/** Begins chores, each on its own; one that fails is reported and comes again. */
export function startChores(chores: readonly Chore[], { clock, reportFault }: ChoreOptions): Chores {
  let isStopped = false;
  const cancels = new Set<() => void>();
  const running = new Set<Promise<void>>();
  const callAt = (at: number, chore: Chore) => {
    const cancel = clock.callAt(at, () => {
      cancels.delete(cancel);
      begin(chore);
    });
    cancels.add(cancel);
  };
  const begin = (chore: Chore) => {
    const run = runOnce(chore).finally(() => running.delete(run));
    running.add(run);
  };
  const runOnce = async (chore: Chore) => {
    let waitMs = chore.everyMs;
    try {
      if ((await chore.run()) === MORE) waitMs = chore.moreMs ?? waitMs;
    } catch (error) {
      reportFault(error, chore.name);
      waitMs = chore.afterFaultMs ?? Math.max(waitMs, FAULT_MS);
    }
    if (!isStopped) callAt(clock.now() + waitMs, chore);
  };
  for (const chore of chores) begin(chore);
  return {
    async stop() {
      isStopped = true;
      for (const cancel of cancels) cancel();
      await Promise.all(running);
    },
  };
}
