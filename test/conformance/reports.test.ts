import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { buildReport } from '../../src/conformance/report/build-report.ts';
import type { Report } from '../../src/conformance/report/report.ts';
import { toBadge } from '../../src/conformance/report/to-badge.ts';
import { toCtrf } from '../../src/conformance/report/to-ctrf.ts';
import { toHtml } from '../../src/conformance/report/to-html.ts';
import { toJunit } from '../../src/conformance/report/to-junit.ts';
import { toSarif } from '../../src/conformance/report/to-sarif.ts';
import type { CaseResult, CheckResult } from '../../src/conformance/run/result.ts';
import type { Requirement, Suite } from '../../src/conformance/suite/suite.ts';

const SECRETS = ['rich-secret', 'strange-secret', 'whsec_c2VjcmV0c2VjcmV0'];

const requirements: ReadonlyMap<string, Requirement> = new Map(
  (['MUST', 'SHOULD', 'CHOICE'] as const).map((level, index) => {
    const id = `GW-POT-00${index + 1}`;
    return [id, { id, level, section: '1.2', statement: `A pot is <${level}> & "whole".` }];
  }),
);

function result(id: string, ...checks: readonly CheckResult[]): CaseResult {
  const [first] = checks;
  return {
    id,
    title: `It </script> holds rich-secret (${id})`,
    file: 'conformance/cases/pots/pots.yaml',
    outcome: first?.outcome ?? 'passed',
    checks,
    tookMs: 12.4,
    exchanges: [
      {
        operation: 'createImage',
        request: {
          method: 'POST',
          url: 'http://gw.example/v1/x?key=rich-secret',
          headers: { authorization: 'Bearer strange-secret1' },
          body: `{"a":"data:image/png;base64,${'A'.repeat(5000)}"}`,
        },
        response: {
          status: 200,
          headers: { 'content-type': 'application/json', 'set-cookie': 'id=strange-secret' },
          bytes: new Uint8Array(),
          text: '{"echo":"rich-secret","s":"whsec_c2VjcmV0c2VjcmV0"}',
          body: {},
        },
        tookMs: 3,
      },
      {
        operation: 'getTask',
        request: { method: 'GET', url: 'http://gw.example/v1/tasks/task_1', headers: {} },
        response: {
          status: 200,
          headers: { 'content-type': 'application/json' },
          bytes: new Uint8Array(),
          text: '{"code":200,"data":{"status":"completed"}}',
          body: { code: 200, data: { status: 'completed' } },
        },
        tookMs: 3,
      },
    ],
  };
}

const report: Report = buildReport({
  suite: { requirements, version: '1.0.0' } as Suite, // the report needs no more of it
  version: '0.1.0',
  target: {
    base_url: 'http://user:strange-secret@gw.example',
    keys: { rich: 'rich-secret' },
    callbacks: { secret: 'whsec_c2VjcmV0c2VjcmV0' },
  },
  results: [
    result('pots.good', { requirement: 'GW-POT-001', outcome: 'passed', expected: 'a' }),
    result('pots.bad', {
      requirement: 'GW-POT-001',
      outcome: 'failed',
      expected: 'whole',
      actual: 'broken by rich-secret\u0000',
      exchange: 0,
    }),
    result('pots.advice', { requirement: 'GW-POT-002', outcome: 'warning', expected: 'b', actual: 'c' }),
    result('pots.open', {
      requirement: 'GW-POT-003',
      outcome: 'unproven',
      expected: 'd',
      actual: 'no clock',
    }),
    result('pots.fault', { outcome: 'error', expected: 'the case can be run', actual: 'oops' }),
    result('pots.known', {
      requirement: 'GW-POT-003',
      outcome: 'known',
      expected: 'd',
      actual: 'e',
      reason: 'later',
    }),
  ],
  startedAt: new Date('2026-11-22T09:00:00Z'),
  tookMs: 61_234,
  profile: 'core',
  level: 'SHOULD',
  seed: 'abc',
  money: { spent_usd: '0.12' },
  stale: [],
});

