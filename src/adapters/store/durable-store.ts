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
  /** Writes something small; rejects when the database does not answer or cannot write. */
  checkWritable(): Promise<void>;
  /** Waits for what was begun and lets go of the database. */
  close(): Promise<void>;
}
