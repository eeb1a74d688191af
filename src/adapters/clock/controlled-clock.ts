import { createDueQueue, type DueQueue } from '../../gateway/memory/due-queue.ts';
import type { WakingClock } from '../../gateway/ports/clock.ts';
import { callLater } from '../../runtime/call-later.ts';
import { LONGEST_TIMER_MS } from './system-clock.ts';

/** The pace of a clock: `speed` relative to real time, unless it is frozen. */
interface Pace {
  readonly speed: number;
  readonly isFrozen: boolean;
}

/** A clock whose speed can be changed at any time, and which can be advanced. */
export interface ControlledClock extends WakingClock {
  pace(): Pace;
  /** Changes the given settings; the time itself does not jump. */
  setPace(pace: Partial<Pace>): void;
  /**
   * Advances by this many milliseconds. Stops at every alarm on the way, in order, and waits for `settle` before it
   * continues, so that whatever an alarm triggers can set further alarms. One call at a time.
   */
  advance(milliseconds: number, settle?: () => Promise<void>): Promise<void>;
  /** Drops all alarms; the time can still be read. */
  close(): void;
}

/** Initial state of a clock. Times in milliseconds since the Unix epoch. */
export interface ControlledClockOptions extends Partial<Pace> {
  readonly startAt?: number;
}

/** Creates a controlled clock; it has one timer, for the earliest alarm, which does not keep the process alive. */
export function createControlledClock({
  startAt = Date.now(),
  speed = 1,
  isFrozen = false,
}: ControlledClockOptions = {}): ControlledClock {
  const timeline = createTimeline(startAt, { speed, isFrozen });
  const { now, moveTo } = timeline;
  const alarms = createAlarms(timeline);
  let advancing = Promise.resolve();
  const goTo = async (end: number, settle: () => Promise<void>) => {
    alarms.holdTimer(true);
    try {
      for (let next = alarms.next(); next !== undefined && next <= end; next = alarms.next()) {
        moveTo(next);
        alarms.ring();
        await settle();
      }
      moveTo(end);
    } finally {
      alarms.holdTimer(false);
    }
  };
  return {
    now,
    pace: timeline.pace,
    setPace(change) {
      timeline.setPace(change);
      alarms.arm();
    },
    callAt: alarms.callAt,
    advance(milliseconds, settle = async () => {}) {
      const turn = advancing.then(() => goTo(now() + milliseconds, settle));
      advancing = turn.catch(() => {});
      return turn;
    },
    close: alarms.close,
  };
}

/** Alarms on a timeline, with the timer that rings them. */
function createAlarms({ now, rate }: ReturnType<typeof createTimeline>) {
  let alarms = createDueQueue<Alarm>();
  let cancelTimer = () => {};
  let isHeld = false;
  /** Resets the timer, as after a change of the pace. */
  const arm = () => {
    cancelTimer();
    const next = alarms.nextDue();
    if (next === undefined || isHeld) return;
    // Due alarms fire soon, even while the clock is frozen.
    const isDue = next <= now();
    if (!isDue && rate() === 0) return;
    const wait = isDue ? 0 : Math.ceil((next - now()) / rate());
    cancelTimer = callLater(ring, Math.min(Math.max(0, wait), LONGEST_TIMER_MS));
  };
  /** Calls all that are due; alarms that these set for now are called in the next round. */
  const ring = () => {
    for (const alarm of takeAll(alarms, now())) alarm.call?.();
    arm();
  };
  return {
    /** Time of the earliest. */
    next: () => alarms.nextDue(),
    ring,
    arm,
    /** While held, no timer fires: `advance` waits for what each alarm triggered. */
    holdTimer(isNowHeld: boolean) {
      isHeld = isNowHeld;
      arm();
    },
    callAt(time: number, call: () => void) {
      const alarm: Alarm = { call };
      const remove = alarms.add(alarm, time);
      if (alarms.nextDue() === time) arm();
      return () => {
        alarm.call = undefined;
        remove();
        if (alarms.nextDue() === undefined) cancelTimer();
      };
    },
    close() {
      alarms = createDueQueue();
      cancelTimer();
    },
  };
}

interface Alarm {
  /** Undefined when it was cancelled. */
  call: (() => void) | undefined;
}

function takeAll(alarms: DueQueue<Alarm>, now: number): readonly Alarm[] {
  const taken: Alarm[] = [];
  for (let alarm = alarms.takeDue(now); alarm; alarm = alarms.takeDue(now)) taken.push(alarm);
  return taken;
}

/** Time as a function of real time. */
function createTimeline(startAt: number, initial: Pace) {
  let pace = initial;
  let since = { time: startAt, real: performance.now() };
  /** Milliseconds per real millisecond. */
  const rate = () => (pace.isFrozen ? 0 : pace.speed);
  const exactly = () =>
    pace.isFrozen ? since.time : since.time + (performance.now() - since.real) * pace.speed;
  /** Moves to a later time; never back. */
  const moveTo = (time: number) => {
    since = { time: Math.max(time, exactly()), real: performance.now() };
  };
  return {
    rate,
    moveTo,
    now: () => Math.floor(exactly()),
    pace: () => pace,
    setPace(change: Partial<Pace>) {
      moveTo(exactly());
      pace = { ...pace, ...change };
    },
  };
}
