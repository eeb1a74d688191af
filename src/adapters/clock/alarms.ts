/** A callback with a due time. */
export interface Alarm {
  readonly time: number;
  readonly call: () => void;
  isCancelled: boolean;
}

/** Alarms in the order in which they fire: by time, then by insertion. */
export interface Alarms {
  add(time: number, call: () => void): Alarm;
  cancel(alarm: Alarm): void;
  /** Time of the earliest. */
  next(): number | undefined;
  /** Removes and returns those that are due at `now`. */
  takeDue(now: number): readonly Alarm[];
  clear(): void;
}

/** Creates an empty list: a sorted array with binary search. */
export function createAlarms(): Alarms {
  const alarms: Alarm[] = [];
  return {
    add(time, call) {
      const alarm = { time, call, isCancelled: false };
      alarms.splice(countUpTo(alarms, time), 0, alarm);
      return alarm;
    },
    cancel(alarm) {
      alarm.isCancelled = true;
      const end = countUpTo(alarms, alarm.time);
      const index = alarms.lastIndexOf(alarm, end - 1);
      if (end > 0 && index >= 0) alarms.splice(index, 1);
    },
    next: () => alarms[0]?.time,
    takeDue: (now) => alarms.splice(0, countUpTo(alarms, now)),
    clear: () => void alarms.splice(0),
  };
}

/** How many alarms are due at `time` or before. */
function countUpTo(alarms: readonly Alarm[], time: number): number {
  let [low, high] = [0, alarms.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((alarms[middle]?.time ?? Number.POSITIVE_INFINITY) <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}
