import { type Kysely, sql } from 'kysely';
import type { Tables } from '../sql/tables.ts';

/** Work that only one process does at a time. */
export type SharedWork = 'removal' | 'sums';

/** Admits a transaction to one kind of work: removal is skipped while another process does it, compaction waits. */
export type TakeTurn = (trx: Kysely<Tables>, work: SharedWork) => Promise<boolean>;

/** Two arbitrary numbers that no other code uses as lock ids. */
const LOCKS: Readonly<Record<SharedWork, bigint>> = { removal: 7_302_118_465n, sums: 7_302_118_466n };

/** Locking between processes on a PostgreSQL database; it lasts until the transaction ends. */
export const takePostgresTurn: TakeTurn = async (trx, work) => {
  const lock = sql.lit(LOCKS[work]);
  if (work === 'sums') {
    await sql`select pg_advisory_xact_lock(${lock})`.execute(trx);
    return true;
  }
  const tried = sql<{ readonly taken: boolean }>`select pg_try_advisory_xact_lock(${lock}) as taken`;
  return (await tried.execute(trx)).rows[0]?.taken === true;
};

/** Locking on SQLite, where a write transaction has exclusive access anyway. */
export const takeSqliteTurn: TakeTurn = async () => true;

/** The database and the lock for steps of shared work. */
export interface Turns {
  readonly db: Kysely<Tables>;
  readonly takeTurn: TakeTurn;
}

/** Runs a step in a transaction of its own; does nothing while another process does the work. */
export function inTurn(
  { db, takeTurn }: Turns,
  work: SharedWork,
  step: (trx: Kysely<Tables>) => Promise<number>,
): Promise<number> {
  return db.transaction().execute(async (trx) => ((await takeTurn(trx, work)) ? step(trx) : 0));
}
