import { expect, test } from 'vitest';
import type { NanoUsd } from '../../src/contract/money.ts';
import type { NewTask, Store, TaskOutcome } from '../../src/gateway/ports/store.ts';

/** What every store of the contract suite starts with. */
export interface StoreSeed {
  readonly keys: readonly {
    readonly digest: string;
    readonly accountId: string;
    readonly models: readonly string[] | undefined;
    readonly group: string;
    readonly groupRatio: string;
  }[];
  readonly deposits: Readonly<Record<string, NanoUsd>>;
  readonly keepFinished: number;
  readonly idempotencySeconds: number;
}

const USD = 1_000_000_000n;
const day = Date.UTC(2026, 10, 20);

/** The seed of the contract suite: account alpha with 10 USD and two keys, beta with nothing. */
export const storeSeed: StoreSeed = {
  keys: [
    { digest: 'd1', accountId: 'alpha', models: undefined, group: 'default', groupRatio: '1' },
    { digest: 'd2', accountId: 'alpha', models: ['vxq3', 'house'], group: 'vip', groupRatio: '0.8' },
    { digest: 'd3', accountId: 'beta', models: undefined, group: 'default', groupRatio: '1' },
  ],
  deposits: { alpha: 10n * USD, beta: 0n },
  keepFinished: 3,
  idempotencySeconds: 100,
};

/** A task of account alpha that holds some dollars. */
export function newTask(id: string, fields: Partial<NewTask> = {}): NewTask {
  return {
    id,
    accountId: 'alpha',
    keyDigest: 'd1',
    operation: 'image_generation',
    modelId: 'sx-5-0-pro',
    modelName: 'sx-5.0-pro',
    request: { model: 'sx-5.0-pro', prompt: 'A paper boat', extra: { deep: [1, null, 'é'] } },
    size: { kind: 'fixed', width: 1024, height: 1024, tier: '1K' },
    references: [{ width: 640, height: 480 }],
    seed: 7,
    createdAt: day,
    dueAt: day + 90_000,
    hold: 2n * USD,
    groupRatio: '1',
    linkOrigin: 'http://gateway.example',
    ...fields,
  };
}

const success = (charge: NanoUsd): TaskOutcome => ({ status: 'success', outputs: [], charge });
const failed: TaskOutcome = {
  status: 'failed',
  error: { code: 'task_failed', message: 'It failed.', type: 'server_error' },
  charge: 0n,
};

