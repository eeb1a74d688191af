import { createDueQueue } from '../../src/gateway/memory/due-queue.ts';
import type { WakingClock } from '../../src/gateway/ports/clock.ts';

/** A clock that is advanced by hand. */
export interface ManualClock extends WakingClock {
  /** Advances by this many milliseconds, firing every due alarm in order. */
  advance(milliseconds: number): void;
}

/** Creates a manual clock at `startAt` (milliseconds since the Unix epoch). */
export function createManualClock({ startAt = Date.UTC(2026, 0, 1) } = {}): ManualClock {
  let time = startAt;
  const alarms = createDueQueue<() => void>();
  return {
    now: () => time,
    callAt(at, call) {
      const remove = alarms.add(call, at);
      // An alarm that is already due does not wait for the clock to advance.
      if (at <= time) queueMicrotask(() => remove() && call());
      return () => void remove();
    },
    advance(milliseconds) {
      const end = time + milliseconds;
      for (let next = alarms.nextDue(); next !== undefined && next <= end; next = alarms.nextDue()) {
        time = Math.max(time, next);
        alarms.takeDue(time)?.();
      }
      time = end;
    },
  };
}
