import { Client } from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { DurableStore } from '../../../src/adapters/store/durable-store.ts';
import { openPostgresStore } from '../../../src/adapters/store/postgres/postgres-store.ts';
import { UnavailableError } from '../../../src/gateway/ports/unavailable.ts';
import { openDatabaseProxy } from '../../support/database-proxy.ts';
import { createPostgresDatabase, hasPostgres, query } from '../../support/postgres.ts';
import { newTask, success, USD } from '../../support/store-contract/samples.ts';

const OWN_SESSIONS = "datname = current_database() and application_name = 'gatewright'";

async function openStore(connectionString: string): Promise<DurableStore> {
  const store = await openPostgresStore({ connectionString, schedule: () => {} });
  onTestFinished(() => store.close());
  await store.deposit('alpha', 10n * USD, 0);
  await store.deposit('beta', 10n * USD, 0);
  return store;
}

/** One operation of every kind: a shared read, a read, a group commit, a transaction and a statement. */
function everyVerb(store: DurableStore): readonly Promise<unknown>[] {
  const scope = { accountId: 'alpha', operationId: 'createImage', key: 'k' };
  return [
    store.findTask('task_1'),
    store.findAccount('alpha'),
    store.acceptTask(newTask('task_1', { hold: 1n })),
    store.finishTask('task_1', success(0n), { at: 0 }),
    store.deposit('alpha', 1n, 0),
    store.claimIdempotency(scope, 'b', 0),
  ];
}

async function expectUnavailable(calls: readonly Promise<unknown>[]): Promise<void> {
  const ends = await Promise.allSettled(calls);
  for (const end of ends)
    expect(end.status === 'rejected' ? end.reason : end).toBeInstanceOf(UnavailableError);
}

describe.skipIf(!hasPostgres)('PostgreSQL failures', () => {
  test('is unavailable while nothing listens, and recovers when something does', async () => {
    const proxy = await openDatabaseProxy(await createPostgresDatabase());
    const store = await openStore(proxy.connectionString);
    await proxy.refuse();
    await expectUnavailable(everyVerb(store));
    await proxy.forward();
    expect(await store.acceptTask(newTask('task_2', { hold: 1n }))).toEqual({ kind: 'accepted' });
  });

  test('is unavailable while the network drops everything, however much is queued', async () => {
    const proxy = await openDatabaseProxy(await createPostgresDatabase());
    const store = await openStore(proxy.connectionString);
    proxy.stall();
    const polls = Array.from({ length: 500 }, (_, index) => store.findTask(`task_${index}`));
    await expectUnavailable([...everyVerb(store), ...polls]);
    await proxy.forward();
    expect(await store.acceptTask(newTask('task_2', { hold: 1n }))).toEqual({ kind: 'accepted' });
  });

  test('is unavailable while a backend is frozen, and recovers with another one', async () => {
    const connectionString = await createPostgresDatabase();
    const store = await openStore(connectionString);
    const sessions = await query(connectionString, `select pid from pg_stat_activity where ${OWN_SESSIONS}`);
    const pids = sessions.map((row) => (row as { pid: number }).pid); // as selected
    for (const pid of pids) process.kill(pid, 'SIGSTOP');
    onTestFinished(() => {
      for (const pid of pids) process.kill(pid, 'SIGCONT');
    });
    await expectUnavailable([store.findAccount('alpha')]);
    for (const call of everyVerb(store)) await call;
  });

  test('does not wait long for any lock, and lets operations with other locks pass', async () => {
    const connectionString = await createPostgresDatabase();
    const store = await openStore(connectionString);
    const other = new Client({ connectionString });
    onTestFinished(() => other.end());
    await other.connect();
    await other.query("begin; update accounts set held = held where id = 'alpha'");
    const [locked, free] = ['alpha', 'beta'].map((accountId) =>
      store.acceptTask({ ...newTask(`task_${accountId}`, { hold: 1n }), accountId }),
    );
    await expectUnavailable([locked ?? Promise.resolve()]);
    expect(await free).toEqual({ kind: 'accepted' });
  });

  test('is unavailable while read-only, as on a standby', async () => {
    const connectionString = await createPostgresDatabase();
    const store = await openStore(connectionString);
    const database = new URL(connectionString).pathname.slice(1);
    await query(connectionString, `alter database ${database} set default_transaction_read_only = on`);
    await query(
      connectionString,
      `select pg_terminate_backend(pid) from pg_stat_activity where ${OWN_SESSIONS}`,
    );
    await expect.poll(() => store.findTask('task_1').catch(String)).toBeUndefined();
    await expectUnavailable([store.acceptTask(newTask('task_1', { hold: 1n }))]);
  });

  test('checks that it can write, and fails while a table is locked', async () => {
    const connectionString = await createPostgresDatabase();
    const store = await openStore(connectionString);
    for (let check = 0; check < 300; check += 1) await store.checkWritable();
    const [size] = await query(connectionString, "select pg_relation_size('write_checks')::int as bytes");
    expect(size).toEqual({ bytes: 44 * 8192 });
    const other = new Client({ connectionString });
    onTestFinished(() => other.end());
    await other.connect();
    for (const table of ['accounts', 'task_outcomes']) {
      await other.query(`begin; lock table ${table} in share mode`);
      await expectUnavailable([store.checkWritable()]);
      await other.query('rollback');
      await expect(store.checkWritable()).resolves.toBeUndefined();
    }
  });

  test('still fails with errors that a retry cannot fix', async () => {
    const connectionString = await createPostgresDatabase();
    const store = await openStore(connectionString);
    await query(connectionString, 'drop table prompt_marks');
    const failure = await store.findCachedPrefixes(['d'], 0).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Error);
    expect(failure).not.toBeInstanceOf(UnavailableError);
  });
});
