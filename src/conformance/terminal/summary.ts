import type { Terminal } from '../conform-options.ts';
import { isNothingProven, total } from '../report/count-requirements.ts';
import type { Report, ReportedCase, ReportedCheck, RequirementResult } from '../report/report.ts';
import { isOfRun } from '../report/to-repeat.ts';
import { KEY_OPTION } from '../target/target.ts';
import { countTable } from './count-table.ts';
import { formatUnproven } from './format-unproven.ts';
import { type Colour, clean, createPaint, type Paint, plural, shorten, wrap } from './paint.ts';

export interface SummaryOptions extends Pick<Terminal, 'width' | 'isColoured'> {
  readonly isQuiet: boolean;
}

interface Style {
  readonly paint: Paint;
  readonly width: number;
}

/** Failures shown in full; the others get one line each. */
const MAX_FAILURES = 20;
const MAX_VALUE = 600;
const MAX_REPEAT = 1500;
const MAX_WIDTH = 120;

/** The findings of a run, failures first. */
export function toSummary(report: Report, { width, isColoured, isQuiet }: SummaryOptions): string {
  const style = { paint: createPaint(isColoured), width: Math.max(60, Math.min(width, MAX_WIDTH)) };
  const parts = [
    ...formatFailures(report, style),
    ...formatStale(report, style),
    ...formatErrors(report, style),
    ...(isQuiet
      ? []
      : [
          formatList(report, style, 'warning', [
            'warning (recommendation not followed)',
            'warnings (recommendations not followed)',
          ]),
          formatList(report, style, 'known', ['known failure', 'known failures']),
          formatUnproven(report, style),
          formatObserved(report, style),
          countTable(report, style),
        ]),
    lastLine(report, style),
  ];
  return parts.filter((part) => part !== '').join('\n');
}

/** The checks that gave a requirement its outcome, with their cases. */
function checksOf(
  { cases }: Report,
  { id, outcome }: RequirementResult,
): readonly { readonly one: ReportedCase; readonly check: ReportedCheck }[] {
  return cases.flatMap((one) =>
    one.checks
      .filter((check) => check.requirement === id && check.outcome === outcome)
      .map((check) => ({ one, check })),
  );
}

function formatFailures(report: Report, style: Style): readonly string[] {
  const failed = report.requirements.filter(({ outcome }) => outcome === 'failed');
  if (failed.length === 0) return [];
  const { paint } = style;
  const head = paint(`${plural(failed.length, 'requirement')} not met`, 'red');
  const inFull = failed.slice(0, MAX_FAILURES).map((result) => formatFailure(report, result, style));
  const rest = failed.slice(MAX_FAILURES);
  return [
    `\n${paint(head, 'bold')}\n`,
    ...inFull,
    ...formatVariables(report, inFull.join('\n'), style),
    ...(rest.length > 0 ? [`And ${rest.length} more, which --report html=FILE shows in full`] : []),
    ...rest.map((result) => oneLine(result, style, 'red')),
    ...(rest.length > 0 ? [''] : []),
  ];
}

function formatVariables({ variables }: Report, inFull: string, { paint }: Style): readonly string[] {
  const used = Object.entries(variables).filter(([name]) => new RegExp(`\\${name}\\b`).test(inFull));
  if (used.length === 0) return [];
  return [
    paint(
      `In these commands, ${used.map(([name, source]) => `${name} is ${toWords(source)}`).join(', ')}.\n`,
      'grey',
    ),
  ];
}

function toWords(source: string): string {
  return source === KEY_OPTION ? `the key given with ${source}` : `${source} of the target file`;
}

/** A requirement that is not met: what was expected, what was received, and how to reproduce it. */
function formatFailure(report: Report, result: RequirementResult, { paint, width }: Style): string {
  const checks = checksOf(report, result);
  const [first] = checks;
  if (!first) return '';
  const { one, check } = first;
  const cases = new Set(checks.map(({ one: { id } }) => id)).size;
  const line = (name: string, text: string): string =>
    `    ${paint(name.padEnd(10), 'grey')}${wrap(shorten(clean(text), MAX_VALUE), { width: width - 14, indent: ' '.repeat(14) })}`;
  const more = cases > 1 ? ` (and ${plural(cases - 1, 'more case')})` : '';
  return [
    `${paint('✗', 'red')} ${paint(wrap(result.statement, { width: width - 2, indent: '  ' }), 'bold')}`,
    `    ${paint(`${result.id}  ${result.level}  section ${result.section}`, 'grey')}`,
    line('expected', check.expected),
    line('received', check.actual ?? ''),
    line('case', `${one.id}: ${one.title}${more}`),
    `    ${paint('repeat', 'grey')}    ${repeatOf(one, check)}`,
    '',
  ].join('\n');
}

