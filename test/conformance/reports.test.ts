import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import type { Report } from '../../src/conformance/report/report.ts';
import { toBadge, toBadgeEndpoint } from '../../src/conformance/report/to-badge.ts';
import { toCtrf } from '../../src/conformance/report/to-ctrf.ts';
import { toHtml } from '../../src/conformance/report/to-html.ts';
import { toJunit } from '../../src/conformance/report/to-junit.ts';
import { toSarif } from '../../src/conformance/report/to-sarif.ts';
import { toBrief } from '../../src/conformance/report/wire-log.ts';
import { HOSTILE, makeReport, SECRETS } from './report-fixture.ts';

const report = makeReport();
const hostile = makeReport({ hostile: HOSTILE });
const interrupted: Report = {
  ...report,
  run: { ...report.run, interrupted: { cases_run: 7, cases_planned: 90 } },
};
const failures = report.cases.flatMap(({ checks }) => checks.filter(({ outcome }) => outcome === 'failed'));
const errors = report.cases.flatMap(({ checks }) => checks.filter(({ outcome }) => outcome === 'error'));
/** A case with two failures and an error of the suite. */
const mixed: Report = {
  ...report,
  cases: report.cases
    .filter(({ id }) => id === 'pots.bad')
    .map((one) => ({ ...one, checks: [...failures, ...failures.map((check) => ({ ...check })), ...errors] })),
};
const empty: Report = { ...report, cases: [], requirements: [] };

/** A run with every outcome, one with text that breaks formats, and one without cases. */
const REPORTS: readonly (readonly [string, Report])[] = [
  ['every outcome', report],
  ['hostile text', hostile],
  ['no case', empty],
  ['interrupted', interrupted],
];

const SCHEMAS = join(import.meta.dirname, 'report-schemas');

function readSchema(file: string): Record<string, unknown> {
  return JSON.parse(readFileSync(join(SCHEMAS, file), 'utf8')) as Record<string, unknown>;
}

const validators = new Map<string, ValidateFunction>();

/** Compiles a published schema. The draft-4 schemas here use nothing that draft 7 changed, except the name of `$id`. */
function validatorOf(file: string): ValidateFunction {
  const known = validators.get(file);
  if (known) return known;
  const { $schema: _dialect, id: _id, ...schema } = readSchema(file);
  const validator = new Ajv({ strict: false, allErrors: true, formats: fullFormats }).compile(schema);
  validators.set(file, validator);
  return validator;
}

function faultsOf(file: string, text: string): unknown {
  const validate = validatorOf(file);
  validate(JSON.parse(text));
  return validate.errors ?? [];
}

async function xmlFaults(schema: string, xml: string): Promise<readonly string[]> {
  const { errors } = await validateXML({
    xml: { fileName: 'report.xml', contents: xml },
    schema: { fileName: schema, contents: readFileSync(join(SCHEMAS, schema), 'utf8') },
  });
  return errors.map(({ rawMessage }) => rawMessage);
}

test.each(REPORTS)('JSON is valid against its published schema: %s', (_name, one) => {
  const schema = JSON.parse(readFileSync('conformance/report.schema.json', 'utf8')) as object;
  const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
  expect([validate(JSON.parse(JSON.stringify(one))), validate.errors]).toEqual([true, null]);
});

test.each(REPORTS)('JUnit is valid against the schemas of Jenkins and of Ant: %s', async (_name, one) => {
  const xml = toJunit(one);
  expect(await xmlFaults('junit-10.xsd', xml)).toEqual([]);
  expect(await xmlFaults('JUnit.xsd', xml)).toEqual([]);
});

test.each(REPORTS)('CTRF is valid against its published schema: %s', (_name, one) => {
  expect(faultsOf('ctrf-schema-0.0.json', toCtrf(one))).toEqual([]);
});

test.each(REPORTS)('SARIF is valid against its published schema: %s', (_name, one) => {
  expect(faultsOf('sarif-schema-2.1.0.json', toSarif(one))).toEqual([]);
});

test('the published schemas reject what is wrong', async () => {
  expect(
    await xmlFaults('junit-10.xsd', toJunit(report).replace('<testsuites>', '<testsuites skipped="1">')),
  ).not.toEqual([]);
  expect(await xmlFaults('JUnit.xsd', toJunit(report).replace('    <system-err/>\n', ''))).not.toEqual([]);
  expect(faultsOf('ctrf-schema-0.0.json', toCtrf(report).replace('"skipped"', '"ignored"'))).not.toEqual([]);
  expect(faultsOf('sarif-schema-2.1.0.json', toSarif(report).replace('"runs"', '"run"'))).not.toEqual([]);
});

