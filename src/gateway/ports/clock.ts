/** Tells the time; the gateway has no other source of it. */
export interface Clock {
  /** Milliseconds since the Unix epoch; never goes back. */
  now(): number;
}

/** A clock that also wakes: what a queue in this process needs; the gateway itself has no timers. */
export interface WakingClock extends Clock {
  /** Calls once when the clock reaches `time`; returns how to take that back. */
  callAt(time: number, call: () => void): () => void;
}
