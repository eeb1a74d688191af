import type { Job } from '../../gateway/ports/queue.ts';
import type { Store } from '../../gateway/ports/store.ts';

/** A job and when it is due, in milliseconds since the Unix epoch. */
export interface DueJob {
  readonly job: Job;
  readonly dueAt: number;
}

/** A store that survives its process. */
export interface DurableStore extends Store {
  /** Ends of tasks and callbacks that are owed: what a queue without a memory of its own is filled with at the start. */
  listPendingJobs(): Promise<readonly DueJob[]>;
  /**
   * Keeps that a callback is to be sent once more, whatever its state; whoever serves the database sends it, with the
   * settings of that service. False when none is known.
   */
  askResend(taskId: string): Promise<boolean>;
  /** Schedules the callbacks that were asked for meanwhile; tells how many. */
  queueResends(now: number): Promise<number>;
  /**
   * Seals all webhook secrets with the current key; tells how many were not. Rejects with `SealedError` when one cannot
   * be opened.
   */
  sealSecrets(): Promise<number>;
  /** Returns the money of answers whose process died and that nobody settled; tells for how many. */
  releaseAbandonedHolds(at: number): Promise<number>;
  /**
   * Says that this process lives, and makes the small writes that could not be made while the database was away. To be
   * called every few seconds: what a process has claimed that says nothing goes to another.
   */
  keepAlive(): Promise<void>;
  /**
   * Removes tasks that ended before a time, the oldest first, with their callbacks and tries; those whose callback is to be
   * sent stay. At most so many; tells how many. The books keep what they cost.
   */
  removeFinishedTasks(before: number, most: number): Promise<number>;
  /** Removes idempotency keys that are over, at most so many; tells how many. */
  removeExpiredKeys(now: number, most: number): Promise<number>;
  /**
   * Makes one entry of kind `balance` of the oldest entries of an account that are from before a time, at most so many;
   * tells by how many entries there are fewer. Balances and charges stay as they are.
   */
  sumOldEntries(accountId: string, step: { readonly before: number; readonly most: number }): Promise<number>;
  /** Ids of accounts in their order, after one, at most so many. */
  listAccounts(after: string, most: number): Promise<readonly string[]>;
  /** Writes something small; rejects when the database does not answer or cannot write. */
  checkWritable(): Promise<void>;
  /** Waits for what was begun and lets go of the database. */
  close(): Promise<void>;
}
