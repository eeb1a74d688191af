import type { Form, Outcome, Result } from './generator.ts';
import type { Row } from './page.ts';

const FORMS: readonly Form[] = ['3.1', '3.0', 'flat'];

/** The columns of the table. */
export const COLUMNS: Row = ['generator', 'version', ...FORMS, 'note'];
const REASON_CHARACTERS = 300;

/** One row per generator, as Markdown cells. */
export function toRows(outcomes: readonly Outcome[]): readonly Row[] {
  return outcomes.map(({ generator, results }) => [
    generator.name,
    generator.version,
    ...FORMS.map((form) => toCell(results[form])),
    [generator.note, ...toReasons(results)].filter((text) => text !== '').join(' '),
  ]);
}

/** The failures, for the exit code and the last lines of a run. */
export function failures(outcomes: readonly Outcome[]): readonly string[] {
  return outcomes.flatMap(({ generator, results }) =>
    Object.entries(results).flatMap(([form, result]) =>
      result.reached === 'fails'
        ? [`${generator.name} ${generator.version} on ${form}: ${result.step}: ${result.reason}`]
        : [],
    ),
  );
}

function toCell(result: Result | undefined): string {
  if (result === undefined) return '-';
  if (result.reached === 'not here') return `not here: ${result.missing}`;
  if (result.reached === 'lists') return 'lists only';
  return result.reached === 'fails' ? `fails: ${result.step}` : result.reached;
}

function toReasons(results: Outcome['results']): readonly string[] {
  const reasons = Object.values(results).flatMap((result: Result) =>
    result.reached === 'fails' ? [result.reason.replaceAll(/\s+/g, ' ').slice(0, REASON_CHARACTERS)] : [],
  );
  return [...new Set(reasons)];
}
