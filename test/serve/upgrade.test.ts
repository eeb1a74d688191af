import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { openSqliteStore } from '../../src/adapters/store/sqlite/sqlite-store.ts';
import { startReceiver } from '../gateway/webhooks/callback-receiver.ts';
import { newTask, USD } from '../support/store-contract/samples.ts';
import { until } from '../support/until.ts';
import { readTask } from './client.ts';
import { runForData, startService, temporaryFolder } from './service.ts';

/** Reverts a folder to the form in which polls read the inputs of a task, and nothing was removed or summed. */
function takeBack(folder: string): void {
  const database = new DatabaseSync(join(folder, 'gatewright.db'));
  database.exec(`update tasks set data = json_patch(data, input);
    alter table tasks drop column input;
    drop index task_outcomes_by_age;
    delete from gatewright_migrations where name >= '008'`);
  database.close();
}

test('tasks that were running when the service was upgraded end, are charged, and send their callbacks', async () => {
  using temporary = temporaryFolder();
  const { place, folder } = temporary;
  await using receiver = await startReceiver();
  const { key } = await runForData<{ key: string }>(place, 'keys', 'create', '--account', 'acme');
  const store = await openSqliteStore({ folder, schedule: () => {} });
  await store.deposit('acme', USD, 0);
  const webhook = receiver.origin;
  const request = { model: 'sx-5-0-pro', prompt: 'A paper boat', webhook };
  const task = newTask('task_old', { accountId: 'acme', hold: 45_000_000n, request, dueAt: Date.now() });
  await store.acceptTask(task);
  await store.close();
  takeBack(folder);
  await using service = await startService(place, '--allow-private-addresses');
  const record = await until('the task ends', async () => {
    const answer = await readTask(service.baseUrl, key, 'task_old');
    return answer.status === 'success' && answer;
  });
  expect(record.cost).toBe(0.045);
  const [callback] = await until(
    'the callback arrives',
    () => receiver.received.length > 0 && receiver.received,
  );
  expect(JSON.parse(callback?.body ?? '')).toEqual(record);
});
