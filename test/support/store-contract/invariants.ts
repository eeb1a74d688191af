import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { WholeStore } from '../../../src/adapters/store/whole-store.ts';
import type { LedgerEntry } from '../../../src/gateway/ports/store.ts';
import { DAY, failed, newTask, success } from './samples.ts';

/** Opens one store, or several on one database. */
export type OpenStores = () => Promise<readonly WholeStore[]>;

type Command =
  | { readonly kind: 'submit' | 'hold'; readonly id: number; readonly amount: bigint; readonly at: number }
  | {
      readonly kind: 'finish' | 'settle';
      readonly id: number;
      readonly part: bigint;
      readonly racers: number;
    }
  | { readonly kind: 'fail' | 'cancel'; readonly id: number; readonly racers: number }
  | { readonly kind: 'deposit'; readonly amount: bigint };

/** The results of one run's commands. */
interface Record {
  readonly accountId: string;
  readonly keyDigest: string;
  readonly accepted: Map<string, bigint>;
  readonly refused: Set<string>;
  readonly resolved: Map<string, number>;
  deposited: bigint;
}

const IDS = 8;
const id = fc.integer({ min: 0, max: IDS - 1 });
const amount = fc.bigInt({ min: 0n, max: 400n });
const racers = fc.integer({ min: 1, max: 4 });
const command: fc.Arbitrary<Command> = fc.oneof(
  fc.record({ kind: fc.constantFrom('submit', 'hold'), id, amount, at: fc.nat(1000) }),
  fc.record({
    kind: fc.constantFrom('finish', 'settle'),
    id,
    part: fc.bigInt({ min: 0n, max: 100n }),
    racers,
  }),
  fc.record({ kind: fc.constantFrom('fail', 'cancel'), id, racers }),
  fc.record({ kind: fc.constant('deposit'), amount: fc.bigInt({ min: -300n, max: 600n }) }),
);
/** Rounds of commands; those of a round run at the same time. */
const rounds = fc.array(fc.array(command, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 8 });

/** Money neither appears nor vanishes, whatever happens at the same time. */
export function describeInvariants(openStores: OpenStores, { numRuns }: { readonly numRuns: number }): void {
  test('keeps the ledger balanced over random interleavings', async () => {
    const stores = await openStores();
    let run = 0;
    await fc.assert(
      fc.asyncProperty(rounds, async (commands) => {
        run += 1;
        const record = newRecord(`${run}`);
        for (const round of commands) {
          await Promise.all(round.map((one, index) => obey(pick(stores, index), record, one)));
          await checkBalances(pick(stores, run), record);
        }
        await checkBooks(pick(stores, run), record);
        await checkRest(stores, record);
      }),
      { numRuns },
    );
  });

  test('accepts exactly as many parallel submissions as the balance covers', async () => {
    const stores = await openStores();
    let run = 0;
    const count = fc.integer({ min: 0, max: 12 });
    await fc.assert(
      fc.asyncProperty(count, count, async (submits, covered) => {
        run += 1;
        const accountId = `funds-${run}`;
        await pick(stores, run).deposit(accountId, BigInt(covered) * 7n + 6n, DAY);
        const acceptances = await Promise.all(
          Array.from({ length: submits }, (_, index) =>
            pick(stores, index).acceptTask(newTask(`funds-${run}-${index}`, { accountId, hold: 7n })),
          ),
        );
        const accepted = acceptances.filter(({ kind }) => kind === 'accepted').length;
        expect(accepted).toBe(Math.min(submits, covered));
      }),
      { numRuns },
    );
  });
}

function newRecord(run: string): Record {
  const ids = { accountId: `account-${run}`, keyDigest: `key-${run}` };
  return { ...ids, accepted: new Map(), refused: new Set(), resolved: new Map(), deposited: 0n };
}

function pick(stores: readonly WholeStore[], index: number): WholeStore {
  const store = stores[index % stores.length];
  if (!store) throw new RangeError('There is no store.');
  return store;
}

async function obey(store: WholeStore, record: Record, one: Command): Promise<void> {
  switch (one.kind) {
    case 'deposit':
      if (await store.deposit(record.accountId, one.amount, DAY)) record.deposited += one.amount;
      return;
    case 'submit':
    case 'hold':
      return offer(store, record, one);
    default:
      return resolve(store, record, one);
  }
}

