import { policies } from '../../generated/policies.ts';
import { createLocalQueue } from '../adapters/queue/local-queue.ts';
import type { WakingClock } from '../gateway/ports/clock.ts';
import type { JobHandler, JobQueue, ScheduleJob } from '../gateway/ports/queue.ts';

/** The queue of a service with an embedded database: after a restart, due work is read from the store. */
export interface EmbeddedQueue extends JobQueue {
  readonly schedule: ScheduleJob;
  /** Starts no more jobs, and resolves when running ones have ended. */
  stop(): Promise<void>;
}

/** Options of an embedded queue. */
export interface EmbeddedQueueOptions {
  readonly clock: WakingClock;
  readonly reportFault: (error: unknown, about: string) => void;
}

const RETRY_MS = policies.service.job_retry_seconds * 1000;

/** Wraps the in-process queue: failed jobs are retried, running ones can be awaited. */
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
