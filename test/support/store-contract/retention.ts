import { expect, test } from 'vitest';
import type { DurableStore } from '../../../src/adapters/store/durable-store.ts';
import type { OpenDurable } from './durable.ts';
import { DAY, newDelivery, newTask, storeSeed, success, USD } from './samples.ts';

const TRIED = { at: DAY, durationMs: 1, status: 200 };

/** Ends tasks that cost one unit each, one second apart, with a delivered callback. */
async function endTasks(store: DurableStore, ids: readonly string[]): Promise<void> {
  for (const [index, id] of ids.entries()) {
    await store.acceptTask(newTask(id, { hold: 2n }));
    await store.finishTask(id, success(1n), { at: DAY + index * 1000, delivery: newDelivery(id) });
    await store.recordAttempt(id, { attempt: TRIED, next: { state: 'delivered' } });
  }
}

const found = async (store: DurableStore, ids: readonly string[]) => {
  const tasks = await Promise.all(ids.map((id) => store.findTask(id)));
  return tasks.flatMap((task) => (task ? [task.id] : []));
};

/** What reduces the size of a database, and what is kept. */
export function describeRetention(open: OpenDurable): void {
  test('removes tasks that ended before a time, oldest first and up to a limit, and none of their money', async () => {
    const { store } = await open(storeSeed);
    const ids = Array.from({ length: 7 }, (_, index) => `task_${index}`);
    await endTasks(store, ids);
    const books = [await store.findAccount('alpha'), await store.listLedger('alpha', 99)];
    expect(await store.removeFinishedTasks(DAY, 3)).toBe(0);
    expect(await store.removeFinishedTasks(DAY + 5000, 3)).toBe(3);
    expect(await found(store, ids)).toEqual(['task_3', 'task_4', 'task_5', 'task_6']);
    expect(await store.removeFinishedTasks(DAY + 5000, 3)).toBe(2);
    expect(await store.removeFinishedTasks(DAY + 5000, 3)).toBe(0);
    expect(await found(store, ids)).toEqual(['task_5', 'task_6']);
    const deliveries = await store.listDeliveries(99);
    expect(deliveries.map(({ taskId, attempts }) => [taskId, attempts.length])).toEqual([
      ['task_6', 1],
      ['task_5', 1],
    ]);
    expect([await store.findDelivery('task_0'), await store.requestResend('task_0')]).toEqual([
      undefined,
      false,
    ]);
    expect([await store.findAccount('alpha'), await store.listLedger('alpha', 99)]).toEqual(books);
    expect(await store.listDailyCharges('alpha', DAY, DAY)).toMatchObject([{ amount: 7n }]);
    expect(await store.findKeyUsage('d1')).toEqual({ used: 7n, held: 0n });
  });

  test('keeps running tasks, and those with a pending callback', async () => {
    const { store } = await open(storeSeed);
    const ids = ['task_asked', 'task_queued', 'task_failed', 'task_discarded'];
    await endTasks(store, ids);
    await store.acceptTask(newTask('task_open', { hold: 1n, dueAt: DAY }));
    await store.acceptTask(newTask('task_quiet', { hold: 1n }));
    await store.finishTask('task_quiet', success(1n), { at: DAY });
    await store.acceptTask(newTask('task_pending', { hold: 1n }));
    await store.finishTask('task_pending', success(1n), { at: DAY, delivery: newDelivery('task_pending') });
    await store.requestResend('task_queued');
    await store.queueResends(DAY);
    await store.requestResend('task_asked');
    await store.recordAttempt('task_failed', { attempt: TRIED, next: { state: 'failed' } });
    await store.recordAttempt('task_discarded', { next: { state: 'discarded', reason: 'no' } });
    const all = [...ids, 'task_open', 'task_quiet', 'task_pending'];
    // Those that stay do not stand in the way of the others.
    for (const removed of [1, 1, 1, 0])
      expect(await store.removeFinishedTasks(DAY + 1_000_000, 1)).toBe(removed);
    expect(await found(store, all)).toEqual(['task_asked', 'task_queued', 'task_open', 'task_pending']);
    await store.queueResends(DAY);
    for (const id of ['task_asked', 'task_queued', 'task_pending'])
      await store.recordAttempt(id, { attempt: TRIED, next: { state: 'delivered' } });
    expect(await store.removeFinishedTasks(DAY + 1_000_000, 100)).toBe(3);
    expect(await found(store, all)).toEqual(['task_open']);
  });

  test('removes expired idempotency keys, up to a limit, and no others', async () => {
    const { store } = await open(storeSeed);
    const scopeOf = (key: string) => ({ accountId: 'alpha', operationId: 'createImage', key });
    for (let index = 0; index < 5; index += 1)
      await store.claimIdempotency(scopeOf(`key-${index}`), 'b1', index);
    // The seed keeps keys for 100 seconds. An expired key counts as free, whether it still exists or not.
    expect(await store.claimIdempotency(scopeOf('key-0'), 'b2', 100_000)).toMatchObject({ kind: 'claimed' });
    expect(await store.removeExpiredKeys(99_999, 2)).toBe(0);
    expect(await store.removeExpiredKeys(100_003, 2)).toBe(2);
    expect(await store.removeExpiredKeys(100_003, 2)).toBe(1);
    expect(await store.removeExpiredKeys(100_003, 2)).toBe(0);
    expect(await store.claimIdempotency(scopeOf('key-0'), 'b1', 100_003)).toEqual({ kind: 'mismatch' });
    expect(await store.claimIdempotency(scopeOf('key-3'), 'b2', 100_003)).toMatchObject({ kind: 'claimed' });
    expect(await store.claimIdempotency(scopeOf('key-4'), 'b2', 100_003)).toEqual({ kind: 'mismatch' });
  });

  test('replaces the oldest entries of an account with one, to the last unit', async () => {
    const { store } = await open(storeSeed);
    await store.deposit('beta', 7n, DAY);
    await store.acceptTask(newTask('task_1', { hold: 2n * USD }));
    await store.finishTask('task_1', success(1_234_567_891n), { at: DAY + 90_000 });
    await store.acceptTask(newTask('task_2', { hold: 5n, createdAt: DAY + 90_000 }));
    await store.acceptTask(newTask('task_3', { hold: 6n, createdAt: DAY + 100_000 }));
    const account = await store.findAccount('alpha');
    const kept = await store.listLedger('alpha', 1);
    const step = { before: DAY + 100_000, most: 3 };
    expect(await store.listAccounts('', 9)).toEqual(['alpha', 'beta']);
    expect(await store.listAccounts('alpha', 9)).toEqual(['beta']);
    expect(await store.sumOldEntries('alpha', { ...step, before: DAY })).toBe(0);
    expect(await store.sumOldEntries('alpha', step)).toBe(2);
    expect(await store.sumOldEntries('alpha', step)).toBe(1);
    expect(await store.sumOldEntries('alpha', step)).toBe(0);
    expect(await store.sumOldEntries('beta', { ...step, before: DAY + 1 })).toBe(0);
    expect(await store.listLedger('beta', 9)).toMatchObject([{ kind: 'deposit', available: 7n }]);
    expect(await store.sumOldEntries('beta', { ...step, before: DAY })).toBe(0);
    expect(await store.sumOldEntries('nobody', step)).toBe(0);
    expect(await store.listLedger('alpha', 9)).toEqual([
      ...kept,
      {
        accountId: 'alpha',
        kind: 'balance',
        reference: 'balance',
        at: DAY + 90_000,
        available: 8_765_432_104n,
        held: 5n,
        used: 1_234_567_891n,
        deposited: -10_000_000_000n,
      },
    ]);
    expect(await store.findAccount('alpha')).toEqual(account);
    expect(await store.listDailyCharges('alpha', DAY, DAY)).toMatchObject([{ amount: 1_234_567_891n }]);
    expect(await store.finishTask('task_2', success(5n), { at: DAY + 180_000 })).toBe(true);
    expect(await store.findAccount('alpha')).toMatchObject({ held: 6n, used: 1_234_567_896n });
  });
}