/** The whole command, so that it can be copied; one that would fill the screen is only in the reports. */
function repeatOf({ id }: ReportedCase, { repeat = '' }: ReportedCheck): string {
  if (repeat !== '' && repeat.length <= MAX_REPEAT) return clean(repeat);
  return `npx gatewright explain ${id}`;
}

function oneLine({ id, statement }: RequirementResult, { paint, width }: Style, colour: Colour): string {
  const indent = ' '.repeat(id.length + 4);
  return `  ${paint(id, colour)}  ${wrap(statement, { width, indent })}`;
}

function formatStale({ stale_known_failing: stale }: Report, { paint }: Style): readonly string[] {
  return stale.map(
    (entry) =>
      `${paint('✗', 'red')} Listed as a known failure, but it passes; remove it from the list: ${entry}\n`,
  );
}

function formatErrors({ cases }: Report, { paint, width }: Style): readonly string[] {
  const errors = cases.flatMap(({ id, checks }) =>
    checks.filter(({ outcome }) => outcome === 'error').map(({ actual = '' }) => `${id}: ${actual}`),
  );
  if (errors.length === 0) return [];
  const lines = errors
    .slice(0, 10)
    .map((text) => `  ${wrap(shorten(clean(text), MAX_VALUE), { width, indent: '    ' })}`);
  return [
    `${paint(plural(errors.length, 'error'), 'red')} in the suite or in hooks of the target, not in the gateway`,
    ...lines,
    '',
  ];
}

/** Requirements with an outcome that does not fail the run, in two lines each. */
function formatList(
  report: Report,
  style: Style,
  outcome: 'warning' | 'known',
  [one, many]: readonly [string, string],
): string {
  const found = report.requirements.filter((result) => result.outcome === outcome);
  if (found.length === 0) return '';
  const lines = found.map((result) => {
    const { check } = checksOf(report, result)[0] ?? {};
    const why =
      check?.reason ?? (check?.actual && `expected ${check.expected}; received ${check.actual}`) ?? '';
    const indent = ' '.repeat(4);
    const detail = `\n    ${style.paint(wrap(shorten(clean(why), 200), { width: style.width, indent }), 'grey')}`;
    return `${oneLine(result, style, 'yellow')}${detail}`;
  });
  return [style.paint(plural(found.length, one, many), 'yellow'), ...lines, ''].join('\n');
}

/** The dialect of the task records, where it differs from that of this project. */
function formatObserved(
  { observed: { success_status: statuses, wrapped_records: isWrapped } }: Report,
  { width }: Style,
): string {
  const parts = [
    ...(statuses.includes('completed')
      ? [`say ${statuses.map((status) => `"${status}"`).join(' and ')} for success`]
      : []),
    ...(isWrapped ? ['come in a wrapper, with the record in `data`'] : []),
  ];
  if (parts.length === 0) return '';
  return `${wrap(`Task records ${parts.join(', and ')}: the specification leaves that open.`, { width })}\n`;
}

const VERDICTS = {
  passed: ['green', 'Passed'],
  failed: ['red', 'Failed'],
  error: ['red', 'Not completed'],
} as const;
const NOTHING = ['red', 'Nothing was proven'] as const;

/** The outcomes that the last line counts besides `passed`. */
const NUMBERS = [
  ['failed', 'failed', 'failed'],
  ['known', 'known failure', 'known failures'],
  ['warning', 'warning', 'warnings'],
  ['error', 'not completed', 'not completed'],
  ['unproven', 'unproven', 'unproven'],
] as const;

function lastLine({ outcome, counts, money, run, cases, target }: Report, { paint }: Style): string {
  const [colour, verdict] = isNothingProven(counts) ? NOTHING : VERDICTS[outcome];
  const spent = money.spent_usd === undefined ? '' : `, ${money.spent_usd} USD spent`;
  const others = NUMBERS.flatMap(([name, one, many]) =>
    counts[name] === 0 ? [] : [plural(counts[name], one, many)],
  );
  const ran = cases.filter(({ id }) => !isOfRun(id)).length;
  const also = ran < cases.length ? ' and the balance of the run' : '';
  const numbers = `${[`${counts.passed} of ${plural(total(counts), 'requirement')} passed`, ...others].join(', ')}, in ${plural(ran, 'case')}${also}`;
  const rest = `${run.duration_seconds} s${spent}, seed ${run.seed}, ${target.name ?? target.base_url}`;
  return `${paint(verdict, colour)}: ${numbers}. ${paint(rest, 'grey')}\n`;
}
