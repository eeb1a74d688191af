import { describeCheck, describeInterruption } from './describe-check.ts';
import type { Report, ReportedCase, ReportedCheck, RequirementResult } from './report.ts';

const SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json';

/** The report as SARIF 2.1.0: a rule for each requirement, a result for each failure and warning, and a notification for each error of the suite. */
export function toSarif(report: Report): string {
  const rules = report.requirements.filter(({ outcome }) => outcome !== 'passed' && outcome !== 'unproven');
  const results = report.cases.flatMap((one) =>
    one.checks
      .filter(({ outcome }) => outcome === 'failed' || outcome === 'warning' || outcome === 'known')
      .map((check) => toResult(check, one, report, rules)),
  );
  const faults = report.cases.flatMap((one) =>
    one.checks.filter(({ outcome }) => outcome === 'error').map((check) => toNotification(one, check)),
  );
  const run = {
    tool: {
      driver: {
        name: report.tool.name,
        version: report.tool.version,
        semanticVersion: report.tool.version,
        rules: rules.map(toRule),
      },
    },
    invocations: [
      {
        executionSuccessful: report.outcome !== 'error' && !report.run.interrupted,
        startTimeUtc: report.run.started_at,
        toolExecutionNotifications: [...toInterruption(report), ...faults],
      },
    ],
    results,
  };
  return `${JSON.stringify({ $schema: SCHEMA, version: '2.1.0', runs: [run] }, null, 2)}\n`;
}

function toRule({ id, statement, level, section, area }: RequirementResult): unknown {
  return {
    id,
    shortDescription: { text: statement },
    help: {
      text: `${level}, section ${section} of the specification. By hand: npx gatewright explain ${id}`,
    },
    defaultConfiguration: { level: level === 'SHOULD' ? 'warning' : 'error' },
    properties: { tags: [level, area] },
  };
}

function toResult(
  check: ReportedCheck,
  one: ReportedCase,
  report: Report,
  rules: readonly RequirementResult[],
): unknown {
  const ruleIndex = rules.findIndex(({ id }) => id === check.requirement);
  return {
    ...(check.requirement && { ruleId: check.requirement }),
    ...(ruleIndex >= 0 && { ruleIndex }),
    level: check.outcome === 'failed' ? 'error' : 'warning',
    message: { text: describeCheck(check, report) },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri: one.file }, region: { startLine: 1 } },
        logicalLocations: [{ name: one.id, fullyQualifiedName: one.id, kind: 'function' }],
      },
    ],
    partialFingerprints: { 'check/v1': fingerprint(one, check) },
    ...(check.outcome === 'known' && {
      suppressions: [{ kind: 'external', justification: check.reason ?? '' }],
    }),
  };
}

/** By position, because the expected text can differ between runs. */
function fingerprint({ id, checks }: ReportedCase, check: ReportedCheck): string {
  const own = checks.filter(({ requirement }) => requirement === check.requirement);
  return `${check.requirement ?? ''} ${id} ${own.indexOf(check) + 1}`;
}

function toInterruption({ run: { interrupted } }: Report): readonly unknown[] {
  if (!interrupted) return [];
  const text = `The run was interrupted: ${describeInterruption(interrupted)}.`;
  return [{ level: 'error', message: { text } }];
}

function toNotification({ id }: ReportedCase, { actual = '' }: ReportedCheck): unknown {
  return { level: 'error', message: { text: `${id}: ${actual}` } };
}
