export interface Job {
  readonly kind: 'finish_task' | 'deliver_callback';
  readonly taskId: string;
}

/** Runs a job; idempotent. */
export type JobHandler = (job: Job) => Promise<void>;

/** Enqueues jobs for a store, atomically with the rows that they belong to. */
export type ScheduleJob = (job: Job, dueAt: number) => void;

/** Where due jobs are claimed, if processes share them: the rows of tasks and callbacks are the schedule. */
export interface DueWork {
  /** Claims due jobs of a kind, the earliest first, up to a limit: until their lease ends, no other process gets them. */
  claimDue(kind: Job['kind'], most: number): Promise<readonly Job[]>;
  /** Extends the claims of jobs that are still running; those of a dead process end. */
  extendClaims(kind: Job['kind'], jobs: readonly Job[]): Promise<void>;
}

/** Passes due jobs to the handler, each at least once. Stores enqueue them. */
export interface JobQueue {
  /** Sets the handler; called by the gateway when it is created. */
  onDue(handler: JobHandler): void;
}
