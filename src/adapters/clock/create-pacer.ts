import type { WakingClock } from '../../gateway/ports/clock.ts';
import type { Pacer } from '../../gateway/ports/pacer.ts';
import { nextTurn } from '../../runtime/next-turn.ts';

/** Creates a pacer from a timer, the only part that differs. */
export function createPacer(callAfter: Pacer['callAfter']): Pacer {
  return {
    callAfter,
    pause(milliseconds, signal) {
      if (milliseconds <= 0) return new Promise<void>(nextTurn);
      if (signal?.aborted) return Promise.resolve();
      return new Promise((resolve) => {
        const end = () => {
          signal?.removeEventListener('abort', leave);
          resolve();
        };
        const cancel = callAfter(milliseconds, end);
        const leave = () => {
          cancel();
          resolve();
        };
        signal?.addEventListener('abort', leave, { once: true });
      });
    },
  };
}

/** A pacer on a clock: pauses run at the clock's speed, and do not end on a frozen one. */
export function createClockPacer(clock: WakingClock): Pacer {
  return createPacer((milliseconds, call) => clock.callAt(clock.now() + milliseconds, call));
}
