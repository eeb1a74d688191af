import { StatementSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openPostgresStore } from '../../../src/adapters/store/postgres/postgres-store.ts';
import type { WholeStore } from '../../../src/adapters/store/whole-store.ts';
import { openDatabaseProxy } from '../../support/database-proxy.ts';
import { openSqlite } from '../../support/open-store.ts';
import { createPostgresDatabase, hasPostgres } from '../../support/postgres.ts';
import { newTask, storeSeed, USD } from '../../support/store-contract/samples.ts';

const LONG = 'x'.repeat(400_000);
/** Nearly a megabyte, in a prompt and an unknown field. */
const request = { model: 'sx-5.0-pro', prompt: LONG, unknown: { deep: [LONG] } };

/** Bytes read from the database to poll a task with short and with long inputs, and to finish the latter. */
async function measure(store: WholeStore, received: () => number): Promise<readonly number[]> {
  await store.acceptTask(newTask('task_short', { hold: 1n }));
  await store.acceptTask(newTask('task_large', { hold: 1n, request, picture: 'x'.repeat(20_000) }));
  const bytesOf = async (read: () => unknown) => {
    await read(); // a first statement also tells its columns
    const before = received();
    await read();
    return received() - before;
  };
  return [
    await bytesOf(() => store.findTask('task_short')),
    await bytesOf(() => store.findTask('task_large')),
    await bytesOf(() => store.findUnfinishedTask('task_large')),
  ];
}

test('SQLite reads no more for a poll, however large the input of its task', async () => {
  const { store } = await openSqlite(storeSeed);
  let received = 0;
  const all = StatementSync.prototype.all;
  const spy = vi.spyOn(StatementSync.prototype, 'all').mockImplementation(function (
    this: StatementSync,
    ...parameters
  ) {
    const rows = all.apply(this, parameters);
    for (const value of rows.flatMap((row) => Object.values(row))) received += String(value).length;
    return rows;
  });
  onTestFinished(() => spy.mockRestore());
  const [short = 0, large = 0, end = 0] = await measure(store, () => received);
  expect([large, end > 800_000]).toEqual([short, true]);
});

describe.skipIf(!hasPostgres)('PostgreSQL', () => {
  test('reads no more for a poll, however large the input of its task', async () => {
    const proxy = await openDatabaseProxy(await createPostgresDatabase());
    const { connectionString } = proxy;
    const store = await openPostgresStore({ connectionString, schedule: () => {} });
    onTestFinished(() => store.close());
    await store.deposit('alpha', USD, 0);
    const [short = 0, large = 0, end = 0] = await measure(store, proxy.receivedBytes);
    expect([large, end > 800_000]).toEqual([short, true]);
  });
});
