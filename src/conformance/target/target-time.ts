import { setTimeout as sleep } from 'node:timers/promises';
import { plainEvaluator } from '../language/expressions.ts';
import type { CallHook } from './call-hook.ts';
import type { TargetClock } from './target.ts';

/** The time of the target: real, or a clock that the runner advances. */
export interface TargetTime {
  /** Unix seconds, with a fraction. */
  readonly now: () => number;
  /** The same for what just arrived: read from the target when its clock is being advanced meanwhile. */
  readonly atArrival: () => Promise<number>;
  /** Lets so many seconds pass at the target. */
  readonly pass: (seconds: number) => Promise<void>;
  /** Whether the runner advances the clock, so that waiting costs no time. */
  readonly isManual: boolean;
}

/** How a clock is moved. */
interface Moving {
  readonly callHook: CallHook;
  /** Whether what arrives must be timed to the second: a clock that is not exact is then moved in steps of one. */
  readonly isTimed: () => boolean;
}

const realNow = (): number => Date.now() / 1000;
const realTime: TargetTime = {
  now: realNow,
  atArrival: async () => realNow(),
  pass: (seconds) => sleep(seconds * 1000),
  isManual: false,
};

/** The real time, or the target's own clock when it has one that can be moved. */
export async function createTargetTime(
  clock: TargetClock | undefined,
  { callHook, isTimed }: Moving,
): Promise<TargetTime> {
  if (!clock) return realTime;
  let now = await readClock(clock, callHook);
  return {
    now: () => now,
    // Where the clock cannot be read, what arrived came now as far as is known; the step that moves the clock tells the fault.
    atArrival: async () => (clock.exact ? await readClock(clock, callHook).catch(() => now) : now),
    async pass(seconds) {
      for (let left = seconds; left > 0; ) {
        const step = isTimed() && !clock.exact ? Math.min(left, 1) : left;
        left -= step;
        // The time passes before what becomes due then arrives, and what arrives asks for the time.
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
