import type { ControlledClock } from '../../adapters/clock/controlled-clock.ts';
import { createPacer } from '../../adapters/clock/create-pacer.ts';
import { createPace } from '../../gateway/memory/pace.ts';
import type { WakingClock } from '../../gateway/ports/clock.ts';
import type { Pacer } from '../../gateway/ports/pacer.ts';
import { callLater } from '../../runtime/call-later.ts';
import { nextTurn } from '../../runtime/next-turn.ts';

/** Waits in real time, divided by the clock's speed, even when the clock is frozen. */
export function createMockPacer(clock: WakingClock | ControlledClock): Pacer {
  return createPacer((milliseconds, call) => callLater(call, milliseconds / paceOf(clock).speed));
}

/** Chunks of an answer that are generated in one turn of the event loop, which takes a few milliseconds. */
const CHUNKS_A_TURN = 64;
const turns = createPace(nextTurn, CHUNKS_A_TURN);

/**
 * Waits like `createMockPacer`, but not at all while the clock is frozen: answers come at once, yielding to other
 * work in between.
 */
export function createAnswerPacer(clock: WakingClock | ControlledClock, pacer: Pacer): Pick<Pacer, 'pause'> {
  return {
    pause: (milliseconds, signal) =>
      paceOf(clock).isFrozen ? turns.spend(1) : pacer.pause(milliseconds, signal),
  };
}

/** A clock without a speed, passed in by the program, is advanced by hand. */
function paceOf(clock: WakingClock | ControlledClock) {
  return 'pace' in clock ? clock.pace() : { speed: 1, isFrozen: true };
}