test('the JSON report is valid against its published schema', () => {
  const schema = JSON.parse(readFileSync('conformance/report.schema.json', 'utf8')) as object;
  const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
  expect([validate(report), validate.errors]).toEqual([true, null]);
  expect(report).toMatchObject({
    outcome: 'failed',
    counts: { passed: 0, failed: 1, warning: 1, known: 1, unproven: 0, error: 0 },
    observed: { success_status: ['completed'], wrapped_records: true },
    target: { base_url: 'http://gw.example' },
  });
});

test('no report contains a secret or a whole data URI', async () => {
  const texts = [
    JSON.stringify(report),
    toJunit(report),
    toCtrf(report),
    toSarif(report),
    await toHtml(report),
    toBadge(report),
  ];
  for (const text of texts) {
    for (const secret of SECRETS) expect(text).not.toContain(secret);
    expect(text).not.toContain('A'.repeat(100));
  }
});

test('JUnit: a test case for each case, with failure, error, skipped and output', () => {
  const xml = toJunit(report);
  expect(xml).toMatch(
    /^<\?xml version="1.0" encoding="UTF-8"\?>\n<testsuites name="gatewright 1.0.0" tests="6" failures="1" errors="1" skipped="1" time="61.2">/,
  );
  expect(xml).toContain('<testsuite name="pots" tests="6" failures="1" errors="1" skipped="1"');
  expect(xml).toContain(
    '<failure message="GW-POT-001 broken by $KEY " type="MUST">GW-POT-001 (MUST, section 1.2): A pot is &lt;MUST&gt; &amp; &quot;whole&quot;.',
  );
  expect(xml).toContain('<skipped message="no clock"/>');
  expect(xml).toContain('<error message="oops" type="error">');
  expect(xml.match(/<testcase /g)).toHaveLength(6);
});

test('CTRF: statuses add up', () => {
  const { reportFormat, specVersion, results } = JSON.parse(toCtrf(report)) as {
    reportFormat: string;
    specVersion: string;
    results: { summary: Record<string, number>; tests: { status: string; name: string; duration: number }[] };
  };
  expect([reportFormat, specVersion]).toEqual(['CTRF', '0.0.0']);
  expect(results.summary).toEqual({
    tests: 6,
    passed: 3,
    failed: 1,
    pending: 0,
    skipped: 1,
    other: 1,
    start: 1795338000000,
    stop: 1795338061200,
  });
  expect(results.tests.map(({ status }) => status)).toEqual([
    'passed',
    'failed',
    'passed',
    'skipped',
    'other',
    'passed',
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
        rules: [{ id: 'GW-POT-001' }, { id: 'GW-POT-002' }, { id: 'GW-POT-003' }],
      },
    },
    results: [
      { ruleId: 'GW-POT-001', ruleIndex: 0, level: 'error' },
      { ruleId: 'GW-POT-002', ruleIndex: 1, level: 'warning' },
      {
        ruleId: 'GW-POT-003',
        ruleIndex: 2,
        level: 'warning',
        suppressions: [{ kind: 'external', justification: 'later' }],
      },
    ],
    invocations: [
      { toolExecutionNotifications: [{ level: 'error', message: { text: 'pots.fault: oops' } }] },
    ],
  });
});

test('the page is one file that refers to nothing, and its data cannot end the script', async () => {
  const page = await toHtml(report);
  expect(page).not.toMatch(/<(link|img|iframe)|src=|https?:\/\/(?!gw\.example)/);
  expect(page.match(/<\/script>/g)).toHaveLength(2);
  expect(page).toContain('<title>Conformance of http://gw.example</title>');
});

test('the badge counts what is proven', () => {
  expect(toBadge(report)).toContain('<title>conformance: core 0/3</title>');
});
