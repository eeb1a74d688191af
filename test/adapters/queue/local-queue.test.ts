import { expect, test } from 'vitest';
import { createLocalQueue } from '../../../src/adapters/queue/local-queue.ts';
import type { Job } from '../../../src/gateway/ports/queue.ts';
import { createManualClock } from '../../support/manual-clock.ts';

const job = (taskId: string): Job => ({ kind: 'finish_task', taskId });

function openQueue(handler?: (job: Job) => Promise<void>) {
  const clock = createManualClock({ startAt: 0 });
  const done: string[] = [];
  const faults: unknown[] = [];
  const queue = createLocalQueue({ clock, reportFault: (error, failed) => faults.push([error, failed]) });
  queue.onDue(
    handler ??
      (async (due) => {
        done.push(`${due.kind === 'finish_task' ? due.taskId : ''} at ${clock.now()}`);
      }),
  );
  return { clock, queue, done, faults };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

test('runs each job once, at its time', async () => {
  const { clock, queue, done } = openQueue();
  queue.schedule(job('b'), 20);
  queue.schedule(job('a'), 10);
  queue.schedule(job('c'), 20);
  clock.advance(9);
  expect(done).toEqual([]);
  clock.advance(100);
  await settle();
  expect(done).toEqual(['a at 10', 'b at 20', 'c at 20']);
  clock.advance(1000);
  expect(done).toHaveLength(3);
});

test('runs a job that was already due', async () => {
  const { clock, queue, done } = openQueue();
  clock.advance(50);
  queue.schedule(job('late'), 10);
  clock.advance(0);
  await settle();
  expect(done).toEqual(['late at 50']);
});

test('wakes earlier for an earlier job', async () => {
  const { clock, queue, done } = openQueue();
  queue.schedule(job('far'), 1000);
  clock.advance(10);
  queue.schedule(job('near'), 20);
  clock.advance(10);
  await settle();
  expect(done).toEqual(['near at 20']);
});

test('continues after a failed job, and reports it', async () => {
  const done: string[] = [];
  const broken = new Error('broken');
  const { clock, queue, faults } = openQueue(async (due) => {
    if (due.kind === 'finish_task' && due.taskId === 'bad') throw broken;
    done.push(due.kind);
  });
  queue.schedule(job('bad'), 10);
  queue.schedule(job('good'), 10);
  clock.advance(10);
  await settle();
  expect(done).toEqual(['finish_task']);
  expect(faults).toEqual([[broken, job('bad')]]);
});

test('runs nothing after it is closed', async () => {
  const { clock, queue, done } = openQueue();
  queue.schedule(job('a'), 10);
  void queue.stop();
  clock.advance(100);
  queue.schedule(job('b'), 110);
  clock.advance(100);
  await settle();
  expect(done).toEqual([]);
});

test('has stopped only when running jobs have ended', async () => {
  const gate = Promise.withResolvers<void>();
  const { clock, queue } = openQueue(() => gate.promise);
  queue.schedule(job('a'), 10);
  clock.advance(10);
  let hasStopped = false;
  const stopped = queue.stop().then(() => {
    hasStopped = true;
  });
  await settle();
  expect(hasStopped).toBe(false);
  gate.resolve();
  await stopped;
});

test('lets a job schedule another', async () => {
  const clock = createManualClock({ startAt: 0 });
  const done: number[] = [];
  const queue = createLocalQueue({ clock, reportFault: () => {} });
  queue.onDue(async () => {
    done.push(clock.now());
    if (done.length < 3) queue.schedule(job('again'), clock.now() + 10);
  });
  queue.schedule(job('first'), 10);
  clock.advance(100);
  await settle();
  expect(done).toEqual([10, 20, 30]);
});

/** A queue with a clock that stands at 0 and only records the alarms set on it. */
function openQueueOfAlarms() {
  const alarms = new Set<{ readonly call: () => void }>();
  const started: string[] = [];
  const queue = createLocalQueue({
    clock: {
      now: () => 0,
      callAt(_time, call) {
        const alarm = { call };
        alarms.add(alarm);
        return () => void alarms.delete(alarm);
      },
    },
    reportFault: () => {},
  });
  queue.onDue(async ({ kind }) => void started.push(kind));
  /** Fires the only alarm; false when there is none. */
  const ring = (): boolean => {
    const [only] = alarms;
    if (only) alarms.delete(only);
    only?.call();
    return only !== undefined;
  };
  return { queue, alarms, started, ring };
}

test('has one alarm, however many jobs are waiting, and none after it has stopped', async () => {
  const { queue, alarms } = openQueueOfAlarms();
  for (const dueAt of [3000, 2000, 1000, 4000]) {
    queue.schedule(job(`due at ${dueAt}`), dueAt);
    expect(alarms.size).toBe(1);
  }
  await queue.stop();
  expect(alarms.size).toBe(0);
});

test('starts thousands of due jobs in several turns, so that other work runs in between', () => {
  const { queue, started, ring } = openQueueOfAlarms();
  for (let count = 0; count < 5000; count += 1) queue.schedule(job(`task_${count}`), 0);
  ring();
  expect(started.length).toBeGreaterThan(0);
  expect(started.length).toBeLessThan(1000);
  while (ring());
  expect(started).toHaveLength(5000);
});
