import { expect, test } from 'vitest';
import type { Hold } from '../../../src/gateway/ports/store.ts';
import { DAY, newTask, type OpenStore, storeSeed, success, USD } from './samples.ts';

const hold: Hold = {
  id: 'answer_1',
  accountId: 'alpha',
  keyDigest: 'd2',
  modelId: 'qx3.8-max',
  amount: 3n * USD,
  createdAt: DAY,
};

/** Every movement of money is in the ledger, once. */
export function describeLedger(open: OpenStore): void {
  test('finds accounts by id', async () => {
    const { store } = await open(storeSeed);
    const alpha = { id: 'alpha', available: 10_000_000_000n, held: 0n, used: 0n };
    expect(await store.findAccount('alpha')).toEqual(alpha);
    expect(await store.findAccount('beta')).toEqual({ id: 'beta', available: 0n, held: 0n, used: 0n });
    expect(await store.findAccount('nobody')).toBeUndefined();
    expect(await store.findAccount('__proto__')).toBeUndefined();
  });

  test('holds money for a text answer, and settles it once', async () => {
    const { store, jobs } = await open(storeSeed);
    const held = await store.hold(hold);
    expect(held.kind === 'accepted' && held.isValid()).toBe(true);
    expect(await store.findAccount('alpha')).toMatchObject({ available: 7n * USD, held: 3n * USD });
    expect(await store.settle('answer_1', USD, DAY + 5)).toBe(true);
    expect(await store.settle('answer_1', USD, DAY + 6)).toBe(false);
    expect(await store.settle('answer_2', USD, DAY + 6)).toBe(false);
    expect(await store.findAccount('alpha')).toMatchObject({ available: 9n * USD, held: 0n, used: USD });
    expect(await store.findKeyUsage('d2')).toEqual({ used: USD, held: 0n });
    expect(await store.listDailyCharges('alpha', DAY, DAY)).toEqual([
      { day: DAY, model: 'qx3.8-max', amount: USD },
    ]);
    expect(jobs).toEqual([]);
  });

  test('of concurrent charges of one hold, the first one counts', async () => {
    const { store } = await open(storeSeed);
    await store.hold(hold);
    const charges = [2n, 1n, 0n].map((charge) => store.settle('answer_1', charge * USD, DAY));
    expect(await Promise.all(charges)).toEqual([true, false, false]);
    expect(await store.findAccount('alpha')).toMatchObject({ available: 8n * USD, held: 0n, used: 2n * USD });
    expect(await store.findKeyUsage('d2')).toEqual({ used: 2n * USD, held: 0n });
  });

  test('charges that are settled together move the money of their own accounts', async () => {
    const { store } = await open({ ...storeSeed, deposits: { alpha: 10n * USD, beta: 5n * USD } });
    await store.hold(hold);
    await store.hold({ ...hold, id: 'answer_2', accountId: 'beta', keyDigest: 'd3', amount: 2n * USD });
    const charges = [store.settle('answer_1', 2n * USD, DAY), store.settle('answer_2', USD, DAY)];
    expect(await Promise.all(charges)).toEqual([true, true]);
    expect([await store.findAccount('alpha'), await store.findAccount('beta')]).toMatchObject([
      { available: 8n * USD, held: 0n, used: 2n * USD },
      { available: 4n * USD, held: 0n, used: USD },
    ]);
  });

  test('releases a hold that is settled with a zero charge', async () => {
    const { store } = await open(storeSeed);
    await store.hold(hold);
    expect(await store.settle('answer_1', 0n, DAY)).toBe(true);
    expect(await store.findAccount('alpha')).toMatchObject({ available: 10n * USD, held: 0n, used: 0n });
  });

  test.each([
    ['beta', 1n, 0n],
    ['alpha', 10_000_000_001n, 10_000_000_000n],
  ])('refuses a hold that account %s does not cover', async (accountId, amount, available) => {
    const { store } = await open(storeSeed);
    expect(await store.hold({ ...hold, accountId, amount })).toEqual({ kind: 'insufficient', available });
    expect(await store.settle('answer_1', 0n, DAY)).toBe(false);
  });

  test('lists the entries of an account, newest first', async () => {
    const { store } = await open(storeSeed);
    await store.acceptTask(newTask('task_1'));
    await store.finishTask('task_1', success(USD), { at: DAY + 90_000 });
    await store.hold(hold);
    await store.settle('answer_1', 0n, DAY + 7);
    const entry = { accountId: 'alpha', available: 0n, held: 0n, used: 0n, deposited: 0n };
    const posted = [
      { ...entry, kind: 'release', reference: 'answer_1', at: DAY + 7, available: 3n * USD, held: -3n * USD },
      { ...entry, kind: 'hold', reference: 'answer_1', at: DAY, available: -3n * USD, held: 3n * USD },
      {
        ...entry,
        kind: 'settle',
        reference: 'task_1',
        at: DAY + 90_000,
        available: USD,
        held: -2n * USD,
        used: USD,
      },
      { ...entry, kind: 'hold', reference: 'task_1', at: DAY, available: -2n * USD, held: 2n * USD },
      {
        ...entry,
        kind: 'deposit',
        reference: 'deposit',
        at: 0,
        available: 10n * USD,
        deposited: -10n * USD,
      },
    ];
    expect(await store.listLedger('alpha', 10)).toEqual(posted);
    expect(await store.listLedger('alpha', 2)).toEqual(posted.slice(0, 2));
    expect(await store.listLedger('nobody', 10)).toEqual([]);
  });

  test('deposits and withdraws, never below zero', async () => {
    const { store } = await open(storeSeed);
    expect(await store.deposit('gamma', 5n, DAY)).toBe(true);
    expect(await store.deposit('gamma', -6n, DAY)).toBe(false);
    expect(await store.deposit('gamma', -5n, DAY)).toBe(true);
    expect(await store.findAccount('gamma')).toEqual({ id: 'gamma', available: 0n, held: 0n, used: 0n });
    expect((await store.listLedger('gamma', 9)).map(({ deposited }) => deposited)).toEqual([5n, -5n]);
  });

  test('keeps amounts beyond the exact range of doubles exact', async () => {
    const { store } = await open(storeSeed);
    await store.deposit('gamma', 9_000_000_000_000_000_001n, DAY);
    await store.hold({ ...hold, accountId: 'gamma', amount: 8_999_999_999_999_999_999n });
    await store.settle('answer_1', 8_999_999_999_999_999_998n, DAY);
    expect(await store.findAccount('gamma')).toMatchObject({
      available: 3n,
      used: 8_999_999_999_999_999_998n,
    });
  });

  test('counts charges by key, and by day and model', async () => {
    const { store } = await open(storeSeed);
    await store.acceptTask(newTask('task_1'));
    await store.acceptTask(newTask('task_2', { keyDigest: 'd2', modelId: 'vxq3' }));
    await store.acceptTask(newTask('task_3'));
    await store.finishTask('task_2', success(3n), { at: DAY + 86_400_000 });
    await store.finishTask('task_1', success(1n), { at: DAY + 1 });
    await store.finishTask('task_3', success(2n), { at: DAY + 86_399_999 });
    expect([await store.findKeyUsage('d1'), await store.findKeyUsage('d2')]).toEqual([
      { used: 3n, held: 0n },
      { used: 3n, held: 0n },
    ]);
    const first = { day: DAY, model: 'sx-5-0-pro', amount: 3n };
    const second = { day: DAY + 86_400_000, model: 'vxq3', amount: 3n };
    expect(await store.listDailyCharges('alpha', DAY, DAY + 86_400_000)).toEqual([first, second]);
    expect(await store.listDailyCharges('alpha', DAY + 5, DAY + 6)).toEqual([first]);
    expect(await store.listDailyCharges('alpha', DAY + 86_400_000, DAY * 2)).toEqual([second]);
    expect(await store.listDailyCharges('beta', 0, DAY * 2)).toEqual([]);
    expect(await store.listDailyCharges('nobody', 0, DAY * 2)).toEqual([]);
  });
}
