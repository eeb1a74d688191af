import { Client } from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { DurableStore } from '../../../src/adapters/store/durable-store.ts';
import { openPostgresStore } from '../../../src/adapters/store/postgres/postgres-store.ts';
import { openPostgresStores } from '../../support/open-store.ts';
import { at } from '../../support/open-wire.ts';
import { createPostgresDatabase, hasPostgres, query } from '../../support/postgres.ts';
import { DAY, newDelivery, newTask, storeSeed, success, USD } from '../../support/store-contract/samples.ts';
import { until } from '../../support/until.ts';

const WAITING = `select count(*)::int as waiting from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`;

async function endTasks(store: DurableStore, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const id = `task_${index}`;
    await store.acceptTask(newTask(id, { hold: 1n }));
    await store.finishTask(id, success(1n), { at: DAY, delivery: newDelivery(id) });
    await store.recordAttempt(id, { next: { state: 'failed' } });
  }
}

/** A store on a database of its own, and another session on it that has begun a transaction. */
async function openWithOther() {
  const connectionString = await createPostgresDatabase();
  const store = await openPostgresStore({ connectionString, schedule: () => {} });
  onTestFinished(() => store.close());
  await store.deposit('alpha', USD, 0);
  const other = new Client({ connectionString });
  onTestFinished(() => other.end());
  await other.connect();
  await other.query('begin');
  const isSomebodyWaiting = async () => at(await query(connectionString, WAITING), 0, 'waiting') === 1;
  return { store, other, isSomebodyWaiting };
}

describe.skipIf(!hasPostgres)('PostgreSQL', () => {
  test('leaves removal to the process that is doing it, and compacts after it', async () => {
    const { store, other, isSomebodyWaiting } = await openWithOther();
    await endTasks(store, 3);
    await other.query('select pg_advisory_xact_lock(7302118465), pg_advisory_xact_lock(7302118466)');
    expect(await store.removeFinishedTasks(DAY + 1, 2)).toBe(0);
    expect(await store.removeExpiredKeys(DAY, 2)).toBe(0);
    const summing = store.sumOldEntries('alpha', { before: DAY + 1, most: 100 });
    await until('the sum waits for its turn', isSomebodyWaiting);
    await other.query('commit');
    expect(await summing).toBe(6);
    expect(await store.removeFinishedTasks(DAY + 1, 2)).toBe(2);
  });

  test('keeps a task whose callback is requested while it is about to be removed', async () => {
    const { store, other, isSomebodyWaiting } = await openWithOther();
    await endTasks(store, 2);
    await other.query("update deliveries set resend = 'asked' where task_id = 'task_0'");
    const removing = store.removeFinishedTasks(DAY + 1, 100);
    await until('the removal waits for the callback', isSomebodyWaiting);
    await other.query('commit');
    expect(await removing).toBe(1);
    expect(await store.findDelivery('task_0')).toMatchObject({ state: 'failed' });
    expect((await store.findTask('task_0'))?.outcome).toEqual(success(1n));
    expect(await store.findTask('task_1')).toBeUndefined();
    expect(await store.queueResends(DAY)).toBe(1);
  });

  test('keeps a key that is claimed again while it is about to be removed', async () => {
    const { store, other, isSomebodyWaiting } = await openWithOther();
    const scope = { accountId: 'alpha', operationId: 'createImage', key: 'again' };
    await store.claimIdempotency(scope, 'b1', 0);
    await other.query(`update idempotency set claimed_at = ${DAY}`);
    const removing = store.removeExpiredKeys(DAY, 100);
    await until('the removal waits for the key', isSomebodyWaiting);
    await other.query('commit');
    expect(await removing).toBe(0);
    expect(await store.claimIdempotency(scope, 'b2', DAY)).toEqual({ kind: 'mismatch' });
  });

  test('removes each task once when processes remove at the same time', async () => {
    const stores = (await openPostgresStores(3, storeSeed)).map(({ store }) => store);
    const [first] = stores;
    if (!first) throw new RangeError('There is no store.');
    await endTasks(first, 40);
    let removed = 0;
    while (removed < 40) {
      const steps = await Promise.all(stores.map((store) => store.removeFinishedTasks(DAY + 1, 7)));
      expect(Math.max(...steps)).toBeGreaterThan(0);
      removed += steps.reduce((sum, step) => sum + step, 0);
    }
    expect(removed).toBe(40);
    expect(await first.listDeliveries(1)).toEqual([]);
  });
});