/** What every store promises; `open` gives a fresh one with the seed. */
export function describeStore(open: (seed: StoreSeed) => Promise<Store>): void {
  test('finds keys by digest and accounts by id', async () => {
    const store = await open(storeSeed);
    expect(await store.findKey('d2')).toEqual(storeSeed.keys[1]);
    expect(await store.findKey('d9')).toBeUndefined();
    expect(await store.findKey('__proto__')).toBeUndefined();
    expect(await store.findAccount('alpha')).toEqual({
      id: 'alpha',
      available: 10n * USD,
      held: 0n,
      used: 0n,
    });
    expect(await store.findAccount('nobody')).toBeUndefined();
  });

  test('keeps a task as it was given', async () => {
    const store = await open(storeSeed);
    const task = newTask('task_1');
    expect(await store.acceptTask(task)).toEqual({ kind: 'accepted' });
    expect(await store.findTask('task_1')).toEqual(task);
    expect(await store.findTask('task_2')).toBeUndefined();
  });

  test('holds the money of a task, and settles it once', async () => {
    const store = await open(storeSeed);
    await store.acceptTask(newTask('task_1'));
    expect(await store.findAccount('alpha')).toMatchObject({ available: 8n * USD, held: 2n * USD, used: 0n });
    expect(await store.finishTask('task_1', success(USD / 2n), day + 90_000)).toBe(true);
    const settled = { available: 95n * (USD / 10n), held: 0n, used: USD / 2n };
    expect(await store.findAccount('alpha')).toMatchObject(settled);
    expect(await store.finishTask('task_1', success(USD), day + 91_000)).toBe(false);
    expect(await store.finishTask('task_1', failed, day + 91_000)).toBe(false);
    expect(await store.findAccount('alpha')).toMatchObject(settled);
    expect(await store.findTask('task_1')).toMatchObject({
      finishedAt: day + 90_000,
      outcome: { status: 'success', charge: USD / 2n },
    });
  });

  test.each([['failed'], ['cancelled']])('returns the whole hold of a task that %s', async (status) => {
    const store = await open(storeSeed);
    await store.acceptTask(newTask('task_1'));
    await store.finishTask('task_1', status === 'failed' ? failed : { status: 'cancelled', charge: 0n }, day);
    expect(await store.findAccount('alpha')).toMatchObject({ available: 10n * USD, held: 0n, used: 0n });
    expect(await store.listDailyCharges('alpha', 0, day * 2)).toEqual([]);
    expect(await store.findKeyUsage('d1')).toBe(0n);
  });

  test('ends no task that is not there', async () => {
    const store = await open(storeSeed);
    expect(await store.finishTask('task_9', failed, day)).toBe(false);
  });

  test('refuses a hold that the money does not cover, to the last unit', async () => {
    const store = await open(storeSeed);
    const above = newTask('task_1', { hold: 10n * USD + 1n });
    expect(await store.acceptTask(above)).toEqual({ kind: 'insufficient', available: 10n * USD });
    expect(await store.findTask('task_1')).toBeUndefined();
    expect(await store.findAccount('alpha')).toMatchObject({ available: 10n * USD, held: 0n });
    expect(await store.acceptTask(newTask('task_2', { hold: 10n * USD }))).toEqual({ kind: 'accepted' });
    expect(await store.acceptTask(newTask('task_3', { hold: 1n }))).toMatchObject({ kind: 'insufficient' });
    expect(await store.acceptTask(newTask('task_4', { hold: 0n }))).toEqual({ kind: 'accepted' });
  });

  test('accepts exactly as many tasks at once as the money covers', async () => {
    const store = await open(storeSeed);
    const tasks = Array.from({ length: 12 }, (_, index) => newTask(`task_${index}`));
    const acceptances = await Promise.all(tasks.map((task) => store.acceptTask(task)));
    expect(acceptances.filter(({ kind }) => kind === 'accepted')).toHaveLength(5);
    expect(await store.findAccount('alpha')).toMatchObject({ available: 0n, held: 10n * USD });
  });

  test('settles once however many finish at once', async () => {
    const store = await open(storeSeed);
    await store.acceptTask(newTask('task_1'));
    const ends = await Promise.all(
      Array.from({ length: 5 }, () => store.finishTask('task_1', success(USD), day)),
    );
    expect(ends.filter(Boolean)).toHaveLength(1);
    expect(await store.findAccount('alpha')).toMatchObject({ used: USD, held: 0n });
  });

  test('counts charges by key, and by day and model', async () => {
    const store = await open(storeSeed);
    await store.acceptTask(newTask('task_1'));
    await store.acceptTask(newTask('task_2', { keyDigest: 'd2', modelId: 'vxq3' }));
    await store.acceptTask(newTask('task_3'));
    await store.finishTask('task_2', success(3n), day + 86_400_000);
    await store.finishTask('task_1', success(1n), day + 1);
    await store.finishTask('task_3', success(2n), day + 86_399_999);
    expect([await store.findKeyUsage('d1'), await store.findKeyUsage('d2')]).toEqual([3n, 3n]);
    const first = { day, model: 'sx-5-0-pro', amount: 3n };
    const second = { day: day + 86_400_000, model: 'vxq3', amount: 3n };
    expect(await store.listDailyCharges('alpha', day, day + 86_400_000)).toEqual([first, second]);
    expect(await store.listDailyCharges('alpha', day + 5, day + 6)).toEqual([first]);
    expect(await store.listDailyCharges('alpha', day + 86_400_000, day * 2)).toEqual([second]);
    expect(await store.listDailyCharges('beta', 0, day * 2)).toEqual([]);
    expect(await store.listDailyCharges('nobody', 0, day * 2)).toEqual([]);
  });

  test('forgets the tasks that finished first, and none in progress', async () => {
    const store = await open(storeSeed);
    const ids = ['task_1', 'task_2', 'task_3', 'task_4', 'task_5'];
    for (const id of ids) await store.acceptTask(newTask(id, { hold: 1n }));
    for (const id of ['task_2', 'task_1', 'task_3', 'task_4']) await store.finishTask(id, success(1n), day);
    const found = await Promise.all(ids.map(async (id) => (await store.findTask(id)) !== undefined));
    expect(found).toEqual([true, false, true, true, true]);
    expect(await store.findAccount('alpha')).toMatchObject({ used: 4n, held: 1n });
  });

  test('claims an idempotency key once, and replays its answer', async () => {
    const store = await open(storeSeed);
    const scope = { accountId: 'alpha', operationId: 'createImage', key: 'order-7' };
    expect(await store.claimIdempotency(scope, 'b1', 0)).toEqual({ kind: 'claimed' });
    expect(await store.claimIdempotency(scope, 'b1', 1)).toEqual({ kind: 'in_progress' });
    expect(await store.claimIdempotency(scope, 'b2', 1)).toEqual({ kind: 'mismatch' });
    const answer = { status: 200, body: { code: 200, data: [{ status: 'submitted', task_id: 'task_1' }] } };
    await store.resolveIdempotency(scope, answer);
    expect(await store.claimIdempotency(scope, 'b1', 2)).toEqual({ kind: 'replay', ...answer });
    expect(await store.claimIdempotency(scope, 'b2', 2)).toEqual({ kind: 'mismatch' });
  });

  test('frees an idempotency key without an answer, and one that is too old', async () => {
    const store = await open(storeSeed);
    const scope = { accountId: 'alpha', operationId: 'createImage', key: 'order-7' };
    await store.claimIdempotency(scope, 'b1', 0);
    await store.resolveIdempotency(scope, undefined);
    expect(await store.claimIdempotency(scope, 'b2', 1000)).toEqual({ kind: 'claimed' });
    await store.resolveIdempotency(scope, { status: 200, body: {} });
    expect(await store.claimIdempotency(scope, 'b2', 100_999)).toMatchObject({ kind: 'replay' });
    expect(await store.claimIdempotency(scope, 'b3', 101_000)).toEqual({ kind: 'claimed' });
  });

  test('keeps idempotency keys apart by account, route and text', async () => {
    const store = await open(storeSeed);
    const scopes = [
      { accountId: 'alpha', operationId: 'createImage', key: 'a' },
      { accountId: 'beta', operationId: 'createImage', key: 'a' },
      { accountId: 'alpha', operationId: 'createVideo', key: 'a' },
      { accountId: 'alpha', operationId: 'createImage', key: 'A' },
      { accountId: 'alpha', operationId: 'createImage', key: '__proto__' },
      { accountId: 'alphacreate', operationId: 'Image', key: 'a' },
    ];
    for (const scope of scopes) {
      expect(await store.claimIdempotency(scope, 'b1', 0)).toEqual({ kind: 'claimed' });
    }
    const [first] = scopes;
    const claims = await Promise.all(
      Array.from({ length: 4 }, () =>
        store.claimIdempotency({ ...first, key: 'new' } as (typeof scopes)[0], 'b', 0),
      ),
    );
    expect(claims.filter(({ kind }) => kind === 'claimed')).toHaveLength(1);
  });
}
