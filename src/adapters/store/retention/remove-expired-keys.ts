import { type SqlBool, sql } from 'kysely';
import { inTurn, type Turns } from './in-turn.ts';
import type { RemovalStep } from './remove-finished.ts';

/** Removes idempotency keys that were claimed before a time, the oldest first; returns how many. */
export function removeExpiredKeys(turns: Turns, { before, most }: RemovalStep): Promise<number> {
  return inTurn(turns, 'removal', async (trx) => {
    const over = trx
      .selectFrom('idempotency')
      .select(['account_id', 'operation_id', 'idempotency_key'])
      .where('claimed_at', '<=', BigInt(before))
      .orderBy('claimed_at')
      .limit(most);
    const { numDeletedRows } = await trx
      .deleteFrom('idempotency')
      .where(sql<SqlBool>`(account_id, operation_id, idempotency_key) in ${over}`)
      // Checked again: a key may have been claimed anew while this waited for its row.
      .where('claimed_at', '<=', BigInt(before))
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  });
}
