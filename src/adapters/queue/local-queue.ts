import { createDueQueue } from '../../gateway/memory/due-queue.ts';
import type { WakingClock } from '../../gateway/ports/clock.ts';
import type { Job, JobHandler, JobQueue, ScheduleJob } from '../../gateway/ports/queue.ts';

/** A queue that can be stopped when the process ends. */
export interface LocalQueue extends JobQueue {
  /** Adds a job; passed to stores. */
  readonly schedule: ScheduleJob;
  /** Starts no more jobs, and resolves when running ones have ended. Jobs that are not due are dropped. */
  stop(): Promise<void>;
}

export interface LocalQueueOptions {
  readonly clock: WakingClock;
  /** Called with the error of a failed job; the job is dropped. */
  readonly reportFault: (error: unknown, job: Job) => void;
}

/** Jobs started before yielding to other work. */
const MAX_PER_WAKE = 64;

/** An in-process queue with one alarm for the earliest job. Nothing survives the process. */
export function createLocalQueue({ clock, reportFault }: LocalQueueOptions): LocalQueue {
  const jobs = createDueQueue<Job>();
  const running = new Set<Promise<void>>();
  let handler: JobHandler | undefined;
  let alarm: { readonly dueAt: number; readonly cancel: () => void } | undefined;

  const arm = () => {
    const dueAt = jobs.nextDue();
    if (dueAt === undefined || (alarm && alarm.dueAt <= dueAt)) return;
    alarm?.cancel();
    alarm = { dueAt, cancel: clock.callAt(dueAt, wake) };
  };
  const wake = () => {
    alarm = undefined;
    for (let taken = 0; taken < MAX_PER_WAKE; taken += 1) {
      const job = jobs.takeDue(clock.now());
      if (!job) break;
      run(job);
    }
    arm();
  };
  const run = (job: Job) => {
    if (!handler) return;
    const end = handler(job)
      .catch((error: unknown) => reportFault(error, job))
      .finally(() => running.delete(end));
    running.add(end);
  };
  return {
    schedule(job, dueAt) {
      jobs.add(job, dueAt);
      arm();
    },
    onDue(next) {
      handler = next;
    },
    async stop() {
      alarm?.cancel();
      alarm = undefined;
      handler = undefined;
      await Promise.all(running);
    },
  };
}
