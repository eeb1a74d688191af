import { expect, test } from 'vitest';
import { judgeReport } from './exclusions.ts';

const check = {
  requirement: 'GW-TSK-001',
  outcome: 'failed',
  expected: 'status 200',
  actual: 'status 404',
} as const;
const missing = {
  ...check,
  outcome: 'unproven',
  actual: 'not configured in the target file: callbacks',
} as const;

function report(outcomes: Readonly<Record<string, 'passed' | 'failed' | 'unproven'>>) {
  return {
    cases: Object.entries(outcomes).map(([id, outcome]) => ({
      id,
      title: id,
      file: '',
      outcome,
      duration_ms: 0,
      checks: [{ ...check, outcome }],
      exchanges: [],
    })),
  };
}

test('a case that fails is a fault unless it is excluded, with all of its rows', () => {
  const cases = report({
    'a.one/x': 'failed',
    'a.one/y': 'passed',
    'a.onewards': 'failed',
    'b.two': 'passed',
  });
  expect(judgeReport(cases, [{ reason: 'it has no state', cases: ['a.one'] }])).toEqual({
    passed: 2,
    leftOut: { 'it has no state': 1 },
    faults: ['a.onewards failed: GW-TSK-001 expected status 200, came status 404'],
  });
});

test('an exclusion that passes and one that did not run are faults', () => {
  const cases = report({ 'a.one': 'passed', 'b.two': 'passed' });
  expect(judgeReport(cases, [{ reason: 'r', cases: ['a.one', 'c.three'] }]).faults).toEqual([
    'a.one is excluded, but it passes: remove the exclusion',
    'c.three is excluded, but it did not run: remove the exclusion',
  ]);
});

test('an unproven case is a fault unless the target file configures too little for all of it', () => {
  const [one] = report({ 'a.one': 'unproven' }).cases;
  if (!one) throw new Error('there is no case');
  expect(judgeReport({ cases: [{ ...one, checks: [missing] }] }, []).faults).toEqual([]);
  expect(
    judgeReport({ cases: [{ ...one, checks: [missing, { ...missing, actual: 'no url' }] }] }, []).faults,
  ).toEqual([
    'a.one unproven: GW-TSK-001 expected status 200, came not configured in the target file: callbacks',
  ]);
});
