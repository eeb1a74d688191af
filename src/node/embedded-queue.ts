import { policies } from '../../generated/policies.ts';
import { createLocalQueue, type LocalQueue } from '../adapters/queue/local-queue.ts';
import type { WakingClock } from '../gateway/ports/clock.ts';

export interface EmbeddedQueueOptions {
  readonly clock: WakingClock;
  readonly reportFault: (error: unknown, about: string) => void;
}

const RETRY_MS = policies.service.job_retry_seconds * 1000;

/** Creates the queue of a service with an embedded database. It retries failed jobs; after a restart, due work is read from the store. */
export function createEmbeddedQueue({ clock, reportFault }: EmbeddedQueueOptions): LocalQueue {
  const queue = createLocalQueue({
    clock,
    reportFault(error, job) {
      reportFault(error, job.taskId);
      queue.schedule(job, clock.now() + RETRY_MS);
    },
  });
  return queue;
}
