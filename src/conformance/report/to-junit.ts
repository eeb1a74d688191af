import { shorten } from '../terminal/paint.ts';
import { areaOfCase, checksWith, describeCheck, describeInterruption } from './describe-check.ts';
import { escapeXml } from './escape-xml.ts';
import type { Report, ReportedCase } from './report.ts';

const MAX_MESSAGE = 400;

/**
 * The report as JUnit XML: a suite for each area, a test case for each case. Valid against the schemas of Ant and Jenkins, which allow
 * no attributes on the root and no output in a test case.
 */
export function toJunit(report: Report): string {
  const suites = [...Map.groupBy(report.cases, areaOfCase)];
  const body = suites.map(([name, cases], index) => toSuite(report, name, cases, index));
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${body.join('')}</testsuites>\n`;
}

function toSuite(report: Report, name: string, cases: readonly ReportedCase[], index: number): string {
  const head = attributes({
    name,
    package: report.tool.name,
    id: index,
    ...totals(cases),
    time: seconds(cases.reduce((sum, one) => sum + one.duration_ms, 0)),
    timestamp: report.run.started_at.slice(0, 19),
    hostname: new URL(report.target.base_url).hostname,
  });
  const parts = [
    ...toProperties(report),
    ...cases.map((one) => toTestCase(one, report)),
    `    <system-out>${escapeXml(cases.flatMap((one) => toOutput(one, report)).join('\n\n'))}</system-out>\n`,
    '    <system-err/>\n',
  ];
  return `  <testsuite ${head}>\n${parts.join('')}  </testsuite>\n`;
}

function toProperties({ tool, target, run }: Report): readonly string[] {
  const values = {
    target: target.name ?? target.base_url,
    version: tool.version,
    contract: tool.contract,
    profile: run.profile,
    seed: run.seed,
    ...(run.interrupted && { interrupted: describeInterruption(run.interrupted) }),
  };
  const properties = Object.entries(values).map(
    ([name, value]) => `      <property ${attributes({ name, value })}/>\n`,
  );
  return ['    <properties>\n', ...properties, '    </properties>\n'];
}

/** Warnings and known failures, which do not fail a test case. */
function toOutput(one: ReportedCase, report: Report): readonly string[] {
  return checksWith(one, 'warning', 'known').map(
    (check) => `${one.id}: ${check.outcome}\n${describeCheck(check, report)}`,
  );
}

function toTestCase(one: ReportedCase, report: Report): string {
  const head = attributes({
    name: `${one.id}: ${one.title}`,
    classname: areaOfCase(one),
    time: seconds(one.duration_ms),
  });
  const inner = outcomeOf(one, report);
  return inner === '' ? `    <testcase ${head}/>\n` : `    <testcase ${head}>\n${inner}    </testcase>\n`;
}

function outcomeOf(one: ReportedCase, report: Report): string {
  const [failed, errors] = [checksWith(one, 'failed'), checksWith(one, 'error')];
  const tell = (checks: typeof failed): string =>
    escapeXml(checks.map((check) => describeCheck(check, report)).join('\n\n'));
  const [first] = [...errors, ...failed];
  if (first) {
    const name = errors.length > 0 ? 'error' : 'failure';
    const message = attributes({
      message: `${first.requirement ?? ''} ${first.actual ?? first.expected}`.trim(),
      type: first.level ?? name,
    });
    return `      <${name} ${message}>${tell([...errors, ...failed])}</${name}>\n`;
  }
  const [unproven] = checksWith(one, 'unproven');
  if (!unproven || !isSkipped(one)) return '';
  return `      <skipped ${attributes({ message: unproven.actual ?? 'unproven' })}/>\n`;
}

/** Nothing of the case could be checked. */
function isSkipped({ checks }: ReportedCase): boolean {
  return checks.length > 0 && checks.every(({ outcome }) => outcome === 'unproven');
}

function totals(cases: readonly ReportedCase[]): Readonly<Record<string, number>> {
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

/** Each attribute on one line, short enough for a list. */
function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => {
      const line = shorten(String(value).replaceAll(/\s+/g, ' '), MAX_MESSAGE);
      return `${name}="${escapeXml(line).replaceAll(/ +/g, ' ').trim()}"`;
    })
    .join(' ');
}
