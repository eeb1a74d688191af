/** The time; the gateway has no other source of it. */
export interface Clock {
  /** Milliseconds since the Unix epoch; monotonic. */
  now(): number;
}

/** A clock with alarms, as an in-process queue needs; the gateway itself has no timers. */
export interface WakingClock extends Clock {
  /** Calls once when the clock reaches `time`; returns a function that cancels it. */
  callAt(time: number, call: () => void): () => void;
}
