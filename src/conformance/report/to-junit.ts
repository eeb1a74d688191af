import { escapeXml } from './escape-xml.ts';
import type { Report, ReportedCase } from './report.ts';
import { checksWith, folderOf, tellCheck } from './tell-check.ts';

/** The report as JUnit XML: a suite for each area, a test case for each case. */
export function toJunit(report: Report): string {
  const suites = Map.groupBy(report.cases, folderOf);
  const root = attributes({
    name: `gatewright ${report.tool.contract}`,
    ...totals(report.cases),
    time: report.run.duration_seconds,
  });
  const body = [...suites].map(([name, cases]) => {
    const head = attributes({
      name,
      ...totals(cases),
      time: seconds(cases.reduce((sum, one) => sum + one.duration_ms, 0)),
      timestamp: report.run.started_at.slice(0, 19),
      hostname: new URL(report.target.base_url).hostname,
    });
    return `  <testsuite ${head}>\n${cases.map((one) => toTestCase(one, report)).join('')}  </testsuite>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ${root}>\n${body.join('')}</testsuites>\n`;
}

function toTestCase(one: ReportedCase, report: Report): string {
  const head = attributes({
    name: `${one.id}: ${one.title}`,
    classname: folderOf(one),
    time: seconds(one.duration_ms),
  });
  const inner = outcomeOf(one, report);
  return inner === '' ? `    <testcase ${head}/>\n` : `    <testcase ${head}>\n${inner}    </testcase>\n`;
}

function outcomeOf(one: ReportedCase, report: Report): string {
  const [failed, errors] = [checksWith(one, 'failed'), checksWith(one, 'error')];
  const tell = (checks: typeof failed): string =>
    escapeXml(checks.map((check) => tellCheck(check, report)).join('\n\n'));
  const [first] = [...errors, ...failed];
  if (first) {
    const name = errors.length > 0 ? 'error' : 'failure';
    const message = attributes({
      message: `${first.requirement ?? ''} ${first.actual ?? first.expected}`.trim(),
      type: first.level ?? name,
    });
    return `      <${name} ${message}>${tell([...errors, ...failed])}</${name}>\n`;
  }
  const told = checksWith(one, 'warning', 'known');
  if (told.length > 0) return `      <system-out>${tell(told)}</system-out>\n`;
  const [unproven] = checksWith(one, 'unproven');
  if (!unproven || one.checks.some(({ outcome }) => outcome === 'passed')) return '';
  return `      <skipped ${attributes({ message: unproven.actual ?? 'unproven' })}/>\n`;
}

function totals(cases: readonly ReportedCase[]): Readonly<Record<string, number>> {
  const isSkipped = ({ checks }: ReportedCase): boolean =>
    checks.length > 0 && checks.every(({ outcome }) => outcome === 'unproven');
  return {
    tests: cases.length,
    failures: cases.filter(
      (one) => checksWith(one, 'failed').length > 0 && checksWith(one, 'error').length === 0,
    ).length,
    errors: cases.filter((one) => checksWith(one, 'error').length > 0).length,
    skipped: cases.filter(isSkipped).length,
  };
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}

function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}="${escapeXml(String(value)).replaceAll(/\s+/g, ' ')}"`)
    .join(' ');
}
