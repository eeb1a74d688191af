import type { Kysely, Transaction } from 'kysely';
import type { DueJob } from './durable-store.ts';
import type { Tables } from './sql-tables.ts';

/** What a queue needs of a transaction. */
export type StatementRunner = Pick<Transaction<Tables>, 'executeQuery'>;

/** Enqueues the jobs of a transaction in it; returns a function to call when it has committed. */
export type EnqueueJobs = (transaction: StatementRunner, jobs: readonly DueJob[]) => Promise<() => void>;

/** A database and its job queue. */
export interface SqlCore {
  readonly db: Kysely<Tables>;
  readonly enqueue: EnqueueJobs;
}

/** A transaction in progress, and its jobs. */
export interface Work {
  readonly trx: Transaction<Tables>;
  readonly jobs: DueJob[];
}

/** Runs a function in one transaction, and enqueues the jobs that it pushes. */
export async function transact<Result>(
  { db, enqueue }: SqlCore,
  body: (work: Work) => Promise<Result>,
): Promise<Result> {
  let afterCommit: (() => void) | undefined;
  const result = await db.transaction().execute(async (trx) => {
    const jobs: DueJob[] = [];
    const value = await body({ trx, jobs });
    if (jobs.length > 0) afterCommit = await enqueue(trx, jobs);
    return value;
  });
  afterCommit?.();
  return result;
}
