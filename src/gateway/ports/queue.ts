/** Work that is due at a time. */
export interface Job {
  readonly kind: 'finish_task';
  readonly taskId: string;
}

/** Does a job; repeating one that was done already changes nothing. */
export type JobHandler = (job: Job) => Promise<void>;

/** Keeps jobs until they are due and hands each to the handler, at least once. */
export interface JobQueue {
  /** `dueAt` in milliseconds since the Unix epoch. */
  schedule(job: Job, dueAt: number): Promise<void>;
  /** Sets the one handler; called by the gateway when it is created. */
  onDue(handler: JobHandler): void;
}
