import { policies } from '../../../generated/policies.ts';
import type { JobQueue } from '../../gateway/ports/queue.ts';
import { nextTurn } from '../../runtime/next-turn.ts';

/** A queue whose jobs can be awaited. */
export interface JobWatch extends JobQueue {
  /** Resolves when the running jobs have ended; stops waiting when none ends for a while. */
  settle(): Promise<void>;
}

/** Longer than the timeout of a callback, even on a busy machine: a job that takes this long hangs. */
const MAX_WAIT_MS = policies.callbacks.response_window_seconds * 2 * 1000;

/** Jobs that were started between two calls of `settle`. */
interface Shift {
  running: number;
  /** Called at the end of each job. */
  onEnd: () => void;
}

/** Tracks the jobs of a queue. One call of `settle` at a time. */
export function createJobWatch(queue: JobQueue, { maxWaitMs = MAX_WAIT_MS } = {}): JobWatch {
  const openShift = (): Shift => ({ running: 0, onEnd: () => {} });
  let current = openShift();
  return {
    onDue(handler) {
      queue.onDue(async (job) => {
        const shift = current;
        shift.running += 1;
        try {
          await handler(job);
        } finally {
          shift.running -= 1;
          shift.onEnd();
        }
      });
    },
    async settle() {
      await new Promise<void>(nextTurn);
      const shift = current;
      current = openShift();
      if (shift.running > 0) await untilOver(shift, maxWaitMs);
    },
  };
}

async function untilOver(shift: Shift, maxWaitMs: number): Promise<void> {
  const over = Promise.withResolvers<void>();
  const wait = () => setTimeout(over.resolve, maxWaitMs);
  let timer = wait();
  shift.onEnd = () => {
    clearTimeout(timer);
    if (shift.running > 0) timer = wait();
    else over.resolve();
  };
  await over.promise;
}
