import type { WakingClock } from '../../gateway/ports/clock.ts';
import { callLater } from '../../runtime/call-later.ts';

/** No timer of Node is longer. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * Real time, running `speed` times as fast from the moment the clock is created (1 is real time). It is set forward with the clock of
 * the machine, which may have been wrong, or suspended; it is never set back, so that time only moves forward.
 */
export function createSystemClock({ speed = 1 } = {}): WakingClock {
  const startedAt = Date.now();
  const realTime = createRealTime();
  const now = () => Math.floor(startedAt + (realTime() - startedAt) * speed);
  return {
    now,
    callAt(time, call) {
      let cancel = () => {};
      // A timer may fire a little early, and none is longer than LONGEST_TIMER_MS.
      const ring = () => (now() < time ? wait() : call());
      const wait = () => {
        const delay = Math.ceil((time - now()) / speed);
        cancel = callLater(ring, Math.min(Math.max(0, delay), LONGEST_TIMER_MS));
      };
      wait();
      return () => cancel();
    },
  };
}

function createRealTime(): () => number {
  let start = { at: Date.now(), elapsed: performance.now() };
  return () => {
    const elapsed = performance.now();
    const steady = start.at + elapsed - start.elapsed;
    const ofMachine = Date.now();
    if (ofMachine <= steady) return steady;
    start = { at: ofMachine, elapsed };
    return ofMachine;
  };
}
