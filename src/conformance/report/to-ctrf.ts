import type { Outcome } from '../run/result.ts';
import { areaOfCase, checksWith, describeCheck } from './describe-check.ts';
import type { Report, ReportedCase } from './report.ts';

const STATUSES: Readonly<Record<Outcome, string>> = {
  passed: 'passed',
  warning: 'passed',
  known: 'passed',
  failed: 'failed',
  unproven: 'skipped',
  error: 'other',
};

/** The report in the Common Test Report Format (ctrf.io). */
export function toCtrf(report: Report): string {
  const tests = report.cases.map((one) => toTest(one, report));
  const count = (status: string): number => tests.filter((test) => test.status === status).length;
  const start = Date.parse(report.run.started_at);
  return `${JSON.stringify(
    {
      reportFormat: 'CTRF',
      specVersion: '0.0.0',
      results: {
        tool: { name: report.tool.name, version: report.tool.version },
        summary: {
          tests: tests.length,
          passed: count('passed'),
          failed: count('failed'),
          pending: 0,
          skipped: count('skipped'),
          other: count('other'),
          start,
          stop: start + Math.round(report.run.duration_seconds * 1000),
        },
        tests,
        environment: {
          appName: report.target.name ?? report.target.base_url,
          testEnvironment: report.target.base_url,
        },
        ...(report.run.interrupted && { extra: { interrupted: report.run.interrupted } }),
      },
    },
    null,
    2,
  )}\n`;
}

function toTest(one: ReportedCase, report: Report) {
  const problems = checksWith(one, 'failed', 'error', 'warning', 'known');
  const [unproven] = checksWith(one, 'unproven');
  const [first = unproven] = problems;
  const isProven = one.outcome === 'unproven' && one.checks.some(({ outcome }) => outcome === 'passed');
  return {
    name: `${one.id}: ${one.title}`,
    status: isProven ? 'passed' : STATUSES[one.outcome],
    rawStatus: one.outcome,
    duration: one.duration_ms,
    ...(first && { message: first.actual ?? first.expected }),
    ...(problems.length > 0 && { trace: problems.map((check) => describeCheck(check, report)).join('\n\n') }),
    suite: [areaOfCase(one)],
    filePath: one.file,
    tags: [...new Set(one.checks.flatMap(({ requirement }) => requirement ?? []))],
  };
}
