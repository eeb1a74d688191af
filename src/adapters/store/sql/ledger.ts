import type { Kysely, Transaction } from 'kysely';
import { startOfDay } from '../../../gateway/ledger/days.ts';
import { depositEntry } from '../../../gateway/ledger/entries.ts';
import type { KeyUsage, LedgerEntry } from '../../../gateway/ports/store.ts';
import type { WholeStore } from '../whole-store.ts';
import { fromEntryRow, toEntryRow } from './rows.ts';
import type { Tables } from './tables.ts';
import { type SqlCore, transact } from './work.ts';

export async function insertEntries(
  trx: Transaction<Tables>,
  entries: readonly LedgerEntry[],
): Promise<void> {
  await trx.insertInto('ledger_entries').values(entries.map(toEntryRow)).execute();
}

/** Creates an account without money, if there is none. */
export async function openAccount(trx: Transaction<Tables>, id: string): Promise<void> {
  const empty = { id, available: 0, held: 0, used: 0 };
  await trx
    .insertInto('accounts')
    .values(empty)
    .onConflict((clash) => clash.doNothing())
    .execute();
}

/** What was charged through a key and, if it has a quota, what is held for it, read in one statement: a charge is never counted twice or not at all. */
export async function findKeyUsage(db: Kysely<Tables>, digest: string): Promise<KeyUsage> {
  const { used, held } = await db
    .selectNoFrom((select) => [
      select.selectFrom('key_charges').select('amount').where('digest', '=', digest).as('used'),
      select
        .selectFrom('holds')
        .select(({ cast, fn }) => cast<bigint | null>(fn.sum('amount'), 'bigint').as('sum'))
        .where('quota_key', '=', digest)
        .as('held'),
    ])
    .executeTakeFirstOrThrow();
  return { used: used ?? 0n, held: held ?? 0n };
}

export function createLedgerReads(
  db: Kysely<Tables>,
): Pick<WholeStore, 'findAccount' | 'findKeyUsage' | 'listDailyCharges' | 'listLedger'> {
  return {
    async findAccount(id) {
      const row = await db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst();
      return row && { ...row };
    },
    findKeyUsage: (digest) => findKeyUsage(db, digest),
    async listDailyCharges(accountId, from, to) {
      const charges = await db
        .selectFrom('daily_charges')
        .select(['day', 'model', 'amount'])
        .where('account_id', '=', accountId)
        .where('day', '>=', BigInt(startOfDay(from)))
        .where('day', '<=', BigInt(Math.floor(to)))
        .orderBy('day')
        .orderBy('model')
        .execute();
      return charges.map(({ day, model, amount }) => ({ day: Number(day), model, amount }));
    },
    async listLedger(accountId, limit) {
      const rows = await db
        .selectFrom('ledger_entries')
        .selectAll()
        .where('account_id', '=', accountId)
        .orderBy('seq', 'desc')
        .limit(limit)
        .execute();
      return rows.map(fromEntryRow);
    },
  };
}

/** Deposits, or withdraws if the balance covers it. */
export function createDeposit(core: SqlCore): WholeStore['deposit'] {
  return (accountId, amount, at) =>
    transact(core, async ({ trx }) => {
      await openAccount(trx, accountId);
      const { numUpdatedRows } = await trx
        .updateTable('accounts')
        .set((row) => ({ available: row('available', '+', amount) }))
        .where('id', '=', accountId)
        .where('available', '>=', -amount)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows === 0n) return false;
      await insertEntries(trx, [depositEntry({ accountId, reference: 'deposit', at }, amount)]);
      return true;
    });
}
