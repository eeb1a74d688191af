import { type Kysely, sql } from 'kysely';
import { ENTRY_INDEX, entryTable } from './first-tables.ts';
import type { Dialect } from './migrations.ts';

const KINDS = ['deposit', 'hold', 'settle', 'release', 'balance'];

/** Allows balance entries in the ledger; may be repeated. SQLite cannot change a check constraint: the table is copied. */
export async function allowBalanceEntries(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const run = (on: Kysely<unknown>, text: string) => sql.raw(text).execute(on);
  if (db.isTransaction) {
    const kinds = KINDS.map((kind) => `'${kind}'`).join(', ');
    await run(db, 'alter table ledger_entries drop constraint if exists ledger_entries_kind_check');
    // Existing rows satisfied the stricter check: they need not be checked again.
    await run(
      db,
      `alter table ledger_entries add constraint ledger_entries_kind_check check (kind in (${kinds})) not valid`,
    );
    return;
  }
  await db.transaction().execute(async (trx) => {
    await run(trx, entryTable('new_ledger_entries', KINDS, dialect));
    await run(trx, 'insert into new_ledger_entries select * from ledger_entries');
    await run(trx, 'drop table ledger_entries');
    await run(trx, 'alter table new_ledger_entries rename to ledger_entries');
    await run(trx, ENTRY_INDEX);
  });
}
