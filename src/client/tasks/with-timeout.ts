import { eitherSignal } from '../either-signal.ts';

/** The longest time of a timer; a longer one would end at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

interface TimeoutOptions {
  /** What is thrown when time is up. */
  readonly timeoutError: () => Error;
  readonly signal: AbortSignal | undefined;
}

/** Does something with a signal that is aborted after some milliseconds, or with the given signal. */
export async function withTimeout<Value>(
  milliseconds: number,
  { timeoutError, signal }: TimeoutOptions,
  work: (either: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const ending = new AbortController();
  const either = eitherSignal(signal, ending);
  const timer = setTimeout(() => ending.abort(timeoutError()), Math.min(milliseconds, LONGEST_TIMER_MS));
  try {
    return await work(either);
  } finally {
    clearTimeout(timer);
  }
}
