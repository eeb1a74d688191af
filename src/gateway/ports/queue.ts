/** A job with a due time. */
export interface Job {
  readonly kind: 'finish_task' | 'deliver_callback';
  readonly taskId: string;
}

/** Runs a job; idempotent. */
export type JobHandler = (job: Job) => Promise<void>;

/** Enqueues jobs for a store, atomically with the rows that they belong to. */
export type ScheduleJob = (job: Job, dueAt: number) => void;

/** Passes due jobs to the handler, each at least once. Stores enqueue them. */
export interface JobQueue {
  /** Sets the handler; called by the gateway when it is created. */
  onDue(handler: JobHandler): void;
}
