import { setTimeout as wait } from 'node:timers/promises';
import { policies } from '../../../generated/policies.ts';
import type { Job, JobHandler } from '../../gateway/ports/queue.ts';

export interface JobLaneOptions {
  /** Claims due jobs, up to a maximum. */
  readonly claim: (most: number) => Promise<readonly Job[]>;
  /** Extends the claims of running jobs. */
  readonly extend: (jobs: readonly Job[]) => Promise<void>;
  readonly run: JobHandler;
  /** Maximum number of concurrent jobs. */
  readonly concurrency: number;
  readonly pollMs: number;
  /** Called with failures; the lane continues. */
  readonly reportFault: (error: unknown) => void;
}

const EXTEND_MS = policies.database.lease_renewal_seconds * 1000;

/** Runs the jobs of one kind concurrently: a slow one never delays the others. */
export function startJobLane({ claim, extend, run, concurrency, pollMs, reportFault }: JobLaneOptions) {
  const active = new Map<Job, Promise<void>>();
  let bell = new AbortController();
  let isFull = false;
  let isStopped = false;

  const begin = (job: Job) => {
    const end = () => {
      active.delete(job);
      if (isFull && active.size <= concurrency / 2) bell.abort();
    };
    active.set(job, run(job).catch(reportFault).finally(end));
  };
  const look = async () => {
    const free = concurrency - active.size;
    const jobs = free > 0 ? await claim(free) : [];
    isFull = jobs.length === free;
    for (const job of jobs) begin(job);
  };
  const pull = async () => {
    while (!isStopped) {
      isFull = false;
      await look().catch(reportFault);
      // A full claim is followed by another one, as long as there is room.
      if (!isFull || active.size >= concurrency) await wait(pollMs, undefined, bell).catch(() => {});
      if (bell.signal.aborted) bell = new AbortController();
    }
  };
  const loop = pull();
  const extender = setInterval(() => {
    if (active.size > 0) extend([...active.keys()]).catch(reportFault);
  }, EXTEND_MS);
  return {
    /** Looks for due jobs now instead of at the next poll. */
    wake: () => bell.abort(),
    /** Claims no more jobs and waits for the running ones. */
    async stop() {
      isStopped = true;
      bell.abort();
      await loop;
      await Promise.all(active.values());
      clearInterval(extender);
    },
  };
}