async function offer(
  store: WholeStore,
  record: Record,
  { kind, id: number, amount: held, at }: Extract<Command, { kind: 'submit' | 'hold' }>,
): Promise<void> {
  const { accountId, keyDigest } = record;
  const name = `${kind === 'submit' ? 'task' : 'answer'}-${accountId}-${number}`;
  if (record.accepted.has(name) || record.refused.has(name)) return;
  record.refused.add(name);
  const createdAt = DAY + at;
  const acceptance = await (kind === 'submit'
    ? store.acceptTask(newTask(name, { accountId, keyDigest, hold: held, createdAt }))
    : store.hold({ id: name, accountId, keyDigest, modelId: 'qx3.8-max', amount: held, createdAt }));
  if (acceptance.kind === 'insufficient') return;
  record.refused.delete(name);
  record.accepted.set(name, held);
}

async function resolve(
  store: WholeStore,
  record: Record,
  one: Extract<Command, { racers: number }>,
): Promise<void> {
  const name = `${one.kind === 'settle' ? 'answer' : 'task'}-${record.accountId}-${one.id}`;
  const held = record.accepted.get(name) ?? 0n;
  const charge = 'part' in one ? (held * one.part) / 100n : 0n;
  const end = () => {
    if (one.kind === 'settle') return store.settle(name, charge, DAY);
    if (one.kind === 'fail') return store.finishTask(name, failed, { at: DAY });
    if (one.kind === 'cancel')
      return store.finishTask(name, { status: 'cancelled', charge: 0n }, { at: DAY });
    return store.finishTask(name, success(charge), { at: DAY });
  };
  const ends = await Promise.all(Array.from({ length: one.racers }, end));
  const won = ends.filter(Boolean).length;
  record.resolved.set(name, (record.resolved.get(name) ?? 0) + won);
}

async function checkBalances(store: WholeStore, { accountId, deposited }: Record): Promise<void> {
  const account = await store.findAccount(accountId);
  const { available, held, used } = account ?? { available: 0n, held: 0n, used: 0n };
  expect(available >= 0n && held >= 0n && used >= 0n).toBe(true);
  expect(available + held + used).toBe(deposited);
}

async function checkBooks(store: WholeStore, record: Record): Promise<void> {
  const entries = await store.listLedger(record.accountId, 1000);
  const sum = (posting: 'available' | 'held' | 'used' | 'deposited', of: readonly LedgerEntry[] = entries) =>
    of.reduce((total, entry) => total + entry[posting], 0n);
  for (const entry of entries) expect(entry.available + entry.held + entry.used + entry.deposited).toBe(0n);
  const account = await store.findAccount(record.accountId);
  expect(account ?? { available: 0n, held: 0n, used: 0n }).toMatchObject({
    available: sum('available'),
    held: sum('held'),
    used: sum('used'),
  });
  expect(sum('deposited')).toBe(-record.deposited);
  const charges = await store.listDailyCharges(record.accountId, DAY, DAY);
  expect(charges.reduce((total, charge) => total + charge.amount, 0n)).toBe(sum('used'));
  expect(await store.findKeyUsage(record.keyDigest)).toEqual({ used: sum('used'), held: 0n });
  for (const [name, wins] of record.resolved) expect([name, wins <= 1]).toEqual([name, true]);
  for (const name of record.refused)
    expect(entries.filter(({ reference }) => reference === name)).toEqual([]);
  for (const name of record.accepted.keys()) {
    const kinds = entries.filter(({ reference }) => reference === name).map(({ kind }) => kind);
    expect(kinds).toHaveLength(1 + (record.resolved.get(name) ?? 0));
  }
}

/** At rest nothing is held; a task that failed costs nothing. */
async function checkRest(stores: readonly WholeStore[], record: Record): Promise<void> {
  const used = (await pick(stores, 0).findAccount(record.accountId))?.used ?? 0n;
  await Promise.all(
    [...record.accepted.keys()].flatMap((name) =>
      stores.map((store) =>
        name.startsWith('task') ? store.finishTask(name, failed, { at: DAY }) : store.settle(name, 0n, DAY),
      ),
    ),
  );
  const account = await pick(stores, 1).findAccount(record.accountId);
  expect([account?.held ?? 0n, account?.used ?? 0n]).toEqual([0n, used]);
}
