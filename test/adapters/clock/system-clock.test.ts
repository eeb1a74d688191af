import { expect, onTestFinished, test, vi } from 'vitest';
import { createSystemClock } from '../../../src/adapters/clock/system-clock.ts';

/** How far the clock of the machine may be set while the test runs. */
const CLOCK_STEP_MS = 1000;

test('returns the real time in whole milliseconds and never goes back', () => {
  const clock = createSystemClock();
  const [before, told, after] = [Date.now(), clock.now(), Date.now()];
  expect(told).toBeGreaterThanOrEqual(before - CLOCK_STEP_MS);
  expect(told).toBeLessThanOrEqual(after + CLOCK_STEP_MS);
  let last = clock.now();
  for (let step = 0; step < 1000; step += 1) {
    const now = clock.now();
    expect(Number.isInteger(now) && now >= last).toBe(true);
    last = now;
  }
});

test('follows the clock of the machine when it is set forward, and goes on when it is set back', () => {
  const real = Date.now.bind(Date);
  let offset = 0;
  const told = vi.spyOn(Date, 'now').mockImplementation(() => real() + offset);
  onTestFinished(() => told.mockRestore());
  const clock = createSystemClock();
  const hour = 3_600_000;
  for (const [set, expected] of [
    [hour, hour],
    [-hour, hour],
    [2 * hour, 2 * hour],
  ] as const) {
    offset = set;
    const ahead = clock.now() - real();
    expect(ahead).toBeGreaterThanOrEqual(expected - CLOCK_STEP_MS);
    expect(ahead).toBeLessThanOrEqual(expected + CLOCK_STEP_MS);
  }
});

test('fires at its own pace, never early', async () => {
  const clock = createSystemClock({ speed: 100_000 });
  for (let round = 0; round < 50; round += 1) {
    const due = clock.now() + 150_000;
    await new Promise<void>((resolve) => clock.callAt(due, resolve));
    expect(clock.now()).toBeGreaterThanOrEqual(due);
  }
});

test('fires immediately for the past, and not at all when cancelled', async () => {
  const clock = createSystemClock();
  const calls: string[] = [];
  const cancel = clock.callAt(0, () => calls.push('taken back'));
  cancel();
  await new Promise<void>((resolve) => clock.callAt(clock.now() - 1000, resolve));
  expect(calls).toEqual([]);
});

test('fires an alarm two months ahead on that day, and not before', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
  vi.setSystemTime(Date.UTC(2026, 0, 1));
  const clock = createSystemClock();
  const calls: number[] = [];
  clock.callAt(Date.UTC(2026, 2, 1), () => calls.push(clock.now()));
  for (let timers = 0; timers < 10; timers += 1) vi.advanceTimersToNextTimer(); // one timer cannot run for two months
  expect(calls).toEqual([Date.UTC(2026, 2, 1)]);
});

test('waits for years without firing early', async () => {
  const clock = createSystemClock();
  const calls: string[] = [];
  const cancel = clock.callAt(clock.now() + 10 * 365 * 86_400_000, () => calls.push('called'));
  await new Promise<void>((resolve) => clock.callAt(clock.now() + 5, resolve));
  expect(calls).toEqual([]);
  cancel();
});
