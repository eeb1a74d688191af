import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { createClockPacer, createPacer } from '../../../src/adapters/clock/create-pacer.ts';
import { createManualClock } from '../../support/manual-clock.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('waits as long as the clock says', async () => {
  const clock = createManualClock();
  let isOver = false;
  const pause = createClockPacer(clock)
    .pause(100)
    ?.then(() => {
      isOver = true;
    });
  clock.advance(99);
  await turn();
  expect(isOver).toBe(false);
  clock.advance(1);
  await pause;
});

test('yields to other work for a pause of zero', async () => {
  let hasWorked = false;
  setImmediate(() => {
    hasWorked = true;
  });
  await createClockPacer(createManualClock()).pause(0);
  expect(hasWorked).toBe(true);
});

test('ends when aborted, and leaves neither timer nor listener', async () => {
  const timers = new Set<() => void>();
  const pacer = createPacer((_milliseconds, call) => {
    timers.add(call);
    return () => void timers.delete(call);
  });
  const leaving = new AbortController();
  const pause = pacer.pause(1000, leaving.signal);
  expect(timers.size).toBe(1);
  leaving.abort();
  await pause;
  await pacer.pause(1000, leaving.signal);
  expect([timers.size, getEventListeners(leaving.signal, 'abort')]).toEqual([0, []]);
});

test('repeated pauses of one answer leave no listener on its signal', async () => {
  const clock = createManualClock();
  const pacer = createClockPacer(clock);
  const { signal } = new AbortController();
  for (let count = 0; count < 3; count += 1) {
    const pause = pacer.pause(10, signal);
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    clock.advance(10);
    await pause;
  }
  expect(getEventListeners(signal, 'abort')).toHaveLength(0);
});
