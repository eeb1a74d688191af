import { expect, test } from 'vitest';
import { createCachedPrefixMemory } from '../../../src/adapters/store/memory/cached-prefix-memory.ts';
import { createMemoryStore } from '../../../src/adapters/store/memory/memory-store.ts';
import { openMemory } from '../../support/open-store.ts';
import { claimKey } from '../../support/store-contract/idempotency.ts';
import { DAY, newDelivery, newTask, storeSeed, success } from '../../support/store-contract/samples.ts';
import { describeStore } from '../../support/store-contract.ts';

describeStore(openMemory);

test('evicts the tasks that finished first, and none in progress', async () => {
  const store = createMemoryStore({ ...storeSeed, keepFinished: 3, schedule: () => {} });
  const ids = ['task_1', 'task_2', 'task_3', 'task_4', 'task_5'];
  for (const id of ids) await store.acceptTask(newTask(id, { hold: 1n }));
  for (const id of ['task_2', 'task_1', 'task_3', 'task_4'])
    await store.finishTask(id, success(1n), { at: DAY });
  const found = await Promise.all(ids.map(async (id) => (await store.findTask(id)) !== undefined));
  expect(found).toEqual([true, false, true, true, true]);
  expect(await store.findAccount('alpha')).toMatchObject({ used: 4n, held: 1n });
});

test('evicts the oldest finished tasks with a picture beyond 2000, and none without', async () => {
  const store = createMemoryStore({ ...storeSeed, keepFinished: 100_000, schedule: () => {} });
  const finish = async (id: string, picture?: string) => {
    await store.acceptTask(newTask(id, { hold: 1n, ...(picture === undefined ? {} : { picture }) }));
    await store.finishTask(id, success(1n), { at: DAY });
  };
  await finish('task_plain');
  await store.acceptTask(newTask('task_open', { hold: 1n, picture: 'AAAA' }));
  for (let index = 0; index <= 2000; index += 1) await finish(`task_${index}`, 'AAAA');
  const found = ['task_plain', 'task_open', 'task_0', 'task_1', 'task_2000'].map(async (id) => [
    (await store.findTask(id)) !== undefined,
    await store.findPicture(id),
  ]);
  expect(await Promise.all(found)).toEqual([
    [true, undefined],
    [true, 'AAAA'],
    [false, undefined],
    [true, 'AAAA'],
    [true, 'AAAA'],
  ]);
});

test('evicts the callbacks that finished first, and none that is pending', async () => {
  const store = createMemoryStore({ ...storeSeed, keepFinished: 2, schedule: () => {} });
  const ids = ['task_1', 'task_2', 'task_3', 'task_4'];
  for (const id of ids) {
    await store.acceptTask(newTask(id, { hold: 1n }));
    await store.finishTask(id, success(1n), { at: DAY, delivery: newDelivery(id) });
  }
  const attempt = { at: DAY, durationMs: 1, status: 500 };
  const end = (id: string) => store.recordAttempt(id, { attempt, next: { state: 'failed' } });
  await store.recordAttempt('task_4', { attempt, next: { state: 'pending', nextAt: DAY } });
  await end('task_2');
  // A resend of a finished callback fails: it is not finished a second time.
  for (let time = 0; time < 3; time += 1) await end('task_2');
  await end('task_3');
  const kept = async () => (await store.listDeliveries(9)).map(({ taskId }) => taskId).sort();
  expect(await kept()).toEqual(ids);
  await end('task_1');
  expect(await kept()).toEqual(['task_1', 'task_3', 'task_4']);
});

test('evicts the oldest responses to idempotent requests, and no claim', async () => {
  const store = createMemoryStore({ ...storeSeed, keepFinished: 2, schedule: () => {} });
  const claims = [];
  for (const key of ['1', '2', '3', 'open'])
    claims.push(await claimKey(store, { accountId: 'alpha', operationId: 'createImage', key }));
  for (const [index, claimed] of claims.slice(0, 3).entries())
    await store.acceptTask(newTask(`task_${index}`, { hold: 1n }), {
      ...claimed,
      answer: { status: 200, body: index },
    });
  const kinds = [];
  for (const { scope } of claims) kinds.push((await store.claimIdempotency(scope, 'b1', 1)).kind);
  expect(kinds).toEqual(['claimed', 'replay', 'replay', 'in_progress']);
});

test('evicts the cached prefixes that were stored first', async () => {
  const memory = createCachedPrefixMemory(2);
  for (const digest of ['a', 'b', 'a', 'c'])
    await memory.saveCachedPrefixes([digest], { now: 0, expiresAt: 9 });
  expect(await memory.findCachedPrefixes(['a', 'b', 'c'], 1)).toEqual(new Set(['a', 'c']));
});
