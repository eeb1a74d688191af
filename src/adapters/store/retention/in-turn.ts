import { type Kysely, sql } from 'kysely';
import type { Tables } from '../sql-tables.ts';

/** Work that no two processes do at the same time. */
export type SharedWork = 'removal' | 'sums';

/** Lets a transaction do a kind of work: removal is left to whoever does it already, sums wait for their turn. */
export type TakeTurn = (trx: Kysely<Tables>, work: SharedWork) => Promise<boolean>;

/** Any two numbers that nobody else takes locks by. */
const LOCKS: Readonly<Record<SharedWork, bigint>> = { removal: 7_302_118_465n, sums: 7_302_118_466n };

/** The turn of processes that share a PostgreSQL database; it lasts until the transaction ends. */
export const takePostgresTurn: TakeTurn = async (trx, work) => {
  const lock = sql.lit(LOCKS[work]);
  if (work === 'sums') {
    await sql`select pg_advisory_xact_lock(${lock})`.execute(trx);
    return true;
  }
  const tried = sql<{ readonly taken: boolean }>`select pg_try_advisory_xact_lock(${lock}) as taken`;
  return (await tried.execute(trx)).rows[0]?.taken === true;
};

/** The turn on SQLite, where a transaction that writes has the database for itself. */
export const takeSqliteTurn: TakeTurn = async () => true;

/** What a step of shared work runs in. */
export interface Turns {
  readonly db: Kysely<Tables>;
  readonly takeTurn: TakeTurn;
}

/** Does a step of work in a transaction of its own; nothing, when others do it. */
export function inTurn(
  { db, takeTurn }: Turns,
  work: SharedWork,
  step: (trx: Kysely<Tables>) => Promise<number>,
): Promise<number> {
  return db.transaction().execute(async (trx) => ((await takeTurn(trx, work)) ? step(trx) : 0));
}
