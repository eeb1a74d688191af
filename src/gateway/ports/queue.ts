/** Work that is due at a time. */
export interface Job {
  readonly kind: 'finish_task' | 'deliver_callback';
  readonly taskId: string;
}

/** Does a job; repeating one that was done already changes nothing. */
export type JobHandler = (job: Job) => Promise<void>;

/** Takes work on behalf of a store, in the same step in which the store keeps what the work is for. */
export type ScheduleJob = (job: Job, dueAt: number) => void;

/** Hands jobs that are due to the one handler, each at least once. Stores put them in. */
export interface JobQueue {
  /** Sets the handler; called by the gateway when it is created. */
  onDue(handler: JobHandler): void;
}
