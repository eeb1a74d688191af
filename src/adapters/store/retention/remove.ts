import { type Kysely, type SqlBool, sql } from 'kysely';
import type { Tables } from '../sql/tables.ts';
import { inTurn, type Turns } from './in-turn.ts';

/** What one step removes: tasks that ended before a time, the oldest first, up to a limit. */
export interface RemovalStep {
  /** Milliseconds since the Unix epoch. */
  readonly before: number;
  readonly most: number;
}

/**
 * Removes tasks that ended before a time, with their callbacks and attempts; those with a pending callback stay.
 * Returns how many; the money they cost is in the ledger.
 */
export function removeFinishedTasks(turns: Turns, { before, most }: RemovalStep): Promise<number> {
  return inTurn(turns, 'removal', async (trx) => {
    const candidates = await findRemovable(trx, { before, most });
    const ids = await withoutRequested(trx, candidates);
    if (ids.length === 0) return 0;
    await trx.deleteFrom('delivery_attempts').where('task_id', 'in', ids).execute();
    await trx.deleteFrom('deliveries').where('task_id', 'in', ids).execute();
    await trx.deleteFrom('task_outcomes').where('task_id', 'in', ids).execute();
    await trx.deleteFrom('tasks').where('id', 'in', ids).execute();
    return ids.length;
  });
}

interface Candidate {
  readonly id: string;
  readonly hasDelivery: boolean;
}

async function findRemovable(
  trx: Kysely<Tables>,
  { before, most }: RemovalStep,
): Promise<readonly Candidate[]> {
  const rows = await trx
    .selectFrom('task_outcomes')
    .leftJoin('deliveries', 'deliveries.task_id', 'task_outcomes.task_id')
    .select(['task_outcomes.task_id as id', 'deliveries.task_id as delivery'])
    .where('finished_at', '<', BigInt(before))
    .where((row) =>
      row.or([
        row('deliveries.task_id', 'is', null),
        row.and([row('state', '!=', 'pending'), row('resend', 'is', null)]),
      ]),
    )
    .orderBy('finished_at')
    .limit(most)
    .execute();
  return rows.map(({ id, delivery }) => ({ id, hasDelivery: delivery !== null }));
}

/** Locks the callbacks, and skips those that the operator has requested meanwhile. */
async function withoutRequested(
  trx: Kysely<Tables>,
  candidates: readonly Candidate[],
): Promise<readonly string[]> {
  const delivered = candidates.filter(({ hasDelivery }) => hasDelivery).map(({ id }) => id);
  if (delivered.length === 0) return candidates.map(({ id }) => id);
  const locked = await trx
    .updateTable('deliveries')
    .set({ next_at: null })
    .where('task_id', 'in', delivered.sort())
    .where('state', '!=', 'pending')
    .where('resend', 'is', null)
    .returning('task_id')
    .execute();
  const removable = new Set(locked.map(({ task_id }) => task_id));
  return candidates.filter(({ id, hasDelivery }) => !hasDelivery || removable.has(id)).map(({ id }) => id);
}

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
      // Checked again: a key may have been claimed again while this waited for its row.
      .where('claimed_at', '<=', BigInt(before))
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  });
}
