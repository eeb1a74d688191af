import { expect, test } from 'vitest';
import type { Drain } from '../../src/node/create-drain.ts';
import { stopServing } from '../../src/node/stop-serving.ts';

/** What a service that stops does, and after how many milliseconds it refuses connections. */
async function stop(delayMs: number) {
  const startedAt = performance.now();
  const steps: unknown[] = [];
  let refusedAfterMs = 0;
  const drain: Drain = {
    begin: () => void steps.push('begin'),
    refuse: async () => {
      steps.push('refuse');
      refusedAfterMs = performance.now() - startedAt;
    },
    finish: async (deadlineMs) => void steps.push(`finish within ${deadlineMs}`),
  };
  const handler = {
    drain: ({ asksToLeave = true } = {}) => void steps.push(asksToLeave ? 'ask to leave' : 'not ready'),
  };
  await stopServing({ handler, drain, delayMs, deadlineMs: 30_000 });
  return { steps, refusedAfterMs };
}

// A client that leaves connects again, and would be reset if the listener closed at that moment.
test('asks clients to leave during the delay, but not shortly before it refuses connections', async () => {
  const { steps, refusedAfterMs } = await stop(300);
  expect(steps).toEqual([
    'begin',
    'ask to leave',
    'not ready',
    'refuse',
    'ask to leave',
    'finish within 30000',
  ]);
  expect(refusedAfterMs).toBeGreaterThan(290);
});

test('asks nobody to leave before it refuses connections if the delay is short', async () => {
  const { steps, refusedAfterMs } = await stop(100);
  expect(steps).toEqual(['begin', 'not ready', 'not ready', 'refuse', 'ask to leave', 'finish within 30000']);
  expect(refusedAfterMs).toBeGreaterThan(90);
});
