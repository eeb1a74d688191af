import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import { Pool } from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createPgBossQueue, type PgBossQueue } from '../../../src/adapters/queue/pg-boss-queue.ts';
import type { Job, JobHandler } from '../../../src/gateway/ports/queue.ts';
import { at } from '../../support/open-wire.ts';
import { createPostgresDatabase, hasPostgres, query } from '../../support/postgres.ts';
import { until } from '../../support/until.ts';

const finish = (taskId: string): Job => ({ kind: 'finish_task', taskId });
const deliver = (taskId: string): Job => ({ kind: 'deliver_callback', taskId });
const DAY_MS = 86_400_000;
const countJobs = 'select count(*)::int as jobs from gatewright_jobs.job';

async function openQueue(
  handler: JobHandler,
  {
    connectionString,
    ...options
  }: { connectionString?: string; concurrency?: { finish_task?: number }; pollMs?: number } = {},
) {
  const address = connectionString ?? (await createPostgresDatabase());
  const faults: unknown[] = [];
  const queue = createPgBossQueue({
    connectionString: address,
    ...options,
    reportFault: (error) => faults.push(error),
  });
  queue.onDue(handler);
  await queue.start();
  onTestFinished(() => queue.stop());
  return { queue, faults, connectionString: address, enqueue: createEnqueue(queue, address) };
}

/** Enqueues within a transaction, which is rolled back when asked to. */
function createEnqueue(queue: PgBossQueue, connectionString: string) {
  const db = new Kysely<object>({ dialect: new PostgresDialect({ pool: new Pool({ connectionString }) }) });
  onTestFinished(() => db.destroy());
  return async (jobs: readonly Job[], { dueAt = Date.now(), rollsBack = false } = {}) => {
    const body = async (transaction: Transaction<object>) => {
      const afterCommit = await queue.enqueue(
        transaction,
        jobs.map((job) => ({ job, dueAt })),
      );
      if (rollsBack) throw new Error('rolled back');
      return afterCommit;
    };
    const afterCommit = await db.transaction().execute(body);
    afterCommit();
  };
}

describe.skipIf(!hasPostgres)('pg-boss queue', () => {
  test('passes each job to the handler once, then deletes it', async () => {
    const seen: Job[] = [];
    const { enqueue, connectionString } = await openQueue(async (job) => void seen.push(job));
    await enqueue([finish('task_1'), deliver('task_1'), finish('task_2')]);
    await until('three jobs are seen', () => seen.length === 3);
    expect(seen).toEqual(expect.arrayContaining([finish('task_1'), deliver('task_1'), finish('task_2')]));
    const isEmpty = async () => at(await query(connectionString, countJobs), 0, 'jobs') === 0;
    await until('the jobs that are done are forgotten', isEmpty);
  });

  test('starts its own due job without waiting for a poll', async () => {
    const seen: Job[] = [];
    const { enqueue } = await openQueue(async (job) => void seen.push(job), { pollMs: DAY_MS });
    await enqueue([deliver('task_1')]);
    await until('the job begins', () => seen.length === 1);
  });

  test('keeps a job until it is due', async () => {
    const seen: number[] = [];
    const { enqueue } = await openQueue(async () => void seen.push(Date.now()));
    const dueAt = Date.now() + 700;
    await enqueue([finish('task_1')], { dueAt });
    await until('the job begins', () => seen.length === 1);
    expect(seen[0]).toBeGreaterThanOrEqual(dueAt);
  });

  test('does not see a job whose transaction was rolled back', async () => {
    const { enqueue, connectionString } = await openQueue(async () => {});
    await expect(enqueue([finish('task_1')], { rollsBack: true })).rejects.toThrow('rolled back');
    expect(await query(connectionString, countJobs)).toEqual([{ jobs: 0 }]);
  });

  test('retries a failed job, and reports the failure', async () => {
    let runs = 0;
    const { enqueue, faults } = await openQueue(async () => {
      runs += 1;
      if (runs === 1) throw new Error('no luck');
    });
    await enqueue([finish('task_1')]);
    await until('the job runs again', () => runs === 2);
    expect(faults).toMatchObject([{ message: 'no luck' }]);
  });

  test('runs other jobs beside a slow one, within its limit', async () => {
    const slow = Promise.withResolvers<void>();
    const seen: string[] = [];
    let most = 0;
    let running = 0;
    const handler = async ({ taskId }: Job) => {
      running += 1;
      most = Math.max(most, running);
      if (taskId === 'slow') await slow.promise;
      await new Promise(setImmediate);
      running -= 1;
      seen.push(taskId);
    };
    const { enqueue } = await openQueue(handler, { concurrency: { finish_task: 3 } });
    await enqueue([finish('slow')]);
    await enqueue(Array.from({ length: 20 }, (_, index) => finish(`task_${index}`)));
    await until('the other twenty end', () => seen.length === 20);
    expect([most, seen.includes('slow')]).toEqual([3, false]);
    slow.resolve();
  });

  test('distributes jobs among processes, each to one of them', async () => {
    const seen: string[] = [];
    const handler: JobHandler = async ({ taskId }) => void seen.push(taskId);
    const { enqueue, connectionString } = await openQueue(handler);
    await openQueue(handler, { connectionString });
    const ids = Array.from({ length: 200 }, (_, index) => `task_${index}`);
    await enqueue(ids.map(finish));
    await until('two hundred jobs are seen', () => seen.length === 200);
    expect(new Set(seen)).toEqual(new Set(ids));
  });

  test('finishes running jobs before it stops, and leaves the rest', async () => {
    const gate = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    let ended = 0;
    const { queue, enqueue, connectionString } = await openQueue(
      async () => {
        begun.resolve();
        await gate.promise;
        ended += 1;
      },
      { concurrency: { finish_task: 1 } },
    );
    await enqueue([finish('task_1'), finish('task_2')]);
    await begun.promise;
    const stopped = queue.stop();
    gate.resolve();
    await stopped;
    expect(ended).toBe(1);
    expect(await query(connectionString, countJobs)).toEqual([{ jobs: 1 }]);
  });
});
