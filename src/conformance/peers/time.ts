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
