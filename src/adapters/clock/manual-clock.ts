import type { WakingClock } from '../../gateway/ports/clock.ts';

/** A clock that is advanced by hand: for tests and demonstrations. */
export interface ManualClock extends WakingClock {
  /** Advances by this many milliseconds, firing every due alarm in order. */
  advance(milliseconds: number): void;
}

interface Alarm {
  readonly time: number;
  readonly call: () => void;
}

/** Creates a manual clock at `startAt` (milliseconds since the Unix epoch). */
export function createManualClock({ startAt = Date.UTC(2026, 0, 1) } = {}): ManualClock {
  let time = startAt;
  const alarms = new Set<Alarm>();
  const nextBefore = (end: number) =>
    [...alarms].filter((alarm) => alarm.time <= end).sort((a, b) => a.time - b.time)[0];
  return {
    now: () => time,
    callAt(at, call) {
      const alarm = { time: at, call };
      alarms.add(alarm);
      // An alarm that is already due does not wait for the clock to advance.
      if (at <= time) queueMicrotask(() => alarms.delete(alarm) && call());
      return () => alarms.delete(alarm);
    },
    advance(milliseconds) {
      const end = time + milliseconds;
      for (let alarm = nextBefore(end); alarm; alarm = nextBefore(end)) {
        alarms.delete(alarm);
        time = Math.max(time, alarm.time);
        alarm.call();
      }
      time = end;
    },
  };
}
