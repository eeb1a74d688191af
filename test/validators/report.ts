import type { Row } from '../generators/page.ts';
import { type Finding, PUBLISHED, type ValidatorOutcome } from './validator.ts';

/** The columns of the table. */
export const COLUMNS: Row = ['validator', 'version', ...PUBLISHED.map(({ title }) => title)];

/** One row per validator. */
export function toRows(outcomes: readonly ValidatorOutcome[]): readonly Row[] {
  return outcomes.map(({ validator, findings }) => [
    validator.name,
    validator.version,
    ...PUBLISHED.map(({ title }) => toCell(findings[title])),
  ]);
}

/** One finding in a few words. */
export function toCell(finding: Finding | undefined): string {
  if (finding === undefined) return 'not tried';
  if (finding.found === 'not read') return 'not read';
  if (finding.found === 'not here') return `not here: ${finding.missing}`;
  return finding.found === 'nothing' ? '0 problems' : 'problems';
}
