import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createInlineWorkers } from '../../../src/adapters/workers/create-inline-workers.ts';
import {
  createWorkerPool,
  type WorkerPoolOptions,
} from '../../../src/adapters/workers/create-worker-pool.ts';
import { openThread } from '../../../src/adapters/workers/open-thread.ts';
import type { PoolWorker } from '../../../src/adapters/workers/pool-worker.ts';
import type { UntrustedWork, WorkResult } from '../../../src/gateway/ports/workers.ts';
import type { OddJob } from './odd-jobs.ts';

const patient: UntrustedWork<OddJob, unknown> = {
  module: new URL('./odd-jobs.ts', import.meta.url).href,
  load: () => import('./odd-jobs.ts'),
  timeMs: 50_000,
  bufferBytes: 2 ** 28,
};
const impatient = { ...patient, timeMs: 200 };

function openPool(options: Partial<WorkerPoolOptions> = {}) {
  const pool = createWorkerPool({
    size: 1,
    waiting: 10,
    waitingOfOwner: 10,
    waitMs: 60_000,
    heapBytes: 2 ** 25,
    idleMs: 60_000,
    ...options,
  });
  onTestFinished(() => pool.close());
  const ask = (
    kind: OddJob['kind'],
    { work = patient, ...order }: { work?: typeof patient; signal?: AbortSignal; owner?: string } = {},
  ) => pool.run(work, { bytes: Uint8Array.of(1, 2, 3), about: { kind }, ...order });
  return { pool, ask };
}

test('a task runs in another thread, without environment variables', async () => {
  const { ask } = openPool();
  expect(await ask('sum')).toEqual({ kind: 'found', found: 6 });
  expect(await ask('thread')).toEqual({ kind: 'found', found: expect.any(Number) });
  expect(await ask('thread')).not.toEqual({
    kind: 'found',
    found: (await import('node:worker_threads')).threadId,
  });
  expect(await ask('environment')).toEqual({ kind: 'found', found: [] });
});

test.each<[string, { given: OddJob['kind']; work: typeof patient; want: object }]>([
  ['takes too long', { given: 'spin', work: impatient, want: { kind: 'too_slow' } }],
  ['fills its heap', { given: 'hoard objects', work: patient, want: { kind: 'too_large' } }],
  ['fills its heap in great steps', { given: 'hoard arrays', work: patient, want: { kind: 'too_large' } }],
  ['fills memory beside its heap', { given: 'hoard buffers', work: patient, want: { kind: 'too_large' } }],
  [
    'throws',
    {
      given: 'throw',
      work: patient,
      want: { kind: 'crashed', error: expect.stringContaining('went wrong') },
    },
  ],
  ['ends its thread', { given: 'exit', work: patient, want: { kind: 'crashed', error: expect.any(Error) } }],
  ['answers what cannot be sent', { given: 'answer a function', work: patient, want: { kind: 'crashed' } }],
])('only the task that %s fails: the next one in the queue runs', async (_name, { given, work, want }) => {
  const { ask } = openPool();
  const bad = ask(given, { work });
  const good = ask('sum');
  expect(await bad).toMatchObject(want);
  expect(await good).toEqual({ kind: 'found', found: 6 });
});

test('bytes that own their buffer are transferred, others are copied', async () => {
  const { pool } = openPool();
  const own = new Uint8Array(100_000).fill(1);
  const shared = Buffer.from('abc');
  const part = new Uint8Array(10).fill(1).subarray(2, 4);
  const about = { kind: 'sum' } as const;
  expect(await pool.run(patient, { bytes: own, about })).toEqual({ kind: 'found', found: 100_000 });
  expect(await pool.run(patient, { bytes: shared, about })).toEqual({ kind: 'found', found: 294 });
  expect(await pool.run(patient, { bytes: part, about })).toEqual({ kind: 'found', found: 2 });
  expect(own.length).toBe(0);
  expect(shared.toString()).toBe('abc');
  expect(part.length).toBe(2);
});

test('aborting a request that has its result cancels no task of another', async () => {
  const { ask } = openPool();
  const leaving = new AbortController();
  await ask('sum', { signal: leaving.signal });
  const next = ask('sum');
  leaving.abort();
  expect(await next).toEqual({ kind: 'found', found: 6 });
});

test('the queue is bounded, and a cancelled task frees its slot', async () => {
  const { ask } = openPool({ waiting: 1 });
  const [running, waiting] = [new AbortController(), new AbortController()];
  const first = ask('spin', { signal: running.signal });
  const second = ask('sum', { signal: waiting.signal });
  expect(await ask('sum')).toEqual({ kind: 'overloaded' });
  waiting.abort();
  expect(await second).toEqual({ kind: 'cancelled' });
  const third = ask('sum');
  running.abort();
  expect(await first).toEqual({ kind: 'cancelled' });
  expect(await third).toEqual({ kind: 'found', found: 6 });
  expect(await ask('sum', { signal: waiting.signal })).toEqual({ kind: 'cancelled' });
});

