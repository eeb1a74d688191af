/** Tells the time; the gateway has no other source of it. */
export interface Clock {
  /** Milliseconds since the Unix epoch; never goes back. */
  now(): number;
}
