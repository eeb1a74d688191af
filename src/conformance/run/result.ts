import type { KeptExchange } from '../report/wire-log.ts';
import type { SeenTask } from '../wire/seen-tasks.ts';

/** How binding a requirement is, the most binding first. */
export const LEVELS = ['MUST', 'SHOULD', 'CHOICE'] as const;

export type Level = (typeof LEVELS)[number];

/**
 * `warning`: advice not followed. `unproven`: could not be checked on this target. `error`: an error of the suite, or of a hook of the target.
 * `known`: a failure that the user expects.
 */
export type Outcome = 'passed' | 'failed' | 'known' | 'warning' | 'unproven' | 'error';

export interface CheckResult {
  readonly requirement?: string;
  /** The id of the invariant, for checks that run on every exchange. */
  readonly invariant?: string;
  readonly outcome: Outcome;
  /** What was expected; `actual` is what was received, or why the check is unproven. */
  readonly expected: string;
  readonly actual?: string;
  /** Why a failure is expected. */
  readonly reason?: string;
  /** Index of the exchange in the case's log. */
  readonly exchange?: number;
}

export interface CaseResult {
  readonly id: string;
  readonly title: string;
  readonly file: string;
  readonly outcome: Outcome;
  readonly checks: readonly CheckResult[];
  readonly exchanges: readonly KeptExchange[];
  /** The tasks that appeared in the exchanges. */
  readonly tasks: readonly SeenTask[];
  /** What its requests took; not the time in which it waited for a task, a callback or its turn. */
  readonly tookMs: number;
  /** Nano-USD, if the case had its own account; `unknown` if its balance could not be read. */
  readonly spent?: bigint | 'unknown';
}

const ORDER: readonly Outcome[] = ['error', 'failed', 'known', 'warning', 'unproven', 'passed'];

/** The most serious outcome; `unproven` when there are no checks. */
export function worstOutcome(outcomes: readonly Outcome[]): Outcome {
  return ORDER.find((outcome) => outcomes.includes(outcome)) ?? 'unproven';
}
