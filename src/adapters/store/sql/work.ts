import type { Kysely, Transaction } from 'kysely';
import type { ScheduleJob } from '../../../gateway/ports/queue.ts';
import type { DueJob } from '../durable-store.ts';
import type { Tables } from './tables.ts';

/**
 * Keeps those that hold money for keys and those that change keys apart, until the transaction ends: what is changed
 * applies to every hold that is not seen by the change. It is the first lock of its transaction.
 */
export type LockKeys = (trx: Transaction<Tables>, use: 'hold' | 'change') => Promise<void>;

export interface SqlCore {
  readonly db: Kysely<Tables>;
  /** Called after the commit of what the job is for: its rows say what is due, whether or not this is called. */
  readonly schedule: ScheduleJob;
  readonly lockKeys: LockKeys;
}

/** A transaction in progress, and its jobs. */
export interface Work {
  readonly trx: Transaction<Tables>;
  readonly jobs: DueJob[];
}

/** Runs a function in one transaction, and schedules the jobs that it pushes after the commit. */
export async function transact<Result>(
  { db, schedule }: SqlCore,
  body: (work: Work) => Promise<Result>,
): Promise<Result> {
  const jobs: DueJob[] = [];
  const result = await db.transaction().execute((trx) => body({ trx, jobs }));
  for (const { job, dueAt } of jobs) schedule(job, dueAt);
  return result;
}

/**
 * The order in which all code locks account rows, so that no two groups deadlock: by the
 * bytes of their ids in UTF-8. Statements that lock several at once use `collate "C"`, which is the same order.
 */
export function inLockOrder(accountIds: Iterable<string>): readonly string[] {
  return [...new Set(accountIds)].sort((left, right) =>
    Buffer.compare(Buffer.from(left), Buffer.from(right)),
  );
}
