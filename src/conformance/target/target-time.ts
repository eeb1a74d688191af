import { setTimeout as sleep } from 'node:timers/promises';
import { plainEvaluator } from '../language/expressions.ts';
import type { CallHook } from './call-hook.ts';
import type { TargetClock } from './target.ts';

/** The target's time: real time, or a clock that the runner advances. */
export interface TargetTime {
  /** Unix seconds, with a fraction. */
  readonly now: () => number;
  /** The time at which a request has just arrived, read from the target because its clock may be advancing. */
  readonly atArrival: () => Promise<number>;
  /** Lets time pass at the target. */
  readonly pass: (seconds: number) => Promise<void>;
  /** Whether the runner advances the clock, so that waiting takes no real time. */
  readonly isManual: boolean;
}

interface Moving {
  readonly callHook: CallHook;
  /** Whether arrival times matter to the second: an inexact clock is then advanced in steps of one second. */
  readonly isTimed: () => boolean;
}

const realNow = (): number => Date.now() / 1000;
const realTime: TargetTime = {
  now: realNow,
  atArrival: async () => realNow(),
  pass: (seconds) => sleep(seconds * 1000),
  isManual: false,
};

/** Real time, or the target's own clock when the runner can advance it. */
export async function createTargetTime(
  clock: TargetClock | undefined,
  { callHook, isTimed }: Moving,
): Promise<TargetTime> {
  if (!clock) return realTime;
  let now = await readClock(clock, callHook);
  return {
    now: () => now,
    // If the clock cannot be read, the last known time has to do; the step that advances the clock reports the fault.
    atArrival: async () => (clock.exact ? await readClock(clock, callHook).catch(() => now) : now),
    async pass(seconds) {
      for (let left = seconds; left > 0; ) {
        const step = isTimed() && !clock.exact ? Math.min(left, 1) : left;
        left -= step;
        // Before the advance, because callbacks that become due during it read the time.
        now += step;
        await callHook(clock.advance, { seconds: step });
      }
    },
    isManual: true,
  };
}

async function readClock({ now }: TargetClock, callHook: CallHook): Promise<number> {
  const { body, headers } = await callHook(now);
  return Number(plainEvaluator.evaluate(now.value, { body, headers }));
}
