import type { Profile } from '../conform-options.ts';
import type { CaseResult, CheckResult, Level, Outcome } from '../run/result.ts';
import type { Requirement } from '../suite/suite.ts';
import type { LoggedExchange } from './wire-log.ts';

/** How many of each outcome. */
export type Counts = Readonly<Record<Outcome, number>>;

/** The data of all reports, as in `conformance/report.schema.json`. It contains no secrets. */
export interface Report {
  readonly report_version: 1;
  readonly tool: { readonly name: 'gatewright'; readonly version: string; readonly contract: string };
  readonly target: { readonly name?: string; readonly base_url: string };
  readonly run: {
    readonly started_at: string;
    readonly duration_seconds: number;
    readonly profile: Profile;
    /** The lowest level that counts. */
    readonly level: Level;
    readonly seed: string;
    /** Of a run that was interrupted: how many cases were finished, of how many. */
    readonly interrupted?: { readonly cases_run: number; readonly cases_planned: number };
  };
  readonly outcome: 'passed' | 'failed' | 'error';
  readonly money: Money;
  /** The target's choices where the specification leaves one. */
  readonly observed: {
    readonly success_status: readonly string[];
    /** Task records are wrapped in `{code, data}`. */
    readonly wrapped_records: boolean;
  };
  /** Counts of requirements: total, by level and by area. */
  readonly counts: Counts;
  readonly by_level: Readonly<Record<string, Counts>>;
  readonly by_area: Readonly<Record<string, Counts>>;
  readonly requirements: readonly RequirementResult[];
  readonly cases: readonly ReportedCase[];
  /** What variables in commands stand for: `$KEY` for `keys.rich` of the target file, or for `--key`. */
  readonly variables: Readonly<Record<string, string>>;
  /** Known failures that passed: they must be removed from the list. */
  readonly stale_known_failing: readonly string[];
}

/** Decimal strings of US dollars. */
export interface Money {
  /** According to the balance; absent when it could not be read. */
  readonly spent_usd?: string;
  readonly limit_usd?: string;
}

/** The result of all checks of a requirement. */
export interface RequirementResult extends Pick<Requirement, 'id' | 'level' | 'section' | 'statement'> {
  readonly area: string;
  readonly outcome: Outcome;
  readonly checks: number;
  readonly cases: readonly string[];
}

export interface ReportedCase extends Pick<CaseResult, 'id' | 'title' | 'file' | 'outcome'> {
  readonly duration_ms: number;
  readonly checks: readonly ReportedCheck[];
  readonly exchanges: readonly LoggedExchange[];
}

export interface ReportedCheck extends CheckResult {
  readonly level?: Level;
  /** A command that reproduces a failure or a warning. */
  readonly repeat?: string;
}
