import type { Transaction } from 'kysely';
import { holdEntry } from '../../gateway/ledger/entries.ts';
import type { Acceptance, Hold, NewTask, Replay } from '../../gateway/ports/store.ts';
import { keepReplay } from './sql-idempotency.ts';
import { insertEntries } from './sql-ledger.ts';
import { toTaskRow } from './sql-rows.ts';
import type { NewRow, Tables } from './sql-tables.ts';
import type { Work } from './sql-work.ts';

/** Money to hold, and the task it is for, if any. */
export interface Reservation {
  readonly hold: Hold;
  readonly task?: NewTask;
  /** The answer to keep with it. */
  readonly replay?: Replay | undefined;
}

const ACCEPTED: Acceptance = { kind: 'accepted' };

/** Holds what the accounts cover, in order, and keeps the tasks; the others leave no trace. */
export async function reserve(
  { trx, jobs }: Work,
  reservations: readonly Reservation[],
): Promise<readonly Acceptance[]> {
  const acceptances = await coverHolds(
    trx,
    reservations.map(({ hold }) => hold),
  );
  const kept = reservations.filter((_reservation, index) => acceptances[index]?.kind === 'accepted');
  if (kept.length === 0) return acceptances;
  const tasks = kept.flatMap(({ task }) => (task ? [task] : []));
  await trx.insertInto('holds').values(kept.map(toHoldRow)).execute();
  await insertEntries(
    trx,
    kept.map(({ hold: { id, accountId, amount, createdAt } }) =>
      holdEntry({ accountId, reference: id, at: createdAt }, amount),
    ),
  );
  if (tasks.length > 0) await trx.insertInto('tasks').values(tasks.map(toTaskRow)).execute();
  for (const { replay } of kept) if (replay) await keepReplay(trx, replay);
  for (const { id, dueAt } of tasks) jobs.push({ job: { kind: 'finish_task', taskId: id }, dueAt });
  return acceptances;
}

/** Accounts are taken in the order of their ids, so that two groups never wait for each other. */
async function coverHolds(trx: Transaction<Tables>, holds: readonly Hold[]): Promise<readonly Acceptance[]> {
  const acceptances: Acceptance[] = [];
  for (const accountId of [...new Set(holds.map((hold) => hold.accountId))].sort()) {
    const own = [...holds.entries()].filter(([, hold]) => hold.accountId === accountId);
    const total = own.reduce((sum, [, { amount }]) => sum + amount, 0n);
    const isAllCovered = await coverHold(trx, accountId, total);
    for (const [index, { amount }] of own) {
      const isCovered = isAllCovered || (own.length > 1 && (await coverHold(trx, accountId, amount)));
      acceptances[index] = isCovered ? ACCEPTED : await insufficient(trx, accountId);
    }
  }
  return acceptances;
}

async function coverHold(trx: Transaction<Tables>, accountId: string, amount: bigint): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('accounts')
    .set((row) => ({ available: row('available', '-', amount), held: row('held', '+', amount) }))
    .where('id', '=', accountId)
    .where('available', '>=', amount)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

async function insufficient(trx: Transaction<Tables>, accountId: string): Promise<Acceptance> {
  const account = await trx
    .selectFrom('accounts')
    .select('available')
    .where('id', '=', accountId)
    .executeTakeFirst();
  return { kind: 'insufficient', available: account?.available ?? 0n };
}

function toHoldRow({ hold, task }: Reservation): NewRow<'holds'> {
  return {
    id: hold.id,
    account_id: hold.accountId,
    key_digest: hold.keyDigest,
    model_id: hold.modelId,
    amount: hold.amount,
    created_at: hold.createdAt,
    due_at: task?.dueAt ?? null,
  };
}
