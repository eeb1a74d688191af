/** The longest time of a timer; a longer one would end at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

interface Lateness {
  /** What is thrown when time is up. */
  readonly late: () => Error;
  readonly signal: AbortSignal | undefined;
}

/** Does something with a signal that is aborted after some milliseconds, or with the given signal. */
export async function untilLate<Value>(
  milliseconds: number,
  { late, signal }: Lateness,
  work: (either: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const ending = new AbortController();
  const either = signal ? AbortSignal.any([signal, ending.signal]) : ending.signal;
  const timer = setTimeout(() => ending.abort(late()), Math.min(milliseconds, LONGEST_TIMER_MS));
  try {
    return await work(either);
  } finally {
    clearTimeout(timer);
  }
}
