import type { Job } from '../../gateway/ports/queue.ts';
import type { ApiKey, Task } from '../../gateway/ports/store.ts';
import type { WholeStore } from './whole-store.ts';

/** Filters a list of tasks; an `open` one has not ended. */
export interface TaskFilter {
  readonly state: TaskListState | undefined;
  readonly accountId: string | undefined;
  readonly limit: number;
}

/** States that tasks are listed by. */
export const TASK_LIST_STATES = ['open', 'success', 'failed', 'cancelled'] as const;

export type TaskListState = (typeof TASK_LIST_STATES)[number];

/** A job and when it is due, in milliseconds since the Unix epoch. */
export interface DueJob {
  readonly job: Job;
  readonly dueAt: number;
}

/** A group of keys, as its operator defines it. */
export interface KeyGroup {
  readonly name: string;
  /** Price ratio, a decimal. */
  readonly ratio: string;
  /** Model names that its keys may list and use; undefined for all. */
  readonly models: readonly string[] | undefined;
}

/** A store that survives its process. */
export interface DurableStore extends WholeStore {
  findKey(digest: string): Promise<ApiKey | undefined>;
  findTask(id: string): Promise<Task | undefined>;
  /** Changes a key as it is now, whatever others change meanwhile; returns it. Rejects for an unknown digest. */
  changeKey(digest: string, change: (key: ApiKey) => ApiKey): Promise<ApiKey>;
  /** Defines a group or changes it as it is now, at once for all its keys: its ratio replaces theirs. Returns it. */
  changeGroup(name: string, change: (group: KeyGroup | undefined) => KeyGroup): Promise<KeyGroup>;
  /** Groups by name. */
  listGroups(): Promise<readonly KeyGroup[]>;
  /** Pending task ends and callbacks, to fill a non-persistent queue at startup. */
  listPendingJobs(): Promise<readonly DueJob[]>;
  /**
   * Records a request to send a callback once more, whatever its state; the service on this database sends it, with its
   * own settings. False for an unknown callback.
   */
  requestResend(taskId: string): Promise<boolean>;
  /** Schedules the callbacks that were requested meanwhile; returns how many. */
  queueResends(now: number): Promise<number>;
  /** Changes the webhook secrets of an account as they are now, and creates the account when it is new; returns them. */
  changeWebhookSecrets(
    accountId: string,
    change: (active: readonly string[]) => readonly string[],
  ): Promise<readonly string[]>;
  /**
   * Encrypts all webhook secrets with the current key; returns how many were not. Rejects with `SealedError` when one cannot
   * be decrypted.
   */
  sealSecrets(): Promise<number>;
  /** Releases unsettled holds for text answers of dead processes; returns how many. */
  releaseAbandonedHolds(at: number): Promise<number>;
  /**
   * Renews the lease of this process, and makes the small writes that failed while the database was away. Call it
   * every few seconds: the claims of a process with an expired lease go to others.
   */
  keepAlive(): Promise<void>;
  /**
   * Removes tasks that ended before a time, the oldest first, with their callbacks and attempts; those with a pending
   * callback stay. Up to a limit; returns how many. The ledger keeps what they cost.
   */
  removeFinishedTasks(before: number, most: number): Promise<number>;
  /** Removes expired idempotency keys, up to a limit; returns how many. */
  removeExpiredKeys(now: number, most: number): Promise<number>;
  /**
   * Replaces the oldest entries of an account before a time, up to a limit, with one entry of kind `balance`; returns
   * by how many entries the ledger shrank. Balances and charges do not change.
   */
  sumOldEntries(accountId: string, step: { readonly before: number; readonly most: number }): Promise<number>;
  /** Tasks for an operator, newest first. Scans all tasks. */
  listTasks(filter: TaskFilter): Promise<readonly Task[]>;
  /** Ids of accounts in order, after a given one, up to a limit. */
  listAccounts(after: string, most: number): Promise<readonly string[]>;
  /** Writes something small; rejects when the database does not answer or cannot write. */
  checkWritable(): Promise<void>;
  /** Waits for running operations and closes the database. */
  close(): Promise<void>;
}
