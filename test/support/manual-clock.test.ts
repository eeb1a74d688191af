import { expect, test } from 'vitest';
import { createManualClock } from './manual-clock.ts';

test('stands still until it is advanced', () => {
  const clock = createManualClock({ startAt: 1000 });
  expect([clock.now(), clock.now()]).toEqual([1000, 1000]);
  clock.advance(250);
  expect(clock.now()).toBe(1250);
});

test('fires due alarms, in order of time, at their time', () => {
  const clock = createManualClock({ startAt: 0 });
  const calls: string[] = [];
  clock.callAt(30, () => calls.push(`late at ${clock.now()}`));
  clock.callAt(10, () => calls.push(`early at ${clock.now()}`));
  clock.callAt(31, () => calls.push('too late'));
  clock.advance(30);
  expect(calls).toEqual(['early at 10', 'late at 30']);
  expect(clock.now()).toBe(30);
});

test('fires an alarm that another one sets while advancing', () => {
  const clock = createManualClock({ startAt: 0 });
  const calls: number[] = [];
  clock.callAt(10, () => clock.callAt(20, () => calls.push(clock.now())));
  clock.advance(25);
  expect(calls).toEqual([20]);
});

test('fires an alarm in the past as soon as it advances, without going back', () => {
  const clock = createManualClock({ startAt: 100 });
  const calls: number[] = [];
  clock.callAt(50, () => calls.push(clock.now()));
  clock.advance(0);
  expect(calls).toEqual([100]);
});

test('cancels an alarm', () => {
  const clock = createManualClock({ startAt: 0 });
  const calls: string[] = [];
  const cancel = clock.callAt(10, () => calls.push('called'));
  cancel();
  clock.advance(20);
  expect(calls).toEqual([]);
});
