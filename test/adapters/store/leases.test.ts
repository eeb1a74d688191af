import { Client } from 'pg';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { StartWatch } from '../../../src/adapters/store/leases/lease.ts';
import { openPostgresStore } from '../../../src/adapters/store/postgres/postgres-store.ts';
import type { WholeStore } from '../../../src/adapters/store/whole-store.ts';
import type { Hold } from '../../../src/gateway/ports/store.ts';
import { openDatabaseProxy } from '../../support/database-proxy.ts';
import { createPostgresDatabase, hasPostgres, query } from '../../support/postgres.ts';
import { claimKey } from '../../support/store-contract/idempotency.ts';
import { newTask, USD } from '../../support/store-contract/samples.ts';
import { until } from '../../support/until.ts';

const WAITING =
  "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
const scope = { accountId: 'alpha', operationId: 'createImage', key: 'order-7' };
const hold = (id: string): Hold => ({
  id,
  accountId: 'alpha',
  keyDigest: 'd1',
  modelId: 'qx3.8-max',
  amount: 3n * USD,
  createdAt: 0,
});
const answer = { status: 200, body: { code: 200 } };

/** A process as the others see it. */
async function openProcess(connectionString: string, startWatch?: StartWatch) {
  const store = await openPostgresStore({
    connectionString,
    schedule: () => {},
    ...(startWatch ? { startWatch } : {}),
  });
  onTestFinished(() => store.close());
  await store.keepAlive();
  return store;
}

/** Two processes on one database, the second of which never stops. */
async function openTwo() {
  const connectionString = await createPostgresDatabase();
  const first = await openProcess(connectionString);
  const owners = '(select id from owners order by expires_at limit 1)';
  await query(connectionString, `update owners set expires_at = expires_at - 1 where id = ${owners}`);
  const second = await openProcess(connectionString);
  await first.deposit('alpha', 10n * USD, 0);
  const silence = (seconds: number) =>
    query(
      connectionString,
      `update owners set expires_at = (extract(epoch from now()) * 1000)::bigint - ${seconds * 1000} where id = ${owners}`,
    );
  return { connectionString, first, second, silence };
}

async function kindOf(store: WholeStore): Promise<string> {
  return (await store.claimIdempotency(scope, 'b1', 1)).kind;
}

