import type { CheckResult } from './result.ts';
import type { Session } from './session.ts';

/** How long a run waits for charges and refunds to show: the specification does not say when they must. Shared by all cases of a run. */
export interface Patience {
  /** How many more seconds of real time may be spent on what never shows. */
  readonly left: () => number;
  /** Records that a request was repeated for so many seconds, and whether its checks held in the end. */
  readonly record: (seconds: number, isMet: boolean) => void;
  /** The longest time after which checks held: charges of one case may come as late in the next. */
  readonly lag: () => number;
}

const MAX_VAIN_SECONDS = 90;

export function createPatience(most: number = MAX_VAIN_SECONDS): Patience {
  let [left, lag] = [most, 0];
  return {
    left: () => left,
    record(seconds, isMet) {
      if (isMet) lag = Math.max(lag, seconds);
      else left = Math.max(0, left - seconds);
    },
    lag: () => lag,
  };
}

/** Seconds between two repetitions. */
const PAUSES = [0.5, 1, 2, 4];

export interface Attempt {
  readonly checks: readonly CheckResult[];
  /** Why the case cannot continue after it. */
  readonly stopped?: string;
}

/** Runs a step, again and again until its checks hold or the time is over; returns the last attempt. */
export async function repeatUntilMet<Made extends Attempt>(
  { time, context: { patience } }: Pick<Session, 'time'> & { readonly context: { patience: Patience } },
  within: number,
  attempt: () => Promise<Made>,
): Promise<Made> {
  let made = await attempt();
  if (isMet(made)) return made;
  const started = time.now();
  const most = time.isManual ? within : Math.min(within, patience.left());
  for (let turn = 0; !isMet(made) && time.now() - started < most; turn++) {
    await time.pass(PAUSES[Math.min(turn, PAUSES.length - 1)] ?? 0);
    made = await attempt();
  }
  if (!time.isManual) patience.record(time.now() - started, isMet(made));
  return made;
}

function isMet({ checks, stopped }: Attempt): boolean {
  return stopped === undefined && checks.every(({ outcome }) => outcome === 'passed');
}
