import { expect, test } from 'vitest';
import type { Job } from '../../src/gateway/ports/queue.ts';
import { createEmbeddedQueue } from '../../src/node/embedded-queue.ts';
import { createManualClock } from '../support/manual-clock.ts';

const job: Job = { kind: 'finish_task', taskId: 'task_1' };

test('retries a failed job after five seconds, until it succeeds', async () => {
  const clock = createManualClock();
  const faults: string[] = [];
  const queue = createEmbeddedQueue({ clock, reportFault: (_error, about) => faults.push(about) });
  let tries = 0;
  queue.onDue(async () => {
    tries += 1;
    if (tries < 3) throw new Error('disk full');
  });
  queue.schedule(job, clock.now() + 1000);
  const triesAfter = async (milliseconds: number) => {
    clock.advance(milliseconds);
    await new Promise((resolve) => setImmediate(resolve));
    return tries;
  };
  expect(await triesAfter(999)).toBe(0);
  expect(await triesAfter(1)).toBe(1);
  expect(await triesAfter(4999)).toBe(1);
  expect(await triesAfter(1)).toBe(2);
  expect(await triesAfter(5000)).toBe(3);
  expect(await triesAfter(60_000)).toBe(3);
  expect(faults).toEqual(['task_1', 'task_1']);
});

test('waits for running jobs when it stops, and starts no more', async () => {
  const clock = createManualClock();
  const queue = createEmbeddedQueue({ clock, reportFault: () => {} });
  const started: string[] = [];
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
  queue.onDue(({ taskId }) => {
    started.push(taskId);
    return finished;
  });
  queue.schedule(job, clock.now());
  queue.schedule({ ...job, taskId: 'task_2' }, clock.now() + 1000);
  clock.advance(0);
  let isStopped = false;
  const stopped = queue.stop().then(() => {
    isStopped = true;
  });
  clock.advance(1000);
  await new Promise((resolve) => setImmediate(resolve));
  expect({ started, isStopped }).toEqual({ started: ['task_1'], isStopped: false });
  finish();
  await stopped;
  expect(started).toEqual(['task_1']);
});
