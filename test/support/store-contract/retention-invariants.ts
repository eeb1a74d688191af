import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DurableStore } from '../../../src/adapters/store/durable-store.ts';
import type { LedgerEntry } from '../../../src/gateway/ports/store.ts';
import { DAY, newTask, success } from './samples.ts';

type Command =
  | { readonly kind: 'submit' | 'answer'; readonly amount: bigint }
  | { readonly kind: 'end'; readonly which: number; readonly part: bigint }
  | { readonly kind: 'deposit'; readonly amount: bigint }
  | { readonly kind: 'sum' | 'remove'; readonly most: number; readonly age: number };

/** The results of one run's commands. Each round is a second later than the one before. */
interface Run {
  readonly accountId: string;
  readonly open: { readonly name: string; readonly held: bigint }[];
  now: number;
  names: number;
  /** Entries that were written, and how many were removed by summing. */
  posted: number;
  summed: number;
  deposited: bigint;
  used: bigint;
}

const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constantFrom('submit', 'answer'), amount: fc.bigInt(0n, 90n) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('end'), which: fc.nat(20), part: fc.bigInt(0n, 100n) }),
  },
  fc.record({ kind: fc.constant('deposit'), amount: fc.bigInt(-50n, 200n) }),
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('sum', 'remove'),
      most: fc.integer({ min: 1, max: 6 }),
      age: fc.nat(4),
    }),
  },
);
/** Rounds of commands; those of a round run at the same time. */
const rounds = fc.array(fc.array(command, { minLength: 1, maxLength: 6 }), { minLength: 2, maxLength: 10 });

/** Summing entries and removing tasks moves no money, whatever else happens at the same time. */
export function describeRetentionInvariants(
  openStores: () => Promise<readonly DurableStore[]>,
  { numRuns }: { readonly numRuns: number },
): void {
  test('keeps the ledger balanced while old entries are compacted and old tasks removed', async () => {
    const stores = await openStores();
    const pick = (index: number) => {
      const store = stores[index % stores.length];
      if (!store) throw new RangeError('There is no store.');
      return store;
    };
    let count = 0;
    await fc.assert(
      fc.asyncProperty(rounds, async (commands) => {
        count += 1;
        const run: Run = { ...fresh(`sums-${count}`) };
        for (const [number, round] of commands.entries()) {
          run.now = DAY + number * 1000;
          await Promise.all([
            ...round.map((one, index) => obey(pick(index), run, one)),
            checkMidst(pick(number), run),
          ]);
          await checkRest(pick(number + 1), run);
        }
        for (const store of stores) await sumAll(store, run);
        await checkRest(pick(0), run);
        expect((await pick(0).listLedger(run.accountId, 10)).length).toBeLessThanOrEqual(1);
      }),
      { numRuns },
    );
  });
}

function fresh(accountId: string): Run {
  return { accountId, open: [], now: DAY, names: 0, posted: 0, summed: 0, deposited: 0n, used: 0n };
}

async function obey(store: DurableStore, run: Run, one: Command): Promise<void> {
  const { accountId, now } = run;
  switch (one.kind) {
    case 'deposit':
      if (!(await store.deposit(accountId, one.amount, now))) return;
      run.deposited += one.amount;
      run.posted += 1;
      return;
    case 'sum':
      return sumOnce(store, run, { before: now - one.age * 1000, most: one.most });
    case 'remove':
      await store.removeFinishedTasks(now - one.age * 1000, one.most);
      return;
    case 'end':
      return end(store, run, one);
    default:
      return offer(store, run, one);
  }
}

async function offer(
  store: DurableStore,
  run: Run,
  { kind, amount }: Extract<Command, { kind: 'submit' | 'answer' }>,
): Promise<void> {
  const { accountId, now: createdAt } = run;
  run.names += 1;
  const name = `${kind}-${accountId}-${run.names}`;
  const keyDigest = accountId;
  const acceptance = await (kind === 'submit'
    ? store.acceptTask(newTask(name, { accountId, keyDigest, hold: amount, createdAt }))
    : store.hold({ id: name, accountId, keyDigest, modelId: 'qx3.8-max', amount, createdAt }));
  if (acceptance.kind !== 'accepted') return;
  run.posted += 1;
  run.open.push({ name, held: amount });
}

async function end(
  store: DurableStore,
  run: Run,
  { which, part }: Extract<Command, { kind: 'end' }>,
): Promise<void> {
  const [one] = run.open.splice(which % Math.max(run.open.length, 1), 1);
  if (!one) return;
  const charge = (one.held * part) / 100n;
  const isFirst = await (one.name.startsWith('submit')
    ? store.finishTask(one.name, success(charge), { at: run.now })
    : store.settle(one.name, charge, run.now));
  expect(isFirst).toBe(true);
  run.posted += 1;
  run.used += charge;
}

async function sumOnce(
  store: DurableStore,
  run: Run,
  step: { readonly before: number; readonly most: number },
): Promise<void> {
  const fewer = await store.sumOldEntries(run.accountId, step);
  run.summed += fewer;
}

async function sumAll(store: DurableStore, run: Run): Promise<void> {
  for (let step = 1; step > 0; run.summed += step)
    step = await store.sumOldEntries(run.accountId, { before: run.now + 1, most: 4 });
}

function sumOf(entries: readonly LedgerEntry[], posting: 'available' | 'held' | 'used' | 'deposited') {
  return entries.reduce((total, entry) => total + entry[posting], 0n);
}

/** At any time, the entries that a reader sees are a consistent snapshot of the ledger. */
async function checkMidst(store: DurableStore, { accountId }: Run): Promise<void> {
  for (let reading = 0; reading < 3; reading += 1) {
    const entries = await store.listLedger(accountId, 1000);
    for (const entry of entries) expect(entry.available + entry.held + entry.used + entry.deposited).toBe(0n);
    for (const posting of ['available', 'held', 'used'] as const)
      expect(sumOf(entries, posting)).toBeGreaterThanOrEqual(0n);
  }
}

async function checkRest(store: DurableStore, run: Run): Promise<void> {
  const { accountId } = run;
  const entries = await store.listLedger(accountId, 1000);
  const account = await store.findAccount(accountId);
  const books = { available: 0n, held: 0n, used: 0n };
  const { available, held, used } = account ?? books;
  const sums = { ...books };
  for (const posting of ['available', 'held', 'used'] as const) sums[posting] = sumOf(entries, posting);
  expect(sums).toEqual({ available, held, used });
  expect(sumOf(entries, 'deposited')).toBe(-run.deposited);
  expect(held).toBe(run.open.reduce((total, one) => total + one.held, 0n));
  expect(used).toBe(run.used);
  expect(await store.findKeyUsage(accountId)).toEqual({ used: run.used, held: 0n });
  const charges = await store.listDailyCharges(accountId, DAY, DAY);
  expect(charges.reduce((total, { amount }) => total + amount, 0n)).toBe(run.used);
  expect(entries.length + run.summed).toBe(run.posted);
}
