import { policies } from '../../../generated/policies.ts';
import type { WakingClock } from '../../gateway/ports/clock.ts';

/** Work that a service does periodically in the background. */
export interface Chore {
  readonly name: string;
  /** From the end of one run to the next; the first run is due at the start. */
  readonly everyMs: number;
  /** The same after a failed run; by default long enough for what it needs to recover. */
  readonly afterFaultMs?: number;
  /** The same after a run that returns `MORE`. */
  readonly moreMs?: number;
  run(): Promise<unknown>;
}

/** Returned by a chore that works in steps and has more to do. */
export const MORE = 'more';

export interface ChoreOptions {
  readonly clock: WakingClock;
  readonly reportFault: (error: unknown, about: string) => void;
}

export type Chores = ReturnType<typeof startChores>;

const FAULT_MS = policies.service.fault_pause_seconds * 1000;

/** Starts chores, each on its own schedule; a failed run is reported and retried. */
export function startChores(chores: readonly Chore[], { clock, reportFault }: ChoreOptions) {
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
    /** Starts no more runs, and resolves when current ones have ended. */
    async stop() {
      isStopped = true;
      for (const cancel of cancels) cancel();
      await Promise.all(running);
    },
  };
}
