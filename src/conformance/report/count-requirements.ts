import type { Outcome } from '../run/result.ts';
import { areaOf } from '../selection/requirements-of.ts';
import type { Requirement } from '../suite/suite.ts';
import { type Counts, noCounts, type Report, type ReportedCase, type RequirementResult } from './report.ts';

/** What each requirement comes to over all cases, and how many of each outcome there are. */
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

/** Whether every requirement is unproven, which is no success. */
export function isNothingProven({ unproven, ...others }: Counts): boolean {
  return unproven > 0 && Object.values(others).every((count) => count === 0);
}

const LEVELS: readonly string[] = ['MUST', 'SHOULD', 'CHOICE'];

function byLevel(left: RequirementResult, right: RequirementResult): number {
  return LEVELS.indexOf(left.level) - LEVELS.indexOf(right.level);
}

function toResults(
  cases: readonly ReportedCase[],
  requirements: ReadonlyMap<string, Requirement>,
): readonly RequirementResult[] {
  const found = new Map<string, { readonly outcomes: Outcome[]; readonly cases: Set<string> }>();
  for (const one of cases) {
    for (const { requirement, outcome } of one.checks) {
      if (requirement === undefined) continue;
      const entry = found.get(requirement) ?? { outcomes: [], cases: new Set() };
      entry.outcomes.push(outcome);
      entry.cases.add(one.id);
      found.set(requirement, entry);
    }
  }
  const order = [...requirements.keys()];
  return [...found]
    .toSorted(([left], [right]) => order.indexOf(left) - order.indexOf(right))
    .map(([id, entry]) => {
      const { level = 'MUST', section = '', statement = id } = requirements.get(id) ?? {};
      const outcome = overall(entry.outcomes);
      return {
        id,
        level,
        area: areaOf(id),
        section,
        statement,
        outcome,
        checks: entry.outcomes.length,
        cases: [...entry.cases],
      };
    });
}

const ORDER: readonly Outcome[] = ['failed', 'known', 'warning', 'error', 'passed'];

/** The most serious outcome; a requirement that was proven anywhere is not unproven. */
function overall(outcomes: readonly Outcome[]): Outcome {
  return ORDER.find((outcome) => outcomes.includes(outcome)) ?? 'unproven';
}

function count(results: readonly RequirementResult[]): Counts {
  const counts = noCounts();
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
