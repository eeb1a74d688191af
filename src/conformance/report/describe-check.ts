import { plural } from '../terminal/paint.ts';
import type { Report, ReportedCase, ReportedCheck } from './report.ts';

/** A check in words: the requirement, what was expected and received, and the command that repeats it. */
export function describeCheck(check: ReportedCheck, { requirements }: Pick<Report, 'requirements'>): string {
  const { requirement: id, level, expected, actual, repeat, reason } = check;
  const requirement = requirements.find((one) => one.id === id);
  return [
    ...(requirement
      ? [`${requirement.id} (${level}, section ${requirement.section}): ${requirement.statement}`]
      : []),
    `expected: ${expected}`,
    ...(actual === undefined ? [] : [`received: ${actual}`]),
    ...(reason === undefined ? [] : [`known: ${reason}`]),
    ...(repeat === undefined ? [] : [`repeat: ${repeat}`]),
  ].join('\n');
}

/** The checks of a case with one of the given outcomes. */
export function checksWith(
  { checks }: ReportedCase,
  ...outcomes: readonly string[]
): readonly ReportedCheck[] {
  return checks.filter(({ outcome }) => outcomes.includes(outcome));
}

/** The area of a case, which is the first part of its id. */
export function areaOfCase({ id }: Pick<ReportedCase, 'id'>): string {
  return id.split('.')[0] ?? id;
}

/** How far a run came that was interrupted. */
export function describeInterruption({
  cases_run: run,
  cases_planned: planned,
}: NonNullable<Report['run']['interrupted']>): string {
  return `${run} of ${plural(planned, 'case')} were finished`;
}
