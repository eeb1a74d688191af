import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { DurableStore } from '../../src/adapters/store/durable-store.ts';
import { startChores } from '../../src/node/chores/chores.ts';
import { serviceChores } from '../../src/node/chores/service-chores.ts';
import { createManualClock } from '../support/manual-clock.ts';

test('runs a chore immediately, and again an interval after each run', async () => {
  const clock = createManualClock();
  let runs = 0;
  let release = () => {};
  const run = () => {
    runs += 1;
    return new Promise<void>((resolve) => {
      release = resolve;
    });
  };
  const chores = startChores([{ name: 'sweep', everyMs: 1000, run }], { clock, reportFault: () => {} });
  clock.advance(5000);
  expect(runs).toBe(1);
  release();
  await turn();
  clock.advance(999);
  expect(runs).toBe(1);
  clock.advance(1);
  expect(runs).toBe(2);
  const stopped = chores.stop();
  release();
  await stopped;
  clock.advance(10_000);
  expect(runs).toBe(2);
});

test('reports a chore that fails, and retries it after a pause', async () => {
  const clock = createManualClock();
  const faults: unknown[] = [];
  let runs = 0;
  const run = async () => {
    runs += 1;
    throw new Error(`run ${runs}`);
  };
  const reportFault = (error: unknown, about: string) => faults.push([about, String(error)]);
  const chores = startChores([{ name: 'sweep', everyMs: 1000, run }], { clock, reportFault });
  await turn();
  clock.advance(14_999);
  await turn();
  expect(faults).toEqual([['sweep', 'Error: run 1']]);
  clock.advance(1);
  await turn();
  expect(faults).toHaveLength(2);
  await chores.stop();
});

test('retries a chore that fails after its own pause, if it has one', async () => {
  const clock = createManualClock();
  let runs = 0;
  const run = async () => {
    runs += 1;
    throw new Error('away');
  };
  const chore = { name: 'lease', everyMs: 1000, afterFaultMs: 3000, run };
  const chores = startChores([chore], { clock, reportFault: () => {} });
  await turn();
  clock.advance(2999);
  await turn();
  expect(runs).toBe(1);
  clock.advance(1);
  await turn();
  expect(runs).toBe(2);
  await chores.stop();
});

test('starts no run after it has stopped', async () => {
  const clock = createManualClock();
  let runs = 0;
  const run = async () => {
    runs += 1;
  };
  const chores = startChores([{ name: 'sweep', everyMs: 1000, run }], { clock, reportFault: () => {} });
  await turn();
  await chores.stop();
  clock.advance(10_000);
  await turn();
  expect(runs).toBe(1);
});

test('has stopped only when the current run has ended', async () => {
  let release = () => {};
  const run = () =>
    new Promise<void>((resolve) => {
      release = resolve;
    });
  const clock = createManualClock();
  const chores = startChores([{ name: 'sweep', everyMs: 1000, run }], { clock, reportFault: () => {} });
  let hasStopped = false;
  const stopped = chores.stop().then(() => {
    hasStopped = true;
  });
  await turn();
  expect(hasStopped).toBe(false);
  release();
  await stopped;
});

test('looks every second for callbacks that the operator wants to be sent again', async () => {
  const seen: number[] = [];
  const store = { queueResends: async (now: number) => seen.push(now) } as unknown as DurableStore;
  const clock = createManualClock();
  const chore = serviceChores({ store, clock, keepDays: undefined }).find(({ name }) => name === 'resends');
  await chore?.run();
  expect([chore?.everyMs, seen]).toEqual([1000, [clock.now()]]);
});

test('a service renews its lease, sends callbacks again, and removes what has expired', () => {
  const store = {} as DurableStore;
  const chores = serviceChores({ store, clock: createManualClock(), keepDays: 1 });
  expect(chores.map(({ name }) => name).toSorted()).toEqual(['lease', 'resends', 'retention']);
});

test('each chore of a service works on its store, at the time of its clock', async () => {
  const clock = createManualClock({ startAt: 90 * 86_400_000 });
  const calls: unknown[] = [];
  const store = {
    keepAlive: async () => calls.push('renew'),
    queueResends: async (now: number) => calls.push(['resend', now]),
    removeExpiredKeys: async (now: number) => calls.push(['keys', now]),
    removeFinishedTasks: async (before: number) => calls.push(['tasks', before]),
  } as unknown as DurableStore;
  for (const chore of serviceChores({ store, clock, keepDays: 30 })) await chore.run();
  expect(calls).toEqual([
    'renew',
    ['resend', 90 * 86_400_000],
    ['keys', 90 * 86_400_000],
    ['tasks', 60 * 86_400_000],
  ]);
});
