import { expect, test } from 'vitest';
import { createMemoryStore } from '../../../src/adapters/store/memory-store.ts';
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
