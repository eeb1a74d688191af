import { Client } from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openPostgresStore } from '../../../src/adapters/store/postgres/postgres-store.ts';
import { openPostgres, openPostgresStores } from '../../support/open-store.ts';
import { at } from '../../support/open-wire.ts';
import { createPostgresDatabase, hasPostgres, query } from '../../support/postgres.ts';
import { describeDurable } from '../../support/store-contract/durable.ts';
import { describeRetention } from '../../support/store-contract/retention.ts';
import { DAY, newTask, storeSeed, success, USD } from '../../support/store-contract/samples.ts';
import { describeStore } from '../../support/store-contract.ts';
import { until } from '../../support/until.ts';

const WAITING = `select count(*)::int as waiting from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`;
const insufficient = (available: bigint) => ({ kind: 'insufficient', available });

describe.skipIf(!hasPostgres)('PostgreSQL', () => {
  describeStore(openPostgres);
  describeDurable(openPostgres);
  describeRetention(openPostgres);

  test('brings a new database up to date from several processes at once', async () => {
    const stores = await openPostgresStores(5, storeSeed);
    const found = await Promise.all(stores.map(({ store }) => store.findAccount('alpha')));
    expect(found.map((account) => account?.available)).toEqual(Array(5).fill(10_000_000_000n));
  });

  test('settles a hold once when processes race', async () => {
    const stores = await openPostgresStores(3, storeSeed);
    const ids = Array.from({ length: 10 }, (_, index) => `task_${index}`);
    for (const id of ids) await stores[0]?.store.acceptTask(newTask(id, { hold: USD }));
    const ends = await Promise.all(
      ids.flatMap((id) => stores.map(({ store }) => store.finishTask(id, success(5n), { at: DAY }))),
    );
    expect(ends.filter(Boolean)).toHaveLength(10);
    expect(await stores[1]?.store.findAccount('alpha')).toMatchObject({ held: 0n, used: 50n });
  });

  test.each([
    ['takes a hold that a deposit covers while it waits', 9n, { kind: 'accepted' }, [4n, 5n]],
    ['refuses a hold that a withdrawal uncovers while it waits', -6n, insufficient(4n), [4n, 0n]],
  ])('%s', async (_name, movement, acceptance, [available, held]) => {
    const connectionString = await createPostgresDatabase();
    const store = await openPostgresStore({ connectionString, schedule: () => {} });
    onTestFinished(() => store.close());
    await store.deposit('alpha', movement > 0n ? 0n : 10n, 0);
    const other = new Client({ connectionString });
    onTestFinished(() => other.end());
    await other.connect();
    await other.query('begin');
    await other.query('update accounts set available = available + $1', [movement]);
    const accepting = store.acceptTask(newTask('task_1', { hold: 5n }));
    const isWaiting = async () => at(await query(connectionString, WAITING), 0, 'waiting') === 1;
    await until('the submission waits for the lock', isWaiting);
    await other.query('commit');
    expect(await accepting).toEqual(acceptance);
    expect(await store.findAccount('alpha')).toMatchObject({ available, held });
  });

  test('continues after the server has closed its connections', async () => {
    const connectionString = await createPostgresDatabase();
    const store = await openPostgresStore({ connectionString, schedule: () => {} });
    onTestFinished(() => store.close());
    await store.checkWritable();
    const others =
      "datname = current_database() and pid <> pg_backend_pid() and application_name = 'gatewright'";
    await query(connectionString, `select pg_terminate_backend(pid) from pg_stat_activity where ${others}`);
    const isFine = () =>
      store.checkWritable().then(
        () => true,
        () => false,
      );
    await until('the store answers again', isFine);
  });
});
