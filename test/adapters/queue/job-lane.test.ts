import { afterEach, expect, test, vi } from 'vitest';
import { startJobLane } from '../../../src/adapters/queue/job-lane.ts';
import type { Job } from '../../../src/gateway/ports/queue.ts';
import { until } from '../../support/until.ts';

afterEach(() => vi.useRealTimers());

const job: Job = { kind: 'finish_task', taskId: 'task_1' };
const DAY_MS = 86_400_000;

/** A lane that finds one job, which runs until `end` is called. */
function openLane(extend: (jobs: readonly Job[]) => Promise<void> = async () => {}) {
  const gate = Promise.withResolvers<void>();
  const found = [[job]];
  const faults: unknown[] = [];
  let isBegun = false;
  const lane = startJobLane({
    claim: async () => found.shift() ?? [],
    extend,
    async run() {
      isBegun = true;
      await gate.promise;
    },
    concurrency: 4,
    pollMs: DAY_MS,
    reportFault: (error) => faults.push(error),
  });
  return { lane, faults, end: gate.resolve, begun: () => until('the job begins', () => isBegun) };
}

test('stops once its job has ended, and leaves no timer', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { lane, end, begun } = openLane();
  await begun();
  expect(vi.getTimerCount()).toBe(1);
  const stopped = lane.stop();
  end();
  await stopped;
  expect(vi.getTimerCount()).toBe(0);
});

test('claims again when it is woken after a failed claim', async () => {
  const fault = new Error('the database is away');
  const faults: unknown[] = [];
  const seen: Job[] = [];
  const claims = [Promise.reject(fault), Promise.resolve([job])];
  const lane = startJobLane({
    claim: async () => (await claims.shift()) ?? [],
    extend: async () => {},
    run: async (due) => void seen.push(due),
    concurrency: 4,
    pollMs: DAY_MS,
    reportFault: (error) => faults.push(error),
  });
  await until('the failure is reported', () => faults.length === 1);
  lane.wake();
  await until('the job runs', () => seen.length === 1);
  await lane.stop();
  expect([faults, seen]).toEqual([[fault], [job]]);
});

test('reports a claim that cannot be extended, and its job continues', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const fault = new Error('the database is away');
  const { lane, faults, end, begun } = openLane(() => Promise.reject(fault));
  await begun();
  vi.advanceTimersByTime(DAY_MS / 24);
  await until('it is reported', () => faults.length > 0);
  expect(new Set(faults)).toEqual(new Set([fault]));
  end();
  await lane.stop();
});
