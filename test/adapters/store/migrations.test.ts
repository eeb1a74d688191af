import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { openSqliteStore } from '../../../src/adapters/store/sqlite-store.ts';
import { temporaryFolder } from '../../support/open-store.ts';
import { DAY, newDelivery, newTask, storeSeed, success, USD } from '../../support/store-contract/samples.ts';

const schedule = () => {};

/** A folder with a discarded callback, whose database is then taken back by some statements. */
async function olderFolder(statements: readonly string[]): Promise<string> {
  const folder = temporaryFolder();
  const store = await openSqliteStore({ folder, schedule });
  for (const key of storeSeed.keys) await store.saveKey(key);
  await store.deposit('alpha', 10n * USD, 0);
  await store.acceptTask(newTask('task_1'));
  await store.finishTask('task_1', success(USD), { at: DAY, delivery: newDelivery('task_1') });
  await store.recordAttempt('task_1', undefined, { state: 'discarded', reason: 'port 8080 is not allowed' });
  await store.close();
  const database = new DatabaseSync(join(folder, 'gatewright.db'));
  for (const text of statements) database.exec(text);
  database.close();
  return folder;
}

const forgetCallbacks = "delete from gatewright_migrations where name >= '004'";

test.each([
  [
    'before callbacks had reasons',
    [
      'drop index deliveries_resend',
      'alter table deliveries drop column resend',
      'alter table deliveries drop column reason',
      forgetCallbacks,
    ],
  ],
  [
    'that stopped in the midst of it',
    ['drop index deliveries_resend', 'alter table deliveries drop column resend', forgetCallbacks],
  ],
  ['that stopped at its very end', [forgetCallbacks]],
])('brings a database %s up to date', async (_when, statements) => {
  const store = await openSqliteStore({ folder: await olderFolder(statements), schedule });
  const { state, reason } = (await store.findDelivery('task_1')) ?? {};
  const isOld = statements.some((text) => text.includes('column reason'));
  expect([state, reason]).toEqual(['discarded', isOld ? undefined : 'port 8080 is not allowed']);
  expect([await store.askResend('task_1'), await store.queueResends(DAY)]).toEqual([true, 1]);
  await store.close();
});
