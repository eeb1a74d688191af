import { Client } from 'pg';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  openPostgresStore,
  type PostgresStore,
} from '../../../src/adapters/store/postgres/postgres-store.ts';
import { createPostgresDatabase, hasPostgres, query } from '../../support/postgres.ts';
import { newDelivery, newTask, success } from '../../support/store-contract/samples.ts';

const HOUR_MS = 3_600_000;
const attempt = { at: 0, durationMs: 1, status: 503 } as const;

async function openProcess(connectionString: string): Promise<PostgresStore> {
  const store = await openPostgresStore({ connectionString, schedule: () => {} });
  onTestFinished(() => store.close());
  return store;
}

/** Two processes on one database, and a way to expire the leases of all claims. */
async function openTwo() {
  const connectionString = await createPostgresDatabase();
  const first = await openProcess(connectionString);
  const second = await openProcess(connectionString);
  await first.deposit('alpha', 1000n, 0);
  const accept = async (id: string, dueAt: number) =>
    void (await first.acceptTask(newTask(id, { hold: 1n, dueAt })));
  /** A finished task whose callback has been due since. */
  const owe = async (id: string, dueAt = Date.now()) => {
    await accept(id, dueAt);
    await first.finishTask(id, success(0n), { at: dueAt, delivery: newDelivery(id, dueAt) });
  };
  const endLeases = async () => {
    for (const table of ['holds', 'deliveries'])
      await query(connectionString, `update ${table} set claimed_until = 1 where claimed_until is not null`);
  };
  return { connectionString, first, second, accept, owe, endLeases };
}

async function claimTasks(store: PostgresStore, most = 9): Promise<readonly string[]> {
  return (await store.claimDue('finish_task', most)).map(({ taskId }) => taskId).sort();
}

async function claimCallbacks(store: PostgresStore, most = 9): Promise<readonly string[]> {
  return (await store.claimDue('deliver_callback', most)).map(({ taskId }) => taskId).sort();
}

describe.skipIf(!hasPostgres)('claims of due work', () => {
  test('are made for the earliest due tasks, each by one process', async () => {
    const { first, second, accept } = await openTwo();
    const now = Date.now();
    for (const [id, age] of [
      ['new', 1000],
      ['old', 3000],
      ['middle', 2000],
      ['later', -HOUR_MS],
    ] as const)
      await accept(id, now - age);
    expect(await claimTasks(first, 2)).toEqual(['middle', 'old']);
    expect(await claimTasks(second)).toEqual(['new']);
    expect(await claimTasks(first)).toEqual([]);
  });

  test('go to another process when their lease has ended, and the first can no longer extend them', async () => {
    const { connectionString, first, second, accept, owe, endLeases } = await openTwo();
    await accept('task_1', Date.now());
    await owe('task_2');
    const own = [await first.claimDue('finish_task', 9), await first.claimDue('deliver_callback', 9)].flat();
    expect(await claimTasks(second)).toEqual([]);
    await endLeases();
    expect([await claimTasks(second), await claimCallbacks(second)]).toEqual([['task_1'], ['task_2']]);
    await endLeases();
    for (const job of own) await first.extendClaims(job.kind, [job]);
    const over = `select id from holds where claimed_until = 1 union all select task_id from deliveries where claimed_until = 1`;
    expect(await query(connectionString, over)).toHaveLength(2);
  });

  test('last as long as they are extended', async () => {
    const { first, second, accept, owe, endLeases } = await openTwo();
    await accept('task_1', Date.now());
    await owe('task_2');
    const own = [await first.claimDue('finish_task', 9), await first.claimDue('deliver_callback', 9)].flat();
    await endLeases();
    for (const job of own) await first.extendClaims(job.kind, [job]);
    expect([await claimTasks(second), await claimCallbacks(second)]).toEqual([[], []]);
  });

  test('end with their work: a finished task, a finished callback', async () => {
    const { first, second, accept, owe, endLeases } = await openTwo();
    await accept('task_1', Date.now());
    await owe('task_2');
    await claimTasks(first);
    await claimCallbacks(first);
    await first.finishTask('task_1', success(0n), { at: 1 });
    await first.recordAttempt('task_2', { attempt, next: { state: 'failed' } });
    await endLeases();
    expect([await claimTasks(second), await claimCallbacks(second)]).toEqual([[], []]);
  });

  test('are possible again when the next attempt is due, not before', async () => {
    const { first, second, owe } = await openTwo();
    const now = Date.now();
    for (const id of ['tried', 'failed_again', 'postponed', 'waiting']) await owe(id);
    expect(await claimCallbacks(first)).toHaveLength(4);
    await first.recordAttempt('tried', { attempt, next: { state: 'pending', nextAt: now } });
    await first.recordAttempt('failed_again', { attempt, next: { state: 'pending', nextAt: now + HOUR_MS } });
    await first.postponeDelivery('postponed', now);
    await first.postponeDelivery('waiting', now + HOUR_MS);
    expect(await claimCallbacks(second)).toEqual(['postponed', 'tried']);
  });

  test('include an attempt that the operator requested, whatever the state, once', async () => {
    const { first, second, owe } = await openTwo();
    for (const id of ['ended', 'pending', 'running']) await owe(id);
    await first.recordAttempt('ended', { attempt, next: { state: 'failed' } });
    await first.postponeDelivery('pending', Date.now() + HOUR_MS);
    expect(await claimCallbacks(first)).toEqual(['running']);
    await first.recordAttempt('pending', {
      attempt,
      next: { state: 'pending', nextAt: Date.now() + HOUR_MS },
    });
    for (const id of ['ended', 'pending', 'running']) await first.requestResend(id);
    expect(await claimCallbacks(second)).toEqual([]);
    await first.queueResends(Date.now());
    expect(await claimCallbacks(second)).toEqual(['ended', 'pending']);
    expect(await claimCallbacks(first)).toEqual([]);
    await second.postponeDelivery('ended', Date.now() + HOUR_MS);
    await second.recordAttempt('pending', {
      attempt,
      next: { state: 'pending', nextAt: Date.now() + HOUR_MS },
    });
    expect(await claimCallbacks(first)).toEqual([]);
  });

  test('use the clock of the database', async () => {
    const { first, accept } = await openTwo();
    await accept('due', Date.now());
    await accept('later', Date.now() + HOUR_MS / 2);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + HOUR_MS });
    onTestFinished(() => void vi.useRealTimers());
    expect(await claimTasks(first)).toEqual(['due']);
    vi.setSystemTime(Date.now() - 2 * HOUR_MS);
    expect(await claimTasks(first)).toEqual([]);
  });

  test('do not wait for rows that another session is changing', async () => {
    const { connectionString, first, second, accept } = await openTwo();
    for (const id of ['task_1', 'task_2']) await accept(id, Date.now());
    const other = new Client({ connectionString });
    onTestFinished(() => other.end());
    await other.connect();
    await other.query("begin; select from holds where id = 'task_1' for update");
    expect(await claimTasks(first)).toEqual(['task_2']);
    await other.query('rollback');
    expect(await claimTasks(second)).toEqual(['task_1']);
  });
});
