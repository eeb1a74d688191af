import { type Kysely, sql } from 'kysely';
import { failureKindOf } from '../../database/failures.ts';
import type { Tables } from './tables.ts';

/** Rejects when the database cannot write now. Small and bounded: later checks overwrite what it writes. */
export type WriteCheck = (db: Kysely<Tables>) => Promise<void>;

/** More than a submission writes, so that a disk too full for a submission fails the check. */
const SQLITE_FILLER = 'x'.repeat(65_536);

/** Rewrites one row, which takes space in the log of the database. */
export const checkSqlite: WriteCheck = (db) =>
  db.transaction().execute(async (trx) => {
    await trx.deleteFrom('write_checks').execute();
    await trx.insertInto('write_checks').values({ filler: SQLITE_FILLER }).execute();
  });

/** Fills its part of a page, so that each row needs a new one: a row in a page with free space proves nothing about the disk. */
const POSTGRES_FILLER = 'x'.repeat(1500);
/** Pages that a process adds before it clears the table: 2 MB. */
const MAX_PAGES = 256;

/** The tables that a submission and its end write: a write lock on one stops the service as a full disk does. */
const WRITTEN: readonly (keyof Tables)[] = [
  ...(['accounts', 'holds', 'ledger_entries', 'key_charges', 'daily_charges'] as const),
  ...(['tasks', 'task_outcomes', 'deliveries', 'delivery_attempts', 'idempotency'] as const),
];

/** Takes the locks that writes take, and adds a page to a table that is never vacuumed. */
export function createPostgresWriteCheck(): WriteCheck {
  let pages = MAX_PAGES;
  return async (db) => {
    if (pages >= MAX_PAGES && (await clear(db))) pages = 0;
    await db.transaction().execute(async (trx) => {
      await sql.raw(`lock table ${WRITTEN.join(', ')} in row exclusive mode`).execute(trx);
      await trx.insertInto('write_checks').values({ filler: POSTGRES_FILLER }).execute();
    });
    pages += 1;
  };
}

/** Clears the table, unless another session uses it, such as a backup, which does so for hours. */
async function clear(db: Kysely<Tables>): Promise<boolean> {
  try {
    await db.transaction().execute(async (trx) => {
      await sql`lock table write_checks in access exclusive mode nowait`.execute(trx);
      await sql`truncate write_checks`.execute(trx);
    });
    return true;
  } catch (error) {
    if (failureKindOf(error) !== 'locked') throw error;
    return false;
  }
}
