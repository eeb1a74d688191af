import { expect, onTestFinished, test, vi } from 'vitest';
import { createControlledClock } from '../../../src/adapters/clock/controlled-clock.ts';

const start = Date.UTC(2026, 0, 1);

test('stands still while it is frozen', () => {
  const clock = createControlledClock({ startAt: start, isFrozen: true, speed: 1_000_000 });
  expect([clock.now(), clock.now()]).toEqual([start, start]);
  expect(clock.pace()).toEqual({ speed: 1_000_000, isFrozen: true });
});

test('fires alarms while advancing, in order of time and then of insertion, each at its own time', async () => {
  const clock = createControlledClock({ startAt: start, isFrozen: true });
  const rung: [string, number][] = [];
  const set = (name: string, afterMs: number) =>
    clock.callAt(start + afterMs, () => rung.push([name, clock.now() - start]));
  set('late', 2000);
  set('first', 500);
  set('second', 500);
  set('never', 3001);
  const takeBack = set('taken back', 700);
  takeBack();
  await clock.advance(3000);
  expect(rung).toEqual([
    ['first', 500],
    ['second', 500],
    ['late', 2000],
  ]);
  expect(clock.now()).toBe(start + 3000);
});

test('fires what an alarm sets, even after it has settled', async () => {
  const clock = createControlledClock({ startAt: start, isFrozen: true });
  const rung: number[] = [];
  let waiting = Promise.resolve();
  const ring = () => {
    rung.push(clock.now() - start);
    waiting = Promise.resolve().then(() => void clock.callAt(clock.now() + 1000, ring));
  };
  clock.callAt(start + 1000, ring);
  await clock.advance(3500, () => waiting);
  expect(rung).toEqual([1000, 2000, 3000]);
});

test('runs one advance after the other', async () => {
  const clock = createControlledClock({ startAt: start, isFrozen: true });
  clock.callAt(start + 200, () => {});
  const settle = () => new Promise<void>((resolve) => setTimeout(resolve, 5));
  await Promise.all([clock.advance(1000, settle), clock.advance(500)]);
  expect(clock.now()).toBe(start + 1500);
});

test('advances again after an advance that failed while settling', async () => {
  const clock = createControlledClock({ startAt: start, isFrozen: true });
  clock.callAt(start + 200, () => {});
  const failed = clock.advance(1000, () => Promise.reject(new Error('The database is away')));
  const next = clock.advance(500);
  await expect(failed).rejects.toThrow('The database is away');
  await next;
  expect(clock.now()).toBe(start + 700);
});

test('does not fire an alarm that was cancelled by a callback of the same moment', async () => {
  const clock = createControlledClock({ startAt: start, isFrozen: true });
  const rung: string[] = [];
  const takeBacks: (() => void)[] = [];
  clock.callAt(start + 10, () => {
    rung.push('first');
    for (const takeBack of takeBacks) takeBack();
  });
  takeBacks.push(clock.callAt(start + 10, () => rung.push('second')));
  await clock.advance(10);
  expect(rung).toEqual(['first']);
});

test('fires soon for a time already reached, even while frozen, and never within the call', async () => {
  const clock = createControlledClock({ startAt: start, isFrozen: true });
  for (const time of [start, start - 1000]) {
    let isRung = false;
    const rung = new Promise<void>((resolve) => {
      clock.callAt(time, () => {
        isRung = true;
        resolve();
      });
    });
    expect(isRung).toBe(false);
    await rung;
  }
  expect(clock.now()).toBe(start);
});

test('fires by itself at its speed, also when others are taken back', async () => {
  const clock = createControlledClock({ startAt: start, speed: 100_000 });
  const rung = new Promise<void>((resolve) => clock.callAt(start + 60_000, resolve));
  for (const later of [70_000, 80_000]) clock.callAt(start + later, () => {})();
  await rung;
  expect(clock.now()).toBeGreaterThanOrEqual(start + 60_000);
});

test('fires an alarm two months ahead on that day, and not before', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const clock = createControlledClock({ startAt: start });
  const rung: number[] = [];
  clock.callAt(Date.UTC(2026, 2, 1), () => rung.push(clock.now()));
  for (let timers = 0; timers < 10; timers += 1) vi.advanceTimersToNextTimer(); // one timer cannot run for two months
  expect(rung).toEqual([Date.UTC(2026, 2, 1)]);
});

test('has no timer once its last alarm is cancelled', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const clock = createControlledClock({ startAt: start });
  const takeBack = clock.callAt(start + 60_000, () => {});
  expect(vi.getTimerCount()).toBe(1);
  takeBack();
  expect(vi.getTimerCount()).toBe(0);
});

test('continues from its current time when its speed changes', async () => {
  const clock = createControlledClock({ startAt: start, isFrozen: true, speed: 100_000 });
  await clock.advance(5000);
  const rung = new Promise<void>((resolve) => clock.callAt(start + 65_000, resolve));
  clock.setPace({ isFrozen: false });
  await rung;
  clock.setPace({ isFrozen: true });
  const stopped = clock.now();
  expect(stopped).toBeGreaterThanOrEqual(start + 65_000);
  clock.setPace({ speed: 1 });
  expect(clock.now()).toBe(stopped);
});

test('fires nothing after it is closed, and never goes back', async () => {
  const clock = createControlledClock({ startAt: start, isFrozen: true });
  let rung = 0;
  clock.callAt(start + 10, () => {
    rung += 1;
  });
  clock.close();
  await clock.advance(1000);
  await clock.advance(0);
  expect([rung, clock.now()]).toEqual([0, start + 1000]);
});

test('keeps thousands of alarms in order', async () => {
  const clock = createControlledClock({ startAt: start, isFrozen: true });
  const rung: number[] = [];
  const takeBacks: (() => void)[] = [];
  for (let index = 0; index < 5000; index += 1) {
    const after = (index * 7919) % 5003;
    takeBacks.push(clock.callAt(start + after, () => rung.push(after)));
  }
  for (const takeBack of takeBacks.slice(0, 1000)) takeBack();
  await clock.advance(6000);
  expect(rung).toHaveLength(4000);
  expect(rung).toEqual(rung.toSorted((left, right) => left - right));
});

test('fires nothing by itself while advancing: each alarm is followed by its own settle', async () => {
  const clock = createControlledClock({ startAt: start, isFrozen: true });
  const order: string[] = [];
  clock.callAt(start + 1000, () => {
    order.push('first');
    setTimeout(() => clock.callAt(clock.now(), () => order.push('caused')), 1);
  });
  clock.callAt(start + 2000, () => order.push('second'));
  await clock.advance(5000, async () => {
    await new Promise((resolve) => setTimeout(resolve, 20)); // real time, in which a timer would ring
    order.push(`settled at ${clock.now() - start}`);
  });
  expect(order).toEqual([
    'first',
    'settled at 1000',
    'caused',
    'settled at 1000',
    'second',
    'settled at 2000',
  ]);
});
