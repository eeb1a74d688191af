import { policies } from '../../../generated/policies.ts';
import type { Clock } from '../../gateway/ports/clock.ts';
import type { DueWork, Job, JobHandler, JobQueue, ScheduleJob } from '../../gateway/ports/queue.ts';
import { startJobLane } from './job-lane.ts';

/** A queue whose jobs are rows of a database that any number of processes share. */
export interface ClaimingQueue extends JobQueue {
  /** Called after a commit: a job that is due starts without waiting for the next poll. */
  readonly schedule: ScheduleJob;
  /** Starts claiming; set the handler first. */
  start(work: DueWork): void;
  /** Claims no more jobs, and waits for the running ones. */
  stop(): Promise<void>;
}

export interface ClaimingQueueOptions {
  /** Maximum number of concurrent jobs of a kind in this process. */
  readonly concurrency?: Partial<Record<Job['kind'], number>>;
  /** Interval between polls for due jobs, in milliseconds. */
  readonly pollMs?: number;
  readonly clock?: Clock;
  /** Called with failures; a failed job is retried when its lease has ended. */
  readonly reportFault: (error: unknown) => void;
}

const KINDS = ['finish_task', 'deliver_callback'] as const satisfies readonly Job['kind'][];
const { jobs_at_once: CONCURRENCY, poll_milliseconds: POLL_MS } = policies.database;

/** Creates a queue that polls for due jobs twice a second, and at once after its own commits. */
export function createClaimingQueue({
  concurrency = {},
  pollMs = POLL_MS,
  clock = { now: Date.now },
  reportFault,
}: ClaimingQueueOptions): ClaimingQueue {
  const lanes = new Map<Job['kind'], ReturnType<typeof startJobLane>>();
  let handler: JobHandler | undefined;
  return {
    schedule(job, dueAt) {
      if (dueAt <= clock.now()) lanes.get(job.kind)?.wake();
    },
    onDue(next) {
      handler = next;
    },
    start(work) {
      if (!handler) return;
      for (const kind of KINDS) {
        const lane = startJobLane({
          claim: (most) => work.claimDue(kind, most),
          extend: (jobs) => work.extendClaims(kind, jobs),
          run: handler,
          concurrency: concurrency[kind] ?? CONCURRENCY[kind],
          pollMs,
          reportFault,
        });
        lanes.set(kind, lane);
      }
    },
    async stop() {
      await Promise.all([...lanes.values()].map((lane) => lane.stop()));
    },
  };
}
