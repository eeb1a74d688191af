import type { WakingClock } from '../../gateway/ports/clock.ts';
import { createAlarms } from './alarms.ts';

/** The pace of a clock: `speed` relative to real time, unless it is frozen. */
export interface Pace {
  readonly speed: number;
  readonly isFrozen: boolean;
}

/** A clock whose speed can be changed at any time, and which can be advanced. */
export interface ControlledClock extends WakingClock {
  pace(): Pace;
  /** Changes the given settings; the time itself does not jump. */
  setPace(pace: Partial<Pace>): void;
  /**
   * Advances by this many milliseconds. Stops at every alarm on the way, in order, and waits for `settle` before it goes
   * on, so that what an alarm triggers can set further alarms. One call at a time.
   */
  advance(milliseconds: number, settle?: () => Promise<void>): Promise<void>;
  /** Drops all alarms; the time can still be read. */
  close(): void;
}

/** Initial state of a clock. Times in milliseconds since the Unix epoch. */
export interface ControlledClockOptions extends Partial<Pace> {
  readonly startAt?: number;
}

const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Creates a controlled clock; it has one timer, for the earliest alarm, which does not keep the process alive. */
export function createControlledClock({
  startAt = Date.now(),
  speed = 1,
  isFrozen = false,
}: ControlledClockOptions = {}): ControlledClock {
  const alarms = createAlarms();
  const timeline = createTimeline(startAt, { speed, isFrozen });
  const { now, moveTo, rate } = timeline;
  let timer: NodeJS.Timeout | undefined;
  let advancing = Promise.resolve();
  let isOnTheWay = false;

  const arm = () => {
    clearTimeout(timer);
    const next = alarms.next();
    // While advancing, no timer fires: `advance` waits for what each alarm triggered.
    if (next === undefined || isOnTheWay) return;
    // Due alarms fire soon, even while the clock is frozen.
    const isDue = next <= now();
    if (!isDue && rate() === 0) return;
    const wait = isDue ? 0 : Math.ceil((next - now()) / rate());
    timer = setTimeout(ring, Math.min(Math.max(0, wait), LONGEST_TIMER_MS));
    timer.unref();
  };
  const ring = () => {
    for (const alarm of alarms.takeDue(now())) if (!alarm.isCancelled) alarm.call();
    arm();
  };
  const goTo = async (end: number, settle: () => Promise<void>) => {
    isOnTheWay = true;
    try {
      for (let next = alarms.next(); next !== undefined && next <= end; next = alarms.next()) {
        moveTo(next);
        ring();
        await settle();
      }
      moveTo(end);
    } finally {
      isOnTheWay = false;
      arm();
    }
  };
  return {
    now,
    pace: timeline.pace,
    setPace(change) {
      timeline.setPace(change);
      arm();
    },
    callAt(time, call) {
      const alarm = alarms.add(time, call);
      if (alarms.next() === time) arm();
      return () => {
        alarms.cancel(alarm);
        if (alarms.next() === undefined) clearTimeout(timer);
      };
    },
    advance(milliseconds, settle = async () => {}) {
      const turn = advancing.then(() => goTo(now() + milliseconds, settle));
      advancing = turn.catch(() => {});
      return turn;
    },
    close() {
      alarms.clear();
      clearTimeout(timer);
    },
  };
}

/** Time as a function of real time. */
interface Timeline extends Pick<ControlledClock, 'now' | 'pace' | 'setPace'> {
  /** Milliseconds per real millisecond. */
  rate(): number;
  /** Goes to a later time; never back. */
  moveTo(time: number): void;
}

function createTimeline(startAt: number, initial: Pace): Timeline {
  let pace = initial;
  let since = { time: startAt, real: performance.now() };
  const rate = () => (pace.isFrozen ? 0 : pace.speed);
  const exactly = () => since.time + (performance.now() - since.real) * rate();
  const moveTo = (time: number) => {
    since = { time: Math.max(time, exactly()), real: performance.now() };
  };
  return {
    rate,
    moveTo,
    now: () => Math.floor(exactly()),
    pace: () => pace,
    setPace(change) {
      moveTo(exactly());
      pace = { ...pace, ...change };
    },
  };
}
