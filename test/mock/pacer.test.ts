import { expect, onTestFinished, test, vi } from 'vitest';
import { createControlledClock } from '../../src/adapters/clock/controlled-clock.ts';
import { createAnswerPacer, createMockPacer } from '../../src/mock/ports/pacer.ts';

test('on a frozen clock, the chunks of a long answer take few turns of the event loop, and leave some to others', async () => {
  const clock = createControlledClock({ isFrozen: true });
  const pacer = createAnswerPacer(clock, createMockPacer(clock));
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  for (let chunk = 0; chunk < 6400; chunk += 1) await pacer.pause(50);
  isOver = true;
  expect(turns).toBeGreaterThan(50);
  expect(turns).toBeLessThan(200);
});

test('a clock that runs four times as fast waits a quarter of the time', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const pacer = createMockPacer(createControlledClock({ speed: 4, isFrozen: true }));
  let isOver = false;
  const over = Promise.resolve(pacer.pause(1000)).then(() => {
    isOver = true;
  });
  await vi.advanceTimersByTimeAsync(249);
  expect(isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await over;
});
