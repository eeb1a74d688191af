import { total } from '../report/count-requirements.ts';
import type { Counts, Report } from '../report/report.ts';
import type { Outcome } from '../run/result.ts';
import { type Paint, wrap } from './paint.ts';

const COLUMNS: readonly (readonly [Outcome, string])[] = [
  ['passed', 'passed'],
  ['failed', 'failed'],
  ['known', 'known'],
  ['warning', 'warnings'],
  ['unproven', 'unproven'],
  ['error', 'errors'],
];

/** Requirements by level, and by each area where not everything passed; empty columns are left out. */
export function countTable(
  { by_level, by_area, counts }: Report,
  { paint, width }: { readonly paint: Paint; readonly width: number },
): string {
  const columns = COLUMNS.filter(([outcome]) => outcome === 'passed' || counts[outcome] > 0);
  const open = Object.entries(by_area).filter(([, count]) => total(count) > count.passed);
  const clear = Object.keys(by_area).filter((area) => !open.some(([name]) => name === area));
  const line = (name: string, count: Counts): string =>
    `${name.padEnd(10)}${columns.map(([outcome]) => cell(count[outcome], outcome, paint)).join('')}`;
  const head = `${' '.repeat(10)}${columns.map(([, title]) => title.padStart(10)).join('')}`;
  const levels = Object.entries(by_level).map(([name, count]) => line(name, count));
  const areas = open.map(([name, count]) => line(`  ${name}`, count));
  const passed = `${areas.length > 0 ? 'all passed' : 'areas'}: ${clear.join(' ')}`;
  const wrapped = wrap(passed, { width: width - 2, indent: ' '.repeat(4) });
  const rest = clear.length === 0 ? [] : [paint(`  ${wrapped}`, 'grey')];
  return [paint(head, 'grey'), ...levels, ...areas, ...rest, ''].join('\n');
}

function cell(count: number, outcome: Outcome, paint: Paint): string {
  const text = String(count).padStart(10);
  if (count === 0) return paint('·'.padStart(10), 'grey');
  if (outcome === 'failed' || outcome === 'error') return paint(text, 'red');
  if (outcome === 'passed') return paint(text, 'green');
  return outcome === 'unproven' ? text : paint(text, 'yellow');
}
