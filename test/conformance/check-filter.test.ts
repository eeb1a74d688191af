import { expect, test } from 'vitest';
import type { CheckResult, Outcome } from '../../src/conformance/run/result.ts';
import { createCheckFilter } from '../../src/conformance/selection/check-filter.ts';
import type { KnownFailure } from '../../src/conformance/selection/known-failing.ts';

const REASON = 'not yet';
const pot = { requirement: 'GW-POT-001', reason: REASON };

/** The outcomes of the checks of GW-POT-001 in the cases pots.a and pots.b. */
test.each<[KnownFailure, readonly Outcome[], readonly Outcome[], boolean]>([
  [pot, ['passed'], ['passed'], true],
  [pot, ['passed', 'passed'], ['unproven'], true],
  [pot, ['passed'], ['passed', 'unproven'], true],
  [pot, ['passed'], ['failed'], false],
  [pot, ['passed', 'unproven'], ['unproven'], false],
  [pot, [], [], false],
  [{ ...pot, case: 'pots.b' }, ['passed'], ['unproven'], false],
  [{ ...pot, case: 'pots.a' }, ['passed'], ['failed'], true],
  [{ case: 'pots.a', reason: REASON }, ['passed'], ['failed'], true],
  [{ case: 'pots.a', reason: REASON }, ['passed', 'unproven'], ['passed'], false],
])('an entry %j is out of date when %j and %j: %s', (entry, first, second, isStale) => {
  const { filterChecks, stale } = createCheckFilter(() => true, [entry]);
  const toChecks = (outcomes: readonly Outcome[]): readonly CheckResult[] =>
    outcomes.map((outcome) => ({ requirement: 'GW-POT-001', outcome, expected: '' }));
  const about = { title: '', file: '', outcome: 'passed', exchanges: [], tasks: [], tookMs: 0 } as const;
  filterChecks({ ...about, id: 'pots.a', checks: toChecks(first) });
  filterChecks({ ...about, id: 'pots.b', checks: toChecks(second) });
  expect(stale()).toEqual(isStale ? [entry] : []);
});
