import type { Report } from '../conformance/report/report.ts';
import { type ConformanceOptions, runConformance as runSuite } from '../conformance/run-conformance.ts';
import { closestName, didYouMean } from '../contract/names/closest-name.ts';

export type { Profile } from '../conformance/conform-options.ts';
export type {
  Counts,
  Money,
  Report,
  ReportedCase,
  ReportedCheck,
  RequirementResult,
} from '../conformance/report/report.ts';
export type { LoggedExchange } from '../conformance/report/wire-log.ts';
export type { ReportFile } from '../conformance/report/write-reports.ts';
export type { CheckResult, Level, Outcome } from '../conformance/run/result.ts';
export { UsageError } from '../conformance/usage-error.ts';
export type { ConformanceOptions };

/**
 * Runs the conformance suite against a gateway, as `gatewright conform` does, and resolves to its report: `outcome` is
 * `failed` when a statement of the specification is broken, `error` when nothing was proved. Prints nothing. Rejects with a
 * `UsageError` that says in one line why it could not be done.
 */
export function runConformance(options: ConformanceOptions): Promise<Report> {
  return runSuite(options, (name, known) => didYouMean(closestName(name, known)));
}
