import { CompiledQuery } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createPgBossQueue } from '../../../src/adapters/queue/pg-boss-queue.ts';
import { captureJobs } from '../../../src/adapters/store/postgres-jobs.ts';
import { openPostgresStore } from '../../../src/adapters/store/postgres-store.ts';
import type { EnqueueJobs } from '../../../src/adapters/store/sql-work.ts';
import { createPostgresDatabase, hasPostgres, query } from '../../support/postgres.ts';
import { newTask, USD } from '../../support/store-contract/samples.ts';

const jobs = [{ job: { kind: 'finish_task', taskId: 'task_1' }, dueAt: 0 }] as const;
const insufficient = { kind: 'insufficient', available: 0n };
const ending =
  (...texts: readonly string[]): EnqueueJobs =>
  async (transaction) => {
    for (const text of texts) await transaction.executeQuery(CompiledQuery.raw(text, ['[]']));
    return () => {};
  };

test.each([
  ['two statements', ending('insert into a select $1', 'insert into b select $1')],
  ['a parameter that is named twice', ending('insert into a select $1, $1')],
  ['something else than an insert', ending('with a as (select $1) insert into b table a')],
])('does not use %s as part of a statement', async (_what, enqueue) => {
  expect(await captureJobs(enqueue, jobs)).toBeUndefined();
});

test('does not call the queue without jobs', async () => {
  const enqueue: EnqueueJobs = () => Promise.reject(new Error('asked'));
  expect(await captureJobs(enqueue, [])).not.toHaveProperty('insert');
});

describe.skipIf(!hasPostgres)('pg-boss', () => {
  test('returns its one insert without running it', async () => {
    const connectionString = await createPostgresDatabase();
    const queue = createPgBossQueue({ connectionString, reportFault: () => {} });
    await queue.start();
    onTestFinished(() => queue.stop());
    const captured = await captureJobs(queue.enqueue, jobs);
    expect(JSON.parse(captured?.insert?.payload ?? '')).toMatchObject([{ data: { taskId: 'task_1' } }]);
    const count = 'select count(*)::int as jobs from gatewright_jobs.job';
    expect(await query(connectionString, count)).toEqual([{ jobs: 0 }]);
  });

  test('stores the jobs of accepted submits once, and none of refused ones', async () => {
    const connectionString = await createPostgresDatabase();
    const queue = createPgBossQueue({ connectionString, reportFault: () => {} });
    await queue.start();
    onTestFinished(() => queue.stop());
    const store = await openPostgresStore({ connectionString, enqueue: queue.enqueue });
    onTestFinished(() => store.close());
    await store.deposit('alpha', 10n * USD, 0);
    const kept = () => query(connectionString, "select data->>'taskId' as id from gatewright_jobs.job");
    expect(await store.acceptTask(newTask('task_1', { accountId: 'beta' }))).toEqual(insufficient);
    expect(await kept()).toEqual([]);
    const group = [newTask('task_2'), newTask('task_3', { accountId: 'beta' })];
    const acceptances = await Promise.all(group.map((task) => store.acceptTask(task)));
    expect(acceptances).toEqual([{ kind: 'accepted' }, insufficient]);
    expect(await kept()).toEqual([{ id: 'task_2' }]);
  });
});
