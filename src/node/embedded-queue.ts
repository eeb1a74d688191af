import { createLocalQueue } from '../adapters/queue/local-queue.ts';
import type { WakingClock } from '../gateway/ports/clock.ts';
import type { JobHandler, JobQueue, ScheduleJob } from '../gateway/ports/queue.ts';

/** The queue of a service that keeps its data itself: what is due after a restart, the store knows. */
export interface EmbeddedQueue extends JobQueue {
  readonly schedule: ScheduleJob;
  /** Begins no more jobs, and resolves when those that run have ended. */
  stop(): Promise<void>;
}

/** What an embedded queue is made with. */
export interface EmbeddedQueueOptions {
  readonly clock: WakingClock;
  readonly reportFault: (error: unknown, about: string) => void;
}

/** Wait before a job that failed is tried again: it is owed, and the fault may pass. */
const RETRY_MS = 5000;

/** Creates the queue over the one in this process: failed jobs come again, running ones can be waited for. */
export function createEmbeddedQueue({ clock, reportFault }: EmbeddedQueueOptions): EmbeddedQueue {
  const running = new Set<Promise<void>>();
  const queue = createLocalQueue({
    clock,
    reportFault(error, job) {
      reportFault(error, job.taskId);
      queue.schedule(job, clock.now() + RETRY_MS);
    },
  });
  const tracked =
    (handler: JobHandler): JobHandler =>
    (job) => {
      const run = handler(job).finally(() => running.delete(run));
      running.add(run);
      return run;
    };
  return {
    schedule: queue.schedule,
    onDue: (handler) => queue.onDue(tracked(handler)),
    async stop() {
      queue.close();
      await Promise.allSettled(running);
    },
  };
}
