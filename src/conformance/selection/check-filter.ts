import { excuseCredits } from '../money/credits.ts';
import { type CaseResult, type CheckResult, type Outcome, worstOutcome } from '../run/result.ts';
import { isAbout, type KnownFailure } from './known-failing.ts';
import type { Selection } from './select-cases.ts';

/** Decides which checks of a result count. */
export interface CheckFilter {
  /** The result with the checks that count, and known failures marked. */
  readonly filterChecks: (result: CaseResult) => CaseResult;
  /** Known failures that passed in at least one case and failed in none: the list is out of date. */
  readonly stale: () => readonly KnownFailure[];
}

/** Checks without a requirement are errors of the suite and always count. */
export function createCheckFilter(
  counts: Selection['counts'],
  known: readonly KnownFailure[],
  isInCredits = false,
): CheckFilter {
  /** The outcome of what each entry covers in each case. */
  const outcomes = new Map(known.map((entry): [KnownFailure, Outcome[]] => [entry, []]));
  const mark = (id: string, check: CheckResult): CheckResult => {
    const entry = known.find((one) => isAbout(one, id, check));
    return entry && check.outcome === 'failed' ? { ...check, outcome: 'known', reason: entry.reason } : check;
  };
  return {
    filterChecks(result) {
      const checks = (isInCredits ? excuseCredits(result) : result).checks
        .filter(({ requirement }) => requirement === undefined || counts(result, requirement))
        .map((check) => mark(result.id, check));
      for (const [entry, found] of outcomes) {
        const covered = checks.filter((check) => isAbout(entry, result.id, check));
        if (covered.length > 0) found.push(worstOutcome(covered.map(({ outcome }) => outcome)));
      }
      return { ...result, checks, outcome: worstOutcome(checks.map(({ outcome }) => outcome)) };
    },
    stale: () => known.filter((entry) => isProven(outcomes.get(entry) ?? [])),
  };
}

/** As a requirement is over its cases: one that is unproven neither proves nor disproves. */
function isProven(outcomes: readonly Outcome[]): boolean {
  return outcomes.includes('passed') && outcomes.every((one) => one === 'passed' || one === 'unproven');
}