describe.skipIf(!hasPostgres)('processes on one PostgreSQL', () => {
  test('a process is known to the others from its first claim', async () => {
    const connectionString = await createPostgresDatabase();
    const open = async () => {
      const store = await openPostgresStore({ connectionString, schedule: () => {} });
      onTestFinished(() => store.close());
      return store;
    };
    const [first, second] = [await open(), await open()];
    await claimKey(first, scope);
    expect(await second.claimIdempotency(scope, 'b1', 0)).toEqual({ kind: 'in_progress' });
  });

  test('a claim of a process with an expired lease moves to another, and is accepted once', async () => {
    const { first, second, silence } = await openTwo();
    const slow = await claimKey(first, scope);
    expect(await kindOf(second)).toBe('in_progress');
    await silence(0);
    const claimed = await claimKey(second, scope, { now: 1 });
    expect(await first.acceptTask(newTask('task_1'), { ...slow, answer })).toEqual({ kind: 'superseded' });
    await first.releaseIdempotency(slow);
    expect(await second.acceptTask(newTask('task_2'), { ...claimed, answer })).toEqual({ kind: 'accepted' });
    expect(await first.claimIdempotency(scope, 'b1', 2)).toEqual({ kind: 'replay', ...answer });
    expect(await first.findTask('task_1')).toBeUndefined();
    expect(await first.findAccount('alpha')).toMatchObject({ held: 2n * USD });
  });

  test('a process with an expired lease keeps a claim that no other process took', async () => {
    const { first, second, silence } = await openTwo();
    const slow = await claimKey(first, scope);
    await silence(3600);
    await first.keepAlive();
    expect(await kindOf(second)).toBe('in_progress');
    expect(await first.acceptTask(newTask('task_1'), { ...slow, answer })).toEqual({ kind: 'accepted' });
    expect(await kindOf(second)).toBe('replay');
  });

  test('a process keeps its own claims however late its renewal', async () => {
    const { first, silence } = await openTwo();
    await claimKey(first, scope);
    await silence(3600);
    expect(await kindOf(first)).toBe('in_progress');
  });

  test('a process that ends leaves its claims to the others', async () => {
    const { first, second } = await openTwo();
    await claimKey(first, scope);
    await first.close();
    expect(await kindOf(second)).toBe('claimed');
  });

  test('an acceptance that waits for a lock counts only while its claim is current', async () => {
    const { connectionString, first, second, silence } = await openTwo();
    const slow = await claimKey(first, scope);
    const other = new Client({ connectionString });
    onTestFinished(() => other.end());
    await other.connect();
    await other.query("begin; update accounts set held = held where id = 'alpha'");
    const accepting = first.acceptTask(newTask('task_1'), { ...slow, answer });
    await until('it waits', async () => (await query(connectionString, WAITING)).length === 1);
    await silence(0);
    const claiming = second.claimIdempotency(scope, 'b1', 1);
    await other.query('rollback');
    const [{ kind: accepted }, { kind: claimed }] = await Promise.all([accepting, claiming]);
    // Either may lock the claim first, but never do both win.
    expect([accepted, claimed]).toEqual(
      accepted === 'accepted' ? ['accepted', 'replay'] : ['superseded', 'claimed'],
    );
  });

  test('a claim that may have been made while the database became unavailable is released', async () => {
    const connectionString = await createPostgresDatabase();
    const proxy = await openDatabaseProxy(connectionString);
    const [cut, other] = [await openProcess(proxy.connectionString), await openProcess(connectionString)];
    const claimed = await claimKey(cut, scope);
    await proxy.refuse();
    await cut.releaseIdempotency(claimed);
    expect(await kindOf(other)).toBe('in_progress');
    await expect(cut.claimIdempotency({ ...scope, key: 'order-8' }, 'b1', 0)).rejects.toThrow();
    await proxy.forward();
    await cut.keepAlive();
    expect(await kindOf(other)).toBe('claimed');
  });

  test('holds of a dead process for text answers are released after a minute, and nothing else', async () => {
    const { first, second, silence } = await openTwo();
    await first.hold(hold('answer_1'));
    await first.acceptTask(newTask('task_1'));
    await second.hold(hold('answer_2'));
    await silence(59);
    expect(await second.releaseAbandonedHolds(1)).toBe(0);
    await silence(61);
    expect(await second.releaseAbandonedHolds(1)).toBe(1);
    expect(await second.releaseAbandonedHolds(2)).toBe(0);
    expect(await second.findAccount('alpha')).toMatchObject({ available: 5n * USD, held: 5n * USD });
    expect(await second.listLedger('alpha', 1)).toMatchObject([
      { kind: 'release', reference: 'answer_1', available: 3n * USD, held: -3n * USD },
    ]);
  });

  test('a process that was only frozen charges what it delivered, once, and delivers no more', async () => {
    const { first, second, silence } = await openTwo();
    const held = await first.hold(hold('answer_1'));
    await silence(61);
    await second.releaseAbandonedHolds(1);
    await first.keepAlive();
    expect(held.kind === 'accepted' && held.isValid()).toBe(false);
    expect(await first.settle('answer_1', 2n * USD, 2)).toBe(true);
    expect(await first.settle('answer_1', 2n * USD, 3)).toBe(false);
    expect(await first.findAccount('alpha')).toMatchObject({ available: 8n * USD, held: 0n, used: 2n * USD });
    expect(await first.findKeyUsage('d1')).toEqual({ used: 2n * USD, held: 0n });
    expect(await first.listLedger('alpha', 1)).toMatchObject([
      { kind: 'settle', reference: 'answer_1', available: -2n * USD, held: 0n, used: 2n * USD },
    ]);
    const next = await first.hold(hold('answer_2'));
    expect(next.kind === 'accepted' && next.isValid()).toBe(true);
    expect(await second.releaseAbandonedHolds(4)).toBe(0);
  });

  test('a key regains the part of its quota that a dead process held', async () => {
    const { first, second, silence } = await openTwo();
    const terms = { models: undefined, group: 'default', groupRatio: '1', quota: 5n * USD };
    await first.saveKey({ digest: 'd1', accountId: 'alpha', ...terms });
    await first.hold(hold('answer_1'));
    expect(await second.findKeyUsage('d1')).toEqual({ used: 0n, held: 3n * USD });
    await silence(61);
    await second.releaseAbandonedHolds(1);
    expect(await second.findKeyUsage('d1')).toEqual({ used: 0n, held: 0n });
  });

  test('what a frozen process delivered can be charged for a day, and no longer', async () => {
    const { first, second, silence } = await openTwo();
    for (const id of ['answer_1', 'answer_2']) await first.hold(hold(id));
    await silence(61);
    expect(await second.releaseAbandonedHolds(1)).toBe(2);
    expect(await second.releaseAbandonedHolds(86_400_001)).toBe(0);
    expect(await first.settle('answer_1', 2n * USD, 86_400_001)).toBe(true);
    expect(await second.releaseAbandonedHolds(86_400_002)).toBe(0);
    expect(await first.settle('answer_2', 2n * USD, 86_400_002)).toBe(false);
    expect(await first.findAccount('alpha')).toMatchObject({ available: 8n * USD, held: 0n, used: 2n * USD });
  });

  test('a hold that was released and spent meanwhile is charged as far as the account covers it', async () => {
    const { first, second, silence } = await openTwo();
    for (const id of ['answer_1', 'answer_2', 'answer_3']) await first.hold(hold(id));
    await silence(61);
    await second.releaseAbandonedHolds(1);
    await first.hold(hold('answer_4'));
    await second.deposit('alpha', -4n * USD, 2);
    const ends = ['answer_1', 'answer_2', 'answer_3'].map((id) => first.settle(id, 2n * USD, 3));
    expect(await Promise.all([...ends, first.settle('answer_4', 3n * USD, 3)])).toEqual(Array(4).fill(true));
    expect(await first.findAccount('alpha')).toMatchObject({ available: 0n, held: 0n, used: 6n * USD });
    expect(await first.listDailyCharges('alpha', 0, 9)).toMatchObject([{ amount: 6n * USD }]);
    // Nothing was left for one of them.
    const charged = (await first.listLedger('alpha', 9)).filter(({ at }) => at === 3).map(({ used }) => used);
    expect(charged).toHaveLength(3);
    expect(new Set(charged)).toEqual(new Set([1n * USD, 2n * USD, 3n * USD]));
  });

  test('a process that cannot renew stops using its holds before others release them', async () => {
    const connectionString = await createPostgresDatabase();
    let now = 0;
    const store = await openProcess(connectionString, () => {
      const start = now;
      return () => now - start;
    });
    await store.deposit('alpha', 10n * USD, 0);
    const held = await store.hold(hold('answer_1'));
    const isValid = () => held.kind === 'accepted' && held.isValid();
    now = 59_999;
    expect(isValid()).toBe(true);
    now = 60_000;
    expect(isValid()).toBe(false);
    await store.keepAlive();
    expect(isValid()).toBe(true);
  });

  test.each([
    ['the machine slept', Date],
    ['its clock was set back', performance],
  ])('a process measures the time since its renewal with two clocks: %s', async (_what, moved) => {
    const connectionString = await createPostgresDatabase();
    const store = await openProcess(connectionString);
    await store.deposit('alpha', 10n * USD, 0);
    const held = await store.hold(hold('answer_1'));
    const now = moved.now();
    const spy = vi.spyOn(moved, 'now').mockImplementation(() => now + 60_001);
    onTestFinished(() => spy.mockRestore());
    expect(held.kind === 'accepted' && held.isValid()).toBe(false);
  });

  test('a hold without an owner is released when no answer takes that long', async () => {
    const { connectionString, first, second } = await openTwo();
    await first.hold(hold('answer_1'));
    await query(connectionString, 'update holds set owner = null');
    expect(await second.releaseAbandonedHolds(3_600_000)).toBe(0);
    expect(await second.releaseAbandonedHolds(3_600_001)).toBe(1);
    expect(await second.findAccount('alpha')).toMatchObject({ available: 10n * USD, held: 0n });
  });

  test('a charge that cannot be written while the database is unavailable is written later', async () => {
    const connectionString = await createPostgresDatabase();
    const proxy = await openDatabaseProxy(connectionString);
    const store = await openProcess(proxy.connectionString);
    await store.deposit('alpha', 10n * USD, 0);
    await store.hold(hold('answer_1'));
    await proxy.refuse();
    expect(await store.settle('answer_1', 2n * USD, 1)).toBe(true);
    await expect(store.keepAlive()).rejects.toThrow();
    await proxy.forward();
    await store.keepAlive();
    expect(await store.findAccount('alpha')).toMatchObject({ available: 8n * USD, held: 0n, used: 2n * USD });
  });
});
