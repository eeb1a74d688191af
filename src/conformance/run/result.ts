import type { KeptExchange } from '../report/wire-log.ts';
import type { SeenTask } from '../wire/seen-tasks.ts';

/** How binding a requirement is, the most binding first. */
export const LEVELS = ['MUST', 'SHOULD', 'CHOICE'] as const;

export type Level = (typeof LEVELS)[number];

/**
 * `warning`: advice that is not followed. `unproven`: it could not be checked there. `error`: a fault of the suite itself.
 * `known`: a failure that the caller expects.
 */
export type Outcome = 'passed' | 'failed' | 'known' | 'warning' | 'unproven' | 'error';

/** One check of a case. */
export interface CheckResult {
  readonly requirement?: string;
  /** Name of the invariant, for checks that run on every exchange. */
  readonly invariant?: string;
  readonly outcome: Outcome;
  /** What was expected, and what came; or why it is unproven. */
  readonly expected: string;
  readonly actual?: string;
  /** Why a failure is expected. */
  readonly reason?: string;
  /** Index of the exchange in the case's log. */
  readonly exchange?: number;
}

/** A case that ran. */
export interface CaseResult {
  readonly id: string;
  readonly title: string;
  readonly file: string;
  readonly outcome: Outcome;
  readonly checks: readonly CheckResult[];
  readonly exchanges: readonly KeptExchange[];
  /** The tasks that the exchanges showed. */
  readonly tasks: readonly SeenTask[];
  readonly tookMs: number;
  /** Nano-USD, when the case had an account of its own. */
  readonly spent?: bigint;
}

const ORDER: readonly Outcome[] = ['error', 'failed', 'known', 'warning', 'unproven', 'passed'];

/** The most serious outcome; `unproven` when there is none. */
export function worstOutcome(outcomes: readonly Outcome[]): Outcome {
  return ORDER.find((outcome) => outcomes.includes(outcome)) ?? 'unproven';
}
