import { LEVELS, type Outcome, worstOutcome } from '../run/result.ts';
import { areaOf } from '../selection/requirements-of.ts';
import type { Requirement } from '../suite/suite.ts';
import type { Counts, Report, ReportedCase, RequirementResult } from './report.ts';

/** The outcome of each requirement over all cases, and how many there are of each outcome. */
export function countRequirements(
  cases: readonly ReportedCase[],
  requirements: ReadonlyMap<string, Requirement>,
): Pick<Report, 'counts' | 'by_level' | 'by_area' | 'requirements'> {
  const results = toResults(cases, requirements);
  return {
    counts: count(results),
    by_level: countBy(results.toSorted(byLevel), ({ level }) => level),
    by_area: countBy(results, ({ area }) => area),
    requirements: results,
  };
}

/** How many requirements there are over all outcomes. */
export function total(counts: Counts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** Whether every requirement is unproven, which is not a success. */
export function isNothingProven(counts: Counts): boolean {
  return counts.unproven > 0 && total(counts) === counts.unproven;
}

function byLevel(left: RequirementResult, right: RequirementResult): number {
  return LEVELS.indexOf(left.level) - LEVELS.indexOf(right.level);
}

function toResults(
  cases: readonly ReportedCase[],
  requirements: ReadonlyMap<string, Requirement>,
): readonly RequirementResult[] {
  const checks = cases.flatMap((one) =>
    one.checks.flatMap(({ requirement: id, outcome }) =>
      id === undefined ? [] : { id, outcome, case: one.id },
    ),
  );
  const order = [...requirements.keys()];
  return [...Map.groupBy(checks, ({ id }) => id)]
    .toSorted(([left], [right]) => order.indexOf(left) - order.indexOf(right))
    .map(([id, found]) => {
      const { level = 'MUST', section = '', statement = id } = requirements.get(id) ?? {};
      const inCases = Map.groupBy(found, (check) => check.case);
      const outcome = overall(
        [...inCases.values()].map((checks) => worstOutcome(checks.map((check) => check.outcome))),
      );
      return {
        id,
        level,
        area: areaOf(id),
        section,
        statement,
        outcome,
        checks: found.length,
        cases: [...inCases.keys()],
      };
    });
}

const ORDER: readonly Outcome[] = ['failed', 'known', 'warning', 'error', 'passed'];

/**
 * The most serious of the outcomes in each case. A case with an unproven check proves nothing; one that holds in every check does, so here
 * `unproven` comes last.
 */
function overall(outcomes: readonly Outcome[]): Outcome {
  return ORDER.find((outcome) => outcomes.includes(outcome)) ?? 'unproven';
}

function count(results: readonly RequirementResult[]): Counts {
  const counts = { passed: 0, failed: 0, known: 0, warning: 0, unproven: 0, error: 0 };
  for (const { outcome } of results) counts[outcome] += 1;
  return counts;
}

function countBy(
  results: readonly RequirementResult[],
  name: (result: RequirementResult) => string,
): Readonly<Record<string, Counts>> {
  const groups = Object.groupBy(results, name);
  return Object.fromEntries(Object.entries(groups).map(([key, group = []]) => [key, count(group)]));
}
