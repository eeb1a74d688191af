import type { Case, Expectation, Step } from '../suite/case.ts';

/** The checks that a step makes. */
export function expectationsOf(step: Step): readonly Expectation[] {
  return 'assert' in step ? step.assert : (step.expect ?? []);
}

/** The ids of the requirements that a case checks, each once, in order. */
export function requirementsOf({ steps, requirement: own }: Case): readonly string[] {
  const ids = steps.flatMap(expectationsOf).flatMap(({ requirement = own }) => requirement ?? []);
  return [...new Set(ids)];
}

/** The area of a requirement: `GW-IMG-SXP-014` is of `IMG-SXP`. */
export function areaOf(requirement: string): string {
  return requirement.replace(/^GW-/, '').replace(/-\d+$/, '');
}
