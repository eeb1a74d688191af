import { expect, test } from 'vitest';
import { createMemoryStore } from '../../../src/adapters/store/memory/memory-store.ts';
import { openMemory } from '../../support/open-store.ts';
import { DAY, newTask, storeSeed, success } from '../../support/store-contract/samples.ts';
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