test('no report contains a lone surrogate: JSON parsers reject it, even escaped', async () => {
  const texts = [
    JSON.stringify(hostile),
    toJunit(hostile),
    toCtrf(hostile),
    toSarif(hostile),
    await toHtml(hostile),
    toBadge(hostile),
  ];
  for (const text of texts) {
    expect(text.isWellFormed()).toBe(true);
    expect(text).not.toMatch(/\\ud[89a-f]/i);
  }
});

test('the JSON report counts requirements, and says which dialect was seen', () => {
  expect(report).toMatchObject({
    outcome: 'failed',
    counts: { passed: 0, failed: 1, warning: 1, known: 1, unproven: 0, error: 0 },
    observed: { success_status: ['completed'], wrapped_records: true },
    target: { base_url: 'http://gw.example' },
  });
});

test('no report contains a secret or a whole data URI', async () => {
  for (const one of [report, hostile]) {
    const texts = [
      JSON.stringify(one),
      toJunit(one),
      toCtrf(one),
      toSarif(one),
      await toHtml(one),
      toBadge(one),
      toBadgeEndpoint(one),
    ];
    for (const text of texts) {
      for (const secret of SECRETS) expect(text).not.toContain(secret);
      expect(text).not.toContain('A'.repeat(100));
    }
  }
});

test('JUnit: a suite for each area, a test case for each case, with failure, error, skipped and output', () => {
  const xml = toJunit(report);
  expect(xml).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<testsuites>\n/);
  expect(xml).toContain(
    '<testsuite name="pots" package="gatewright" id="0" tests="6" failures="1" errors="1" skipped="1" time="0.072" timestamp="2026-11-22T09:00:00" hostname="gw.example">',
  );
  expect(xml).toContain(
    '<testsuite name="lids" package="gatewright" id="1" tests="1" failures="0" errors="0" skipped="0"',
  );
  expect(xml).toContain(
    '<failure message="GW-POT-001 broken by $KEY" type="MUST">GW-POT-001 (MUST, section 1.2): A pot is &lt;MUST&gt; &amp; &quot;whole&quot;.',
  );
  expect(xml).toContain('<skipped message="no clock"/>');
  expect(xml).toContain('<error message="oops" type="error">');
  expect(xml).toContain('<system-out>pots.advice: warning\nGW-POT-002 (SHOULD');
  expect(xml).toContain('\n\npots.known: known\nGW-POT-003 (CHOICE');
  expect(xml.match(/<testcase /g)).toHaveLength(7);
});

test('JUnit: an error of the suite comes before the failures of the same case', () => {
  const xml = toJunit(mixed);
  expect(xml).toContain('tests="1" failures="0" errors="1" skipped="0"');
  expect(xml).toContain('<error message="oops" type="error">expected: the case can be run\nreceived: oops');
  expect(xml.match(/received: broken by/g)).toHaveLength(2);
});

test('JUnit: a message fits a line of a list, the whole text is below it', () => {
  const [, message = ''] = /<failure message="([^"]*)"/.exec(toJunit(hostile)) ?? [];
  expect(message.length).toBeGreaterThan(100);
  expect(message.length).toBeLessThan(600);
  expect(message).not.toMatch(/\s\s|\n/);
});

test('CTRF: statuses add up, and the outcome of the suite is included', () => {
  const { reportFormat, specVersion, results } = JSON.parse(toCtrf(report)) as {
    reportFormat: string;
    specVersion: string;
    results: { summary: Record<string, number>; tests: { status: string; rawStatus: string }[] };
  };
  expect([reportFormat, specVersion]).toEqual(['CTRF', '0.0.0']);
  expect(results.summary).toEqual({
    tests: 7,
    passed: 4,
    failed: 1,
    pending: 0,
    skipped: 1,
    other: 1,
    start: 1795338000000,
    stop: 1795338061200,
  });
  expect(results.tests[3]).toMatchObject({ rawStatus: 'unproven', message: 'no clock' });
  expect(results.tests.map(({ status, rawStatus }) => [status, rawStatus])).toEqual([
    ['passed', 'passed'],
    ['failed', 'failed'],
    ['passed', 'warning'],
    ['skipped', 'unproven'],
    ['other', 'error'],
    ['passed', 'known'],
    ['passed', 'passed'],
  ]);
});

