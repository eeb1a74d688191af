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
  for (const text of statements) change(folder, text);
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

test('changes no tables under a service that runs', async () => {
  const folder = temporaryFolder();
  const service = await openSqliteStore({ folder, schedule });
  change(folder, "delete from gatewright_migrations where name >= '004-callbacks'");
  const visit = { folder, schedule, isVisitor: true, lockTimeoutMs: 10 };
  await expect(openSqliteStore(visit)).rejects.toThrow('is in use by another process');
  await service.close();
  await (await openSqliteStore(visit)).close();
});

test.each([false, true])('refuses a database of a newer version (as a visitor: %s)', async (isVisitor) => {
  const folder = temporaryFolder();
  await (await openSqliteStore({ folder, schedule })).close();
  change(folder, "insert into gatewright_migrations values ('999-later', '2030-01-01T00:00:00.000Z')");
  await expect(openSqliteStore({ folder, schedule, isVisitor })).rejects.toThrow(
    'the database was used by a newer version of gatewright',
  );
});

function change(folder: string, text: string): void {
  const database = new DatabaseSync(join(folder, 'gatewright.db'));
  database.exec(text);
  database.close();
}
