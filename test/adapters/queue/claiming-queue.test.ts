import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createClaimingQueue } from '../../../src/adapters/queue/claiming-queue.ts';
import { openPostgresStore } from '../../../src/adapters/store/postgres/postgres-store.ts';
import type { Job, JobHandler } from '../../../src/gateway/ports/queue.ts';
import { createPostgresDatabase, hasPostgres, query } from '../../support/postgres.ts';
import { newDelivery, newTask, success } from '../../support/store-contract/samples.ts';
import { until } from '../../support/until.ts';

const DAY_MS = 86_400_000;
const countTasks = 'select count(*)::int as tasks from holds where due_at is not null';
const endLeases = 'update holds set claimed_until = 0 where claimed_until is not null';

interface Options {
  readonly connectionString?: string;
  readonly concurrency?: { readonly finish_task?: number };
  readonly pollMs?: number;
}

/** A process with a queue; `end` ends a task as the gateway does, so that its row is no longer due. */
async function openProcess(
  handler: (job: Job, end: () => Promise<unknown>) => Promise<void>,
  { connectionString, ...options }: Options = {},
) {
  const address = connectionString ?? (await createPostgresDatabase());
  const faults: unknown[] = [];
  const queue = createClaimingQueue({ ...options, reportFault: (error) => faults.push(error) });
  const store = await openPostgresStore({ connectionString: address, schedule: queue.schedule });
  const end: (job: Job) => Promise<unknown> = ({ kind, taskId }) =>
    kind === 'finish_task'
      ? store.finishTask(taskId, success(0n), { at: Date.now(), delivery: newDelivery(taskId, Date.now()) })
      : store.recordAttempt(taskId, {
          attempt: { at: 0, durationMs: 1, status: 200 },
          next: { state: 'delivered' },
        });
  const onDue: JobHandler = (job) => handler(job, () => end(job));
  queue.onDue(onDue);
  queue.start(store);
  onTestFinished(async () => {
    await queue.stop();
    await store.close();
  });
  const accept = async (ids: readonly string[], dueAt = Date.now()) => {
    await store.deposit('alpha', BigInt(ids.length), 0);
    await Promise.all(ids.map((id) => store.acceptTask(newTask(id, { hold: 1n, dueAt }))));
  };
  return { queue, store, faults, accept, connectionString: address };
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `task_${index}`);

test('looks at once for a job that is due now, and at the next poll for a later one', async () => {
  const looks: string[] = [];
  const queue = createClaimingQueue({ pollMs: DAY_MS, clock: { now: () => 1000 }, reportFault: () => {} });
  queue.onDue(async () => {});
  queue.start({
    async claimDue(kind) {
      looks.push(kind);
      return [];
    },
    extendClaims: async () => {},
  });
  await until('it has looked for both kinds', () => looks.length === 2);
  queue.schedule({ kind: 'finish_task', taskId: 'task_1' }, 1001);
  queue.schedule({ kind: 'deliver_callback', taskId: 'task_2' }, 1000);
  await until('it looks again', () => looks.length > 2);
  await queue.stop();
  expect(looks.slice(2)).toEqual(['deliver_callback']);
});

describe.skipIf(!hasPostgres)('claiming queue', () => {
  test('passes each task and then its callback to the handler once', async () => {
    const seen: Job[] = [];
    const { accept, connectionString } = await openProcess(async (job, end) => {
      seen.push(job);
      await end();
    });
    await accept(['task_1', 'task_2']);
    await until('four jobs are seen', () => seen.length === 4);
    expect(seen).toEqual(
      expect.arrayContaining(
        ['task_1', 'task_2'].flatMap((taskId) => [
          { kind: 'finish_task', taskId },
          { kind: 'deliver_callback', taskId },
        ]),
      ),
    );
    expect(await query(connectionString, countTasks)).toEqual([{ tasks: 0 }]);
  });

  test('starts its own due job without waiting for a poll', async () => {
    const seen: Job[] = [];
    const { accept } = await openProcess(async (job) => void seen.push(job), { pollMs: DAY_MS });
    await accept(['task_1']);
    await until('the job begins', () => seen.length === 1);
  });

  test('keeps a job until it is due', async () => {
    const seen: number[] = [];
    const { accept } = await openProcess(async () => void seen.push(Date.now()));
    const dueAt = Date.now() + 700;
    await accept(['task_1'], dueAt);
    await until('the job begins', () => seen.length === 1);
    expect(seen[0]).toBeGreaterThanOrEqual(dueAt);
  });

  test('reports a failed job, and retries it when its lease has ended', async () => {
    let runs = 0;
    const { accept, faults, connectionString } = await openProcess(async () => {
      runs += 1;
      if (runs === 1) throw new Error('no luck');
    });
    await accept(['task_1']);
    await until('the failure is reported', () => faults.length === 1);
    await query(connectionString, endLeases);
    await until('the job runs again', () => runs === 2);
    expect(faults).toMatchObject([{ message: 'no luck' }]);
  });

  test('extends the claim of a job that runs for longer than its lease', async () => {
    const gate = Promise.withResolvers<void>();
    const { accept, connectionString } = await openProcess(() => gate.promise, { pollMs: DAY_MS });
    await accept(['task_1']);
    const count = (condition: string) => async () =>
      (await query(connectionString, `select id from holds where ${condition}`)).length === 1;
    await until('it is claimed', count('claimed_until > 0'));
    await query(connectionString, endLeases);
    await until('it is claimed for longer', count('claimed_until > extract(epoch from now()) * 1000'));
    gate.resolve();
  });

  test('runs other jobs alongside a slow one, within its limit', async () => {
    const slow = Promise.withResolvers<void>();
    const seen: string[] = [];
    let most = 0;
    let running = 0;
    const { accept } = await openProcess(
      async ({ kind, taskId }, end) => {
        if (kind === 'deliver_callback') return;
        running += 1;
        most = Math.max(most, running);
        if (taskId === 'slow') await slow.promise;
        await end();
        running -= 1;
        seen.push(taskId);
      },
      { concurrency: { finish_task: 3 } },
    );
    await accept(['slow']);
    await accept(numbered(20));
    await until('the other twenty end', () => seen.length === 20);
    expect([most, seen.includes('slow')]).toEqual([3, false]);
    slow.resolve();
  });

  test('distributes tasks and callbacks among processes, each to one of them', async () => {
    const seen: string[] = [];
    const handler: Parameters<typeof openProcess>[0] = async ({ kind, taskId }, end) => {
      seen.push(`${kind} ${taskId}`);
      await end();
    };
    const { accept, connectionString } = await openProcess(handler);
    await openProcess(handler, { connectionString });
    const ids = numbered(200);
    await accept(ids);
    await until('four hundred jobs are seen', () => seen.length >= 400);
    const expected = ids.flatMap((id) => [`deliver_callback ${id}`, `finish_task ${id}`]);
    expect(seen.sort()).toEqual(expected.sort());
  });

  test('finishes running jobs before it stops, and leaves the rest', async () => {
    const gate = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const { queue, accept, connectionString } = await openProcess(
      async ({ kind }, end) => {
        if (kind === 'deliver_callback') return;
        begun.resolve();
        await gate.promise;
        await end();
      },
      { concurrency: { finish_task: 1 } },
    );
    await accept(['task_1', 'task_2']);
    await begun.promise;
    let hasStopped = false;
    const stopped = queue.stop().then(() => {
      hasStopped = true;
    });
    await sleep(50);
    expect(hasStopped).toBe(false);
    gate.resolve();
    await stopped;
    expect(await query(connectionString, countTasks)).toEqual([{ tasks: 1 }]);
  });
});
