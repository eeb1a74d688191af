import type { Transaction } from 'kysely';
import { holdEntry } from '../../../gateway/ledger/entries.ts';
import { lesserOf, remainingQuota } from '../../../gateway/ledger/quota.ts';
import type { Replay } from '../../../gateway/ports/idempotency-keys.ts';
import type { Hold, HoldResult, NewTask, TaskHoldResult } from '../../../gateway/ports/store.ts';
import type { DueJob } from '../durable-store.ts';
import { padded } from '../groups/group-read.ts';
import { dropReplay, keepReplay } from './idempotency.ts';
import { findKeyUsage } from './ledger.ts';
import { lockAccounts } from './resolve.ts';
import { toEntryRow, toTaskRow } from './rows.ts';
import type { NewRow, Tables } from './tables.ts';
import { inLockOrder, type SqlCore, transact } from './work.ts';

/** Money to hold, and the task it is for, if any. */
export interface Reservation {
  readonly hold: Hold;
  readonly task?: NewTask;
  /** The process that delivers the answer the money is held for. */
  readonly owner?: string;
  /** The response to store with it. */
  readonly replay?: Replay | undefined;
}

/** Reserves what the accounts cover, in order, and stores the tasks; the others leave no trace. */
export type Reserve = (
  core: SqlCore,
  reservations: readonly Reservation[],
) => Promise<readonly TaskHoldResult[]>;

export const ACCEPTED: HoldResult = { kind: 'accepted' };

const SUPERSEDED: TaskHoldResult = { kind: 'superseded' };

/** Reserves in a transaction, table by table, in SQL that every database understands. */
export const reserveInSteps: Reserve = (core, reservations) =>
  transact(core, async ({ trx, jobs }) => {
    await core.lockKeys(trx, 'hold');
    const holders = await keepReplays(trx, reservations);
    const holds = holders.map(({ hold }) => hold);
    const quotas = await findQuotas(trx, holds);
    const covered = await coverHolds(trx, holds, quotas);
    const ends = new Map(holders.map((reservation, index) => [reservation, covered[index]]));
    const kept = holders.filter((reservation) => ends.get(reservation)?.kind === 'accepted');
    for (const one of holders) if (!kept.includes(one) && one.replay) await dropReplay(trx, one.replay);
    if (kept.length > 0) {
      const rows = toReservedRows(kept, quotas);
      await trx.insertInto('holds').values(rows.holds).execute();
      await trx.insertInto('ledger_entries').values(rows.entries).execute();
      if (rows.tasks.length > 0) await trx.insertInto('tasks').values(rows.tasks).execute();
      jobs.push(...rows.jobs);
    }
    return reservations.map((reservation) => ends.get(reservation) ?? SUPERSEDED);
  });

/** Stores the responses; returns the reservations that have none or whose claim is still current. */
async function keepReplays(
  trx: Transaction<Tables>,
  reservations: readonly Reservation[],
): Promise<readonly Reservation[]> {
  const holders: Reservation[] = [];
  for (const reservation of reservations) {
    const { replay } = reservation;
    if (!replay || (await keepReplay(trx, replay))) holders.push(reservation);
  }
  return holders;
}

type Quotas = ReadonlyMap<string, bigint>;

/** The rows and jobs of successful reservations. `quotas` are those of their keys, if any has one. */
export function toReservedRows(kept: readonly Reservation[], quotas?: Quotas) {
  const tasks = kept.flatMap(({ task }) => (task ? [task] : []));
  return {
    holds: kept.map((reservation) => toHoldRow(reservation, quotas)),
    entries: kept.map(({ hold: { id, accountId, amount, createdAt } }) =>
      toEntryRow(holdEntry({ accountId, reference: id, at: createdAt }, amount)),
    ),
    tasks: tasks.map(toTaskRow),
    jobs: tasks.map(({ id, dueAt }): DueJob => ({ job: { kind: 'finish_task', taskId: id }, dueAt })),
  };
}

/** Each account is locked by its first update, in the lock order of all groups. */
async function coverHolds(
  trx: Transaction<Tables>,
  holds: readonly Hold[],
  quotas: Quotas,
): Promise<readonly HoldResult[]> {
  const acceptances: HoldResult[] = [];
  for (const accountId of inLockOrder(holds.map((hold) => hold.accountId))) {
    const own = [...holds.entries()].filter(([, hold]) => hold.accountId === accountId);
    const total = own.reduce((sum, [, { amount }]) => sum + amount, 0n);
    const limited = own.filter(([, { keyDigest }]) => quotas.has(keyDigest));
    if (limited.length > 0) await lockAccounts(trx, [accountId]);
    const left = await findRemaining(
      trx,
      quotas,
      limited.map(([, { keyDigest }]) => keyDigest),
    );
    const isOneByOne = own.length > 1 || limited.length > 0;
    const isAllCovered = limited.length === 0 && (await coverHold(trx, accountId, total));
    for (const [index, { amount, keyDigest }] of own) {
      const quota = left.get(keyDigest);
      const isCovered =
        isAllCovered ||
        (isOneByOne && (quota ?? amount) >= amount && (await coverHold(trx, accountId, amount)));
      acceptances[index] = isCovered ? ACCEPTED : await insufficient(trx, accountId, quota);
      if (isCovered && quota !== undefined) left.set(keyDigest, quota - amount);
    }
  }
  return acceptances;
}

/** The quotas of those keys that have one. */
async function findQuotas(trx: Transaction<Tables>, holds: readonly Hold[]): Promise<Quotas> {
  if (holds.length === 0) return new Map();
  const rows = await trx
    .selectFrom('api_keys')
    .select(['digest', 'quota'])
    .where('digest', 'in', padded([...new Set(holds.map(({ keyDigest }) => keyDigest))]))
    .where('quota', 'is not', null)
    .execute();
  return new Map(rows.map(({ digest, quota }) => [digest, quota ?? 0n]));
}

/** What remains of the quotas of keys. It cannot change while their account is locked: all their holds are of that account. */
async function findRemaining(
  trx: Transaction<Tables>,
  quotas: Quotas,
  digests: readonly string[],
): Promise<Map<string, bigint>> {
  const left = new Map<string, bigint>();
  for (const digest of new Set(digests))
    left.set(digest, remainingQuota(quotas.get(digest) ?? 0n, await findKeyUsage(trx, digest)));
  return left;
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

async function insufficient(
  trx: Transaction<Tables>,
  accountId: string,
  quota: bigint | undefined,
): Promise<HoldResult> {
  const account = await trx
    .selectFrom('accounts')
    .select('available')
    .where('id', '=', accountId)
    .executeTakeFirst();
  return { kind: 'insufficient', ...lesserOf(account?.available ?? 0n, quota) };
}

function toHoldRow({ hold, task, owner }: Reservation, quotas: Quotas | undefined): NewRow<'holds'> {
  return {
    id: hold.id,
    account_id: hold.accountId,
    key_digest: hold.keyDigest,
    quota_key: quotas?.has(hold.keyDigest) ? hold.keyDigest : null,
    model_id: hold.modelId,
    amount: hold.amount,
    created_at: hold.createdAt,
    due_at: task?.dueAt ?? null,
    owner: owner ?? null,
  };
}
