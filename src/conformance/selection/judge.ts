import { type CaseResult, type CheckResult, worstOutcome } from '../run/result.ts';
import { isAbout, type KnownFailure } from './known-failing.ts';
import type { Selection } from './select-cases.ts';

/** Decides what of a case's result counts. */
export interface Judge {
  /** The result with the checks that count, failures that are known marked as such. */
  readonly judge: (result: CaseResult) => CaseResult;
  /** Known failures whose checks ran and passed: the list is out of date. */
  readonly stale: () => readonly KnownFailure[];
}

/** Judges the results of a run; checks without a requirement, which are faults of the suite, always count. */
export function createJudge(counts: Selection['counts'], known: readonly KnownFailure[]): Judge {
  const [passed, others] = [new Set<KnownFailure>(), new Set<KnownFailure>()];
  const mark = (id: string, check: CheckResult): CheckResult => {
    const entries = known.filter((entry) => isAbout(entry, id, check));
    for (const entry of entries) (check.outcome === 'passed' ? passed : others).add(entry);
    const [first] = entries;
    return first && check.outcome === 'failed' ? { ...check, outcome: 'known', reason: first.reason } : check;
  };
  return {
    judge(result) {
      const checks = result.checks
        .filter(({ requirement }) => requirement === undefined || counts(result, requirement))
        .map((check) => mark(result.id, check));
      return { ...result, checks, outcome: worstOutcome(checks.map(({ outcome }) => outcome)) };
    },
    stale: () => [...passed].filter((entry) => !others.has(entry)),
  };
}
