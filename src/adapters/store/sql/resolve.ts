import type { Selectable, Transaction } from 'kysely';
import { startOfDay } from '../../../gateway/ledger/days.ts';
import { lateEntry, settleEntry } from '../../../gateway/ledger/entries.ts';
import type { LedgerEntry, NewDelivery, TaskOutcome } from '../../../gateway/ports/store.ts';
import { padded } from '../groups/group-read.ts';
import { insertEntries } from './ledger.ts';
import { toDeliveryRow, toOutcomeRow } from './rows.ts';
import type { Tables } from './tables.ts';
import type { Work } from './work.ts';
import { inLockOrder } from './work.ts';

/** A hold to settle: the charge and, for a task, how it ended. */
export interface Resolution {
  readonly holdId: string;
  readonly charge: bigint;
  readonly at: number;
  readonly outcome?: TaskOutcome;
  readonly delivery?: NewDelivery;
}

type HoldRow = Selectable<Tables['holds']>;
type Settled = Resolution & { readonly hold: HoldRow };

/**
 * Settles holds, each once: deleting the row is what settles it, and everything else is in the same transaction.
 * False for a hold that was settled before, in this group or ever.
 */
export async function resolve(
  { trx, jobs }: Work,
  resolutions: readonly Resolution[],
): Promise<readonly boolean[]> {
  const first = new Map([...resolutions].reverse().map((resolution) => [resolution.holdId, resolution]));
  const rows = await trx
    .deleteFrom('holds')
    .where('id', 'in', [...first.keys()].sort())
    .returningAll()
    .execute();
  const resolved = rows.flatMap((hold): readonly Settled[] => {
    const resolution = first.get(hold.id);
    return resolution ? [{ ...resolution, hold }] : [];
  });
  const settled = await limitToBalances(trx, resolved);
  if (settled.length > 0) await post(trx, settled);
  const deliveries = settled.flatMap(({ delivery }) => (delivery ? [delivery] : []));
  if (deliveries.length > 0)
    await trx.insertInto('deliveries').values(deliveries.map(toDeliveryRow)).execute();
  for (const { taskId, createdAt } of deliveries)
    jobs.push({ job: { kind: 'deliver_callback', taskId }, dueAt: createdAt });
  const winners = new Set(settled.map(({ holdId }) => first.get(holdId)));
  return resolutions.map((resolution) => winners.has(resolution));
}

async function post(trx: Transaction<Tables>, settled: readonly Settled[]): Promise<void> {
  const entries = settled.flatMap(toEntries);
  await moveMoney(trx, entries);
  await addCharges(
    trx,
    settled.filter(({ charge }) => charge > 0n),
  );
  if (entries.length > 0) await insertEntries(trx, entries);
  const ends = settled.flatMap(({ holdId, at, outcome }) =>
    outcome ? [toOutcomeRow(holdId, outcome, at)] : [],
  );
  if (ends.length === 0) return;
  await trx.insertInto('task_outcomes').values(ends).execute();
  await trx
    .updateTable('tasks')
    .set({ input: null })
    .where('id', 'in', padded(ends.map(({ task_id }) => task_id).sort()))
    .execute();
}

function toEntries({ hold, charge, at }: Settled): readonly LedgerEntry[] {
  const subject = { accountId: hold.account_id, reference: hold.id, at };
  if (hold.lapsed_at === null) return [settleEntry(subject, hold.amount, charge)];
  return charge > 0n ? [lateEntry(subject, charge)] : [];
}

/** A hold that was released meanwhile is charged as far as the account still covers it. */
async function limitToBalances(
  trx: Transaction<Tables>,
  resolved: readonly Settled[],
): Promise<readonly Settled[]> {
  const lapsed = resolved.filter(({ hold }) => hold.lapsed_at !== null);
  if (lapsed.length === 0) return resolved;
  const balances = await lockAccounts(
    trx,
    resolved.map(({ hold }) => hold.account_id),
  );
  return resolved.map((one) => {
    if (one.hold.lapsed_at === null) return one;
    const { account_id: accountId } = one.hold;
    const available = balances.get(accountId) ?? 0n;
    const charge = one.charge < available ? one.charge : available;
    balances.set(accountId, available - charge);
    return { ...one, charge };
  });
}

/** Locks accounts until the end of the transaction, and returns their balances. */
export async function lockAccounts(
  trx: Transaction<Tables>,
  accountIds: readonly string[],
): Promise<Map<string, bigint>> {
  const balances = new Map<string, bigint>();
  for (const accountId of inLockOrder(accountIds)) {
    const account = await trx
      .updateTable('accounts')
      .set((row) => ({ held: row.ref('held') }))
      .where('id', '=', accountId)
      .returning('available')
      .executeTakeFirst();
    balances.set(accountId, account?.available ?? 0n);
  }
  return balances;
}

/** Posts entries to the balances of their accounts, which it locks in the lock order of all groups. */
export async function moveMoney(trx: Transaction<Tables>, entries: readonly LedgerEntry[]): Promise<void> {
  for (const accountId of inLockOrder(entries.map((entry) => entry.accountId))) {
    const own = entries.filter((entry) => entry.accountId === accountId);
    const sum = (posting: 'available' | 'held' | 'used') =>
      own.reduce((total, entry) => total + entry[posting], 0n);
    await trx
      .updateTable('accounts')
      .set((row) => ({
        available: row('available', '+', sum('available')),
        held: row('held', '+', sum('held')),
        used: row('used', '+', sum('used')),
      }))
      .where('id', '=', accountId)
      .execute();
  }
}

async function addCharges(trx: Transaction<Tables>, settled: readonly Settled[]): Promise<void> {
  if (settled.length === 0) return;
  const byKey = sumUp(settled, ({ hold }) => ({ digest: hold.key_digest }));
  const byDay = sumUp(settled, ({ hold, at }) => ({
    account_id: hold.account_id,
    day: startOfDay(at),
    model: hold.model_id,
  }));
  await trx
    .insertInto('key_charges')
    .values(byKey)
    .onConflict((clash) =>
      clash.column('digest').doUpdateSet((row) => ({
        amount: row('key_charges.amount', '+', row.ref('excluded.amount')),
      })),
    )
    .execute();
  await trx
    .insertInto('daily_charges')
    .values(byDay)
    .onConflict((clash) =>
      clash.columns(['account_id', 'day', 'model']).doUpdateSet((row) => ({
        amount: row('daily_charges.amount', '+', row.ref('excluded.amount')),
      })),
    )
    .execute();
}

/** Charges summed by what `keyOf` returns, in a fixed order, so that two groups never deadlock. */
function sumUp<Key extends object>(
  settled: readonly Settled[],
  keyOf: (one: Settled) => Key,
): (Key & { readonly amount: bigint })[] {
  const sums = new Map<string, Key & { readonly amount: bigint }>();
  for (const one of settled) {
    const key = keyOf(one);
    const name = JSON.stringify(key);
    sums.set(name, { ...key, amount: (sums.get(name)?.amount ?? 0n) + one.charge });
  }
  return [...sums.entries()].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, sum]) => sum);
}
