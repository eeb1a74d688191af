import type { TaskRecord } from './read-record.ts';

/** A task that ended without a result. */
export class TaskError extends Error {
  override readonly name: string = 'TaskError';
  /** As it was last seen. */
  readonly record: TaskRecord | undefined;

  constructor(message: string, record: TaskRecord | undefined) {
    super(message);
    this.record = record;
  }
}

/** The task failed and was refunded in full (section 3). `code` says why, if the service does. */
export class TaskFailedError extends TaskError {
  override readonly name = 'TaskFailedError';
  declare readonly record: TaskRecord;
  readonly code: string | undefined;

  constructor(record: TaskRecord) {
    const error: unknown = record.error; // of other implementations it may be null, or a text
    const { message = error, code } = Object(error);
    super(typeof message === 'string' ? message : `The task ${record.id} failed.`, record);
    this.code = code === undefined || code === null ? undefined : String(code);
  }
}

/** The operator cancelled the task. */
export class TaskCancelledError extends TaskError {
  override readonly name = 'TaskCancelledError';
  declare readonly record: TaskRecord;

  constructor(record: TaskRecord) {
    super(`The task ${record.id} was cancelled.`, record);
  }
}

/** The task did not end in time. It continues: `client.tasks.resume(id)` waits again. `record` is undefined when no poll was answered. */
export class TaskTimeoutError extends TaskError {
  override readonly name = 'TaskTimeoutError';

  constructor(id: string, record: TaskRecord | undefined, timeoutMs: number) {
    super(`The task ${id} did not end within ${timeoutMs / 1000} s.`, record);
  }
}

/** The links of the result have expired (section 2.5). */
export class ResultExpiredError extends TaskError {
  override readonly name = 'ResultExpiredError';
  declare readonly record: TaskRecord;

  constructor(record: TaskRecord) {
    super(`The files of the task ${record.id} have expired.`, record);
  }
}