test('no task waits longer than the pool allows, whatever the others do', async () => {
  const { ask } = openPool({ waitMs: 50 });
  const stuck = new AbortController();
  const first = ask('spin', { signal: stuck.signal });
  expect(await ask('sum')).toEqual({ kind: 'overloaded' });
  const waiting = [ask('sum'), ask('sum', { owner: 'another' })];
  expect(await Promise.all(waiting)).toEqual([{ kind: 'overloaded' }, { kind: 'overloaded' }]);
  stuck.abort();
  expect(await first).toEqual({ kind: 'cancelled' });
});

/** A worker whose tasks end on command. */
function createHeldWorker() {
  const tasks: PromiseWithResolvers<WorkResult<unknown>>[] = [];
  let ends = 0;
  const open = (): PoolWorker => ({
    isOpen: true,
    run() {
      const task = Promise.withResolvers<WorkResult<unknown>>();
      tasks.push(task);
      return task.promise;
    },
    async end() {
      ends += 1;
    },
  });
  return { open, tasks, ends: () => ends };
}

test('a running task does not time out in the queue, and a worker that works again is not ended as idle', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { open, tasks, ends } = createHeldWorker();
  const { ask } = openPool({ open, waitMs: 1000, idleMs: 1000 });
  const results = [ask('sum'), ask('sum')];
  tasks[0]?.resolve({ kind: 'found', found: 'first' });
  await results[0];
  await vi.waitFor(() => expect(tasks).toHaveLength(2));
  vi.advanceTimersByTime(60_000);
  tasks[1]?.resolve({ kind: 'found', found: 'second' });
  expect(await Promise.all(results)).toEqual([
    { kind: 'found', found: 'first' },
    { kind: 'found', found: 'second' },
  ]);
  expect(ends()).toBe(0);
  vi.advanceTimersByTime(1000);
  expect(ends()).toBe(1);
});

test('owners take turns, and none can fill the whole queue', async () => {
  const { ask } = openPool({ waitingOfOwner: 2 });
  const running = new AbortController();
  const first = ask('spin', { signal: running.signal, owner: 'greedy' });
  const order: string[] = [];
  const asked = ['greedy', 'greedy', 'modest'].map(async (owner) => {
    const result = await ask('sum', { owner });
    order.push(owner);
    return result;
  });
  expect(await ask('sum', { owner: 'greedy' })).toEqual({ kind: 'overloaded' });
  running.abort();
  expect(await first).toEqual({ kind: 'cancelled' });
  expect(await Promise.all(asked)).toEqual(Array.from({ length: 3 }, () => ({ kind: 'found', found: 6 })));
  expect(order).toEqual(['greedy', 'modest', 'greedy']);
});

test('a worker that cannot be started fails only its task', async () => {
  let failures = 1;
  const { ask } = openPool({
    open(options) {
      if (failures-- > 0) throw new Error('too many open files');
      return openThread(options);
    },
  });
  expect(await ask('sum')).toEqual({ kind: 'crashed', error: new Error('too many open files') });
  expect(await ask('sum')).toEqual({ kind: 'found', found: 6 });
});

test('several threads work in parallel, and an idle one is reused', async () => {
  const { ask } = openPool({ size: 2 });
  const stuck = new AbortController();
  const spinning = ask('spin', { signal: stuck.signal });
  const threads = [await ask('thread'), await ask('thread')];
  expect(threads[0]).toEqual(threads[1]);
  stuck.abort();
  expect(await spinning).toEqual({ kind: 'cancelled' });
});

test('an idle thread ends, and the next task gets a new one', async () => {
  const { ask } = openPool({ idleMs: 0 });
  const first = await ask('thread');
  await expect.poll(() => ask('thread')).not.toEqual(first);
});

test('an idle thread does not keep the process alive', async () => {
  const script = join(import.meta.dirname, 'leave-idle-thread.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [script], { timeout: 25_000 });
  expect(JSON.parse(stdout)).toEqual({ kind: 'found', found: 6 });
});

test('a closed pool stops running tasks and accepts no more', async () => {
  const { pool, ask } = openPool();
  const running = ask('spin');
  const waiting = ask('sum');
  await pool.close();
  expect(await waiting).toEqual({ kind: 'cancelled' });
  expect(await running).toEqual({ kind: 'cancelled' });
  expect(await ask('sum')).toEqual({ kind: 'cancelled' });
});

test('without threads, tasks run inline: failures are values as well', async () => {
  const workers = createInlineWorkers();
  const bytes = Uint8Array.of(1, 2, 3);
  const { threadId } = await import('node:worker_threads');
  expect(await workers.run(patient, { bytes, about: { kind: 'thread' } })).toEqual({
    kind: 'found',
    found: threadId,
  });
  expect(await workers.run(patient, { bytes, about: { kind: 'throw' } })).toMatchObject({ kind: 'crashed' });
  const signal = AbortSignal.abort();
  expect(await workers.run(patient, { bytes, about: { kind: 'sum' }, signal })).toEqual({
    kind: 'cancelled',
  });
});
