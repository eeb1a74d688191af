import { expect, test } from 'vitest';
import { countRequirements, isNothingProven } from '../../src/conformance/report/count-requirements.ts';
import type { Outcome } from '../../src/conformance/run/result.ts';

/** What the checks of one requirement came to in each case, and what the requirement comes to. */
test.each<[readonly (readonly Outcome[])[], Outcome]>([
  [[['passed', 'passed']], 'passed'],
  [[['passed', 'unproven']], 'unproven'],
  [[['unproven'], ['passed', 'unproven']], 'unproven'],
  [[['passed', 'unproven'], ['passed']], 'passed'],
  [[['passed', 'failed']], 'failed'],
  [[['passed'], ['unproven', 'failed'], ['known']], 'failed'],
  [[['passed'], ['passed', 'known']], 'known'],
  [[['passed', 'unproven'], ['warning']], 'warning'],
  [[['error', 'passed'], ['passed']], 'error'],
])('%j: %s', (outcomes, wanted) => {
  const cases = outcomes.map((checks, index) => ({
    id: `pots.${index}`,
    title: '',
    file: '',
    outcome: 'passed' as const,
    duration_ms: 0,
    exchanges: [],
    checks: checks.map((outcome) => ({ requirement: 'GW-POT-001', outcome, expected: '' })),
  }));
  expect(countRequirements(cases, new Map()).requirements).toMatchObject([{ outcome: wanted }]);
});

test('a run proves nothing if all its requirements are unproven, but not if it has none', () => {
  const { counts } = countRequirements([], new Map());
  expect(isNothingProven(counts)).toBe(false);
  expect(isNothingProven({ ...counts, unproven: 2 })).toBe(true);
  expect(isNothingProven({ ...counts, unproven: 2, known: 1 })).toBe(false);
});
