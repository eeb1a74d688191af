import { Client } from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { DurableStore } from '../../../src/adapters/store/durable-store.ts';
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

  test.each([
    ['in one statement', ['d1']],
    ['in steps', ['limited', 'd1']],
  ])('a quota that is set while a submission waits, %s, counts it', async (_name, keys) => {
    const connectionString = await createPostgresDatabase();
    const [gateway, command] = [await openOne(connectionString), await openOne(connectionString)];
    const key = { digest: 'd1', accountId: 'alpha', models: undefined, group: 'default', groupRatio: '1' };
    await gateway.saveKey(key);
    await gateway.saveKey({ ...key, digest: 'limited', quota: 5n });
    await gateway.deposit('alpha', 10n, 0);
    const other = await openClient(connectionString);
    await other.query('begin; update accounts set held = held');
    const accepting = keys.map((keyDigest) =>
      gateway.acceptTask(newTask(`task of ${keyDigest}`, { keyDigest, hold: 3n })),
    );
    await until('the submission waits', async () => (await countWaiting(connectionString)) === 1);
    let isSet = false;
    const setting = command.saveKey({ ...key, quota: 4n }).then(() => {
      isSet = true;
    });
    await until('the command waits', async () => isSet || (await countWaiting(connectionString)) === 2);
    await other.query('commit');
    await Promise.all([...accepting, setting]);
    expect(await gateway.findKeyUsage('d1')).toEqual({ used: 0n, held: 3n });
    expect(await gateway.acceptTask(newTask('task_2', { keyDigest: 'd1', hold: 2n }))).toMatchObject({
      kind: 'insufficient',
      isQuota: true,
    });
  });

  test('a submission that waits for a quota to be set is limited by it', async () => {
    const connectionString = await createPostgresDatabase();
    const [gateway, command] = [await openOne(connectionString), await openOne(connectionString)];
    const key = { digest: 'd1', accountId: 'alpha', models: undefined, group: 'default', groupRatio: '1' };
    await gateway.saveKey(key);
    await gateway.deposit('alpha', 10n, 0);
    await gateway.acceptTask(newTask('task_1', { keyDigest: 'd1', hold: 3n }));
    const other = await openClient(connectionString);
    await other.query("begin; update holds set claimed_by = 'other'");
    const setting = command.saveKey({ ...key, quota: 4n });
    await until('the command waits', async () => (await countWaiting(connectionString)) === 1);
    const accepting = gateway.acceptTask(newTask('task_2', { keyDigest: 'd1', hold: 3n }));
    await until('the submission waits', async () => (await countWaiting(connectionString)) === 2);
    await other.query('commit');
    await setting;
    expect(await accepting).toEqual({ kind: 'insufficient', available: 1n, isQuota: true });
  });

  test('a key that is created while its group changes has the new terms', async () => {
    const connectionString = await createPostgresDatabase();
    const [first, second] = [await openOne(connectionString), await openOne(connectionString)];
    await first.changeGroup('vip', () => ({ name: 'vip', ratio: '1', models: undefined }));
    const other = await openClient(connectionString);
    await other.query('begin; lock table api_keys in row exclusive mode');
    const key = { digest: 'd1', accountId: 'alpha', models: undefined, group: 'vip', groupRatio: '1' };
    const changes = [
      first.saveKey(key),
      second.changeGroup('vip', () => ({ name: 'vip', ratio: '0.5', models: undefined })),
    ];
    await until('both wait', async () => (await countWaiting(connectionString)) === 2);
    await other.query('commit');
    await Promise.all(changes);
    expect(await first.findKey('d1')).toMatchObject({ groupRatio: '0.5' });
  });

  test('is writable while a backup reads its tables', async () => {
    const connectionString = await createPostgresDatabase();
    const store = await openOne(connectionString);
    await store.checkWritable();
    const other = await openClient(connectionString);
    await other.query('begin; lock table write_checks in access share mode');
    const checks = [];
    for (let check = 0; check < 300; check += 1) checks.push(await store.checkWritable());
    expect(checks).toHaveLength(300);
    await other.query('commit');
    await store.checkWritable();
    expect(await query(connectionString, 'select from write_checks')).toHaveLength(1);
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

async function openOne(connectionString: string): Promise<DurableStore> {
  const store = await openPostgresStore({ connectionString, schedule: () => {} });
  onTestFinished(() => store.close());
  return store;
}

async function openClient(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString });
  onTestFinished(() => client.end());
  await client.connect();
  return client;
}

async function countWaiting(connectionString: string): Promise<unknown> {
  return at(await query(connectionString, WAITING), 0, 'waiting');
}
