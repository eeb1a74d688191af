import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startChores } from '../../src/node/chores/chores.ts';
import { createRetentionChore } from '../../src/node/chores/retention-chore.ts';
import { createManualClock } from '../support/manual-clock.ts';

const DAY_MS = 86_400_000;
const STARTED = Date.UTC(2026, 10, 20);

/** A service that keeps tasks for `keepDays`, with a store in which that many keys and tasks have expired. */
function openChore(keepDays: number | undefined, over: { keys: number; tasks: number }) {
  const clock = createManualClock({ startAt: STARTED });
  const steps: unknown[] = [];
  const take = (kind: 'keys' | 'tasks', at: number, most: number) => {
    steps.push([kind, at - STARTED, most]);
    const removed = Math.min(over[kind], most);
    over[kind] -= removed;
    return removed;
  };
  const store = {
    removeExpiredKeys: async (now: number, most: number) => take('keys', now, most),
    removeFinishedTasks: async (before: number, most: number) => take('tasks', before, most),
  };
  const chores = startChores([createRetentionChore({ store, clock, keepDays })], {
    clock,
    reportFault: (error) => steps.push(error),
  });
  const advance = async (ms: number) => {
    clock.advance(ms);
    await turn();
  };
  return { steps, chores, advance };
}

test('removes what has expired in small steps with pauses between them, then checks once a minute', async () => {
  const { steps, chores, advance } = openChore(30, { keys: 99, tasks: 60 });
  await turn();
  const first = [
    ['keys', 0, 100],
    ['tasks', -30 * DAY_MS, 25],
  ];
  expect(steps).toEqual(first);
  await advance(49);
  expect(steps).toEqual(first);
  await advance(1);
  await advance(50);
  expect(steps).toHaveLength(6);
  await advance(59_999);
  expect(steps).toHaveLength(6);
  await advance(1);
  expect(steps.slice(6)).toEqual([
    ['keys', 60_100, 100],
    ['tasks', 60_100 - 30 * DAY_MS, 25],
  ]);
  await chores.stop();
});

test('removes expired keys, and no task, where tasks are kept forever', async () => {
  const { steps, chores, advance } = openChore(undefined, { keys: 200, tasks: 200 });
  await turn();
  await advance(50);
  await advance(50);
  expect(steps).toEqual([
    ['keys', 0, 100],
    ['keys', 50, 100],
    ['keys', 100, 100],
  ]);
  await chores.stop();
});
