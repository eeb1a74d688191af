import { balanceEntry } from '../../../gateway/ledger/entries.ts';
import { fromEntryRow, toEntryRow } from '../sql/rows.ts';
import { inTurn, type Turns } from './in-turn.ts';
import type { RemovalStep } from './remove.ts';

/**
 * Reads the first entries of an account, and replaces those before a time with one entry: their sum,
 * in the place of the last of them. Returns by how many entries the ledger shrank.
 */
export function sumOldEntries(
  turns: Turns,
  { accountId, before, most }: RemovalStep & { readonly accountId: string },
): Promise<number> {
  return inTurn(turns, 'sums', async (trx) => {
    const oldest = await trx
      .selectFrom('ledger_entries')
      .selectAll()
      .where('account_id', '=', accountId)
      .orderBy('seq')
      .limit(most)
      .execute();
    const old = oldest.filter(({ at }) => at < BigInt(before));
    const last = old.at(-1);
    if (!last || old.length < 2) return 0;
    const sum = balanceEntry(old.map(fromEntryRow));
    await trx
      .deleteFrom('ledger_entries')
      .where(
        'seq',
        'in',
        old.slice(0, -1).map(({ seq }) => seq),
      )
      .execute();
    await trx
      .updateTable('ledger_entries')
      .set(toEntryRow({ ...sum, accountId }))
      .where('seq', '=', last.seq)
      .execute();
    return old.length - 1;
  });
}
