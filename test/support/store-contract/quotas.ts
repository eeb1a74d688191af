import { expect, test } from 'vitest';
import type { ApiKey } from '../../../src/gateway/ports/store.ts';
import { DAY, newTask, type OpenStore, storeSeed, success, USD } from './samples.ts';

const limited: ApiKey = {
  digest: 'd4',
  accountId: 'alpha',
  models: undefined,
  group: 'default',
  groupRatio: '1',
  quota: 5n * USD,
};

const seed = { ...storeSeed, keys: [...storeSeed.keys, limited] };

const hold = {
  id: 'answer_1',
  accountId: 'alpha',
  keyDigest: 'd4',
  modelId: 'qx3.8-max',
  amount: 3n * USD,
  createdAt: DAY,
};

/** What every store promises about keys that have a quota of their own. */
export function describeQuotas(open: OpenStore): void {
  test('finds the quota of a key, which may be changed and removed', async () => {
    const { store } = await open(seed);
    expect(await store.findKey('d4')).toEqual(limited);
    await store.saveKey({ ...limited, quota: 0n });
    expect(await store.findKey('d4')).toEqual({ ...limited, quota: 0n });
    const { quota: _, ...unlimited } = limited;
    await store.saveKey(unlimited);
    expect(await store.findKey('d4')).toEqual(unlimited);
  });

  test('a key holds no more than its quota, whatever its account has', async () => {
    const { store } = await open(seed);
    expect((await store.hold(hold)).kind).toBe('accepted');
    expect(await store.findKeyUsage('d4')).toEqual({ used: 0n, held: 3n * USD });
    const short = { kind: 'insufficient', available: 2n * USD, isQuota: true };
    expect(await store.hold({ ...hold, id: 'answer_2', amount: 2n * USD + 1n })).toEqual(short);
    expect(await store.acceptTask(newTask('task_1', { keyDigest: 'd4', hold: 2n * USD + 1n }))).toEqual(
      short,
    );
    expect(await store.findAccount('alpha')).toMatchObject({ available: 7n * USD, held: 3n * USD });
    expect(await store.acceptTask(newTask('task_2', { keyDigest: 'd4' }))).toEqual({ kind: 'accepted' });
    expect(await store.findKeyUsage('d4')).toEqual({ used: 0n, held: 5n * USD });
    expect((await store.hold({ ...hold, id: 'answer_3', keyDigest: 'd1' })).kind).toBe('accepted');
  });

  test('what is released may be held again, what is charged may not', async () => {
    const { store } = await open(seed);
    await store.acceptTask(newTask('task_1', { keyDigest: 'd4', hold: 5n * USD }));
    await store.finishTask('task_1', success(4n * USD), { at: DAY });
    expect(await store.findKeyUsage('d4')).toEqual({ used: 4n * USD, held: 0n });
    expect(await store.hold({ ...hold, amount: USD + 1n })).toEqual({
      kind: 'insufficient',
      available: USD,
      isQuota: true,
    });
    expect((await store.hold({ ...hold, amount: USD })).kind).toBe('accepted');
  });

  test('of holds that arrive together, those within the quota are accepted, in order', async () => {
    const { store } = await open(seed);
    const tasks = ['d4', 'd1', 'd4', 'd4', 'd1'].map((keyDigest, index) =>
      store.acceptTask(newTask(`task_${index}`, { keyDigest, hold: 2n * USD })),
    );
    const accepted = { kind: 'accepted' };
    const short = { kind: 'insufficient', available: USD, isQuota: true };
    expect(await Promise.all(tasks)).toEqual([accepted, accepted, accepted, short, accepted]);
    expect(await store.findAccount('alpha')).toMatchObject({ available: 2n * USD, held: 8n * USD });
    expect(await store.findTask('task_3')).toBeUndefined();
  });

  test('an account with less than the quota is what limits', async () => {
    const { store } = await open({ ...seed, deposits: { alpha: 2n * USD } });
    expect(await store.hold(hold)).toEqual({ kind: 'insufficient', available: 2n * USD });
  });

  test('what was held before a key got its quota counts', async () => {
    const { store } = await open(seed);
    const { quota: _, ...unlimited } = limited;
    await store.saveKey(unlimited);
    await store.acceptTask(newTask('task_1', { keyDigest: 'd4', hold: 4n * USD }));
    expect(await store.findKeyUsage('d4')).toEqual({ used: 0n, held: 0n });
    await store.saveKey({ ...unlimited, quota: 5n * USD });
    expect(await store.findKeyUsage('d4')).toEqual({ used: 0n, held: 4n * USD });
    expect((await store.hold({ ...hold, amount: USD + 1n })).kind).toBe('insufficient');
  });

  test('a quota below what was charged leaves nothing', async () => {
    const { store } = await open(seed);
    await store.acceptTask(newTask('task_1', { keyDigest: 'd4' }));
    await store.finishTask('task_1', success(2n * USD), { at: DAY });
    await store.saveKey({ ...limited, quota: USD });
    expect(await store.hold({ ...hold, amount: 1n })).toEqual({
      kind: 'insufficient',
      available: 0n,
      isQuota: true,
    });
  });
}