test('SARIF: rules, results and faults of the suite', () => {
  const { version, runs } = JSON.parse(toSarif(report)) as {
    version: string;
    runs: readonly Record<string, unknown>[];
  };
  expect([version, runs.length]).toEqual(['2.1.0', 1]);
  expect(runs[0]).toMatchObject({
    tool: {
      driver: {
        name: 'gatewright',
        rules: [
          { id: 'GW-POT-001', defaultConfiguration: { level: 'error' } },
          { id: 'GW-POT-002', defaultConfiguration: { level: 'warning' } },
          { id: 'GW-POT-003', defaultConfiguration: { level: 'error' } },
        ],
      },
    },
    results: [
      {
        ruleId: 'GW-POT-001',
        ruleIndex: 0,
        level: 'error',
        partialFingerprints: { 'check/v1': 'GW-POT-001 pots.bad 1' },
      },
      { ruleId: 'GW-POT-002', ruleIndex: 1, level: 'warning' },
      {
        ruleId: 'GW-POT-003',
        ruleIndex: 2,
        level: 'warning',
        suppressions: [{ kind: 'external', justification: 'later' }],
      },
    ],
    invocations: [
      {
        executionSuccessful: true,
        toolExecutionNotifications: [{ level: 'error', message: { text: 'pots.fault: oops' } }],
      },
    ],
  });
  const broken: Report = { ...report, outcome: 'error' };
  expect(JSON.parse(toSarif(broken)).runs[0].invocations).toMatchObject([{ executionSuccessful: false }]);
  const results = JSON.parse(toSarif(mixed)).runs[0].results as readonly object[];
  expect(results).toMatchObject([
    { partialFingerprints: { 'check/v1': 'GW-POT-001 pots.bad 1' } },
    { partialFingerprints: { 'check/v1': 'GW-POT-001 pots.bad 2' } },
  ]);
  const others = report.cases.flatMap(({ checks }) => checks).filter((one) => one.outcome === 'warning');
  const varied = mixed.cases.map((one) => ({ ...one, checks: [...failures, ...others] }));
  expect(JSON.parse(toSarif({ ...report, cases: varied })).runs[0].results).toMatchObject([
    { partialFingerprints: { 'check/v1': 'GW-POT-001 pots.bad 1' } },
    { partialFingerprints: { 'check/v1': 'GW-POT-002 pots.bad 1' } },
  ]);
});

test('the page is one file without external references, and its data cannot end the script', async () => {
  const page = await toHtml(report);
  expect(page).not.toMatch(/<(link|img|iframe)|src=|https?:\/\/(?!gw\.example)/);
  expect(page).toContain('<title>Conformance report: http://gw.example</title>');
  for (const one of [page, await toHtml(hostile)]) expect(one.match(/<\/script>/g)).toHaveLength(2);
});

test('the page has the name of a target unchanged, whatever characters it contains', async () => {
  const name = "$& $' $` $1 {{title}}";
  const page = await toHtml({ ...report, target: { ...report.target, name } });
  expect(page).toContain(`"name":"$& $' $\` $1 {{title}}"`);
});

test('the badge counts what is proven', () => {
  expect(toBadge(report)).toContain('<title>conformance: core 0/3</title>');
});

test('a badge as shields.io reads it has the members that its endpoint badge knows, and no others', () => {
  expect(JSON.parse(toBadgeEndpoint(report))).toEqual({
    schemaVersion: 1,
    label: 'conformance',
    message: 'core 0/3',
    color: '#b3261e',
  });
  expect(JSON.parse(toBadgeEndpoint({ ...report, outcome: 'error' }))).toEqual({
    schemaVersion: 1,
    label: 'conformance',
    message: 'not finished',
    color: '#6b6b6b',
    isError: true,
  });
});

test('bodies are complete where something is wrong, and shortened elsewhere', () => {
  const body = 'a '.repeat(1000);
  const message = { headers: { 'content-type': 'text/plain', date: 'now' }, body };
  const brief = toBrief({
    request: { method: 'POST', url: 'http://gw.example/v1/pots', ...message },
    response: { status: 200, ...message },
    duration_ms: 1,
  });
  expect(brief.response.headers).toEqual({ 'content-type': 'text/plain' });
  const boats = { ...message, body: `a${'⛵️🚤'.repeat(500)}` };
  const cut = toBrief({
    request: { method: 'POST', url: 'http://gw.example/v1/pots', ...boats },
    response: { status: 200, ...boats },
    duration_ms: 1,
  });
  expect(cut.request.body).not.toContain('\uFFFD');
  expect([brief.request.body, brief.response.body]).toEqual([
    `${body.slice(0, 400)}...(2000 characters)`,
    `${body.slice(0, 400)}...(2000 characters)`,
  ]);
});

test('every report of an interrupted run says so', async () => {
  expect(toJunit(interrupted)).toContain(
    '<property name="interrupted" value="7 of 90 cases were finished"/>',
  );
  expect(JSON.parse(toCtrf(interrupted)).results.extra).toEqual({
    interrupted: { cases_run: 7, cases_planned: 90 },
  });
  expect(JSON.parse(toSarif(interrupted)).runs[0].invocations[0]).toMatchObject({
    executionSuccessful: false,
    toolExecutionNotifications: [
      { message: { text: 'The run was interrupted: 7 of 90 cases were finished.' } },
      {},
    ],
  });
  expect(toBadge(interrupted)).toContain('conformance: incomplete');
  expect(await toHtml(interrupted)).toContain('"interrupted":{"cases_run":7,"cases_planned":90}');
});
