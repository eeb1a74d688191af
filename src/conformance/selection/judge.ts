import { type CaseResult, type CheckResult, worstOutcome } from '../run/result.ts';
import { isAbout, type KnownFailure } from './known-failing.ts';
import type { Selection } from './select-cases.ts';

/** Decides which checks of a result count. */
export interface Judge {
  /** The result with the checks that count, and known failures marked. */
  readonly judge: (result: CaseResult) => CaseResult;
  /** Known failures whose checks ran and all passed: the list is out of date. */
  readonly stale: () => readonly KnownFailure[];
}

/** Checks without a requirement are errors of the suite and always count. */
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
