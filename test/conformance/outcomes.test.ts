import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { conform } from '../../src/conformance/conform.ts';
import type { ConformOptions } from '../../src/conformance/conform-options.ts';
import { buildReport, type FinishedRun } from '../../src/conformance/report/build-report.ts';
import type { Report } from '../../src/conformance/report/report.ts';
import { toCtrf } from '../../src/conformance/report/to-ctrf.ts';
import { toJunit } from '../../src/conformance/report/to-junit.ts';
import { toSarif } from '../../src/conformance/report/to-sarif.ts';
import { writeReports } from '../../src/conformance/report/write-reports.ts';
import type { CheckResult, Outcome } from '../../src/conformance/run/result.ts';
import { smallSuite, startSmall } from './small-gateway.ts';

const suite = await smallSuite();

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gatewright-outcomes-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** The report of a run with one case: a check with each outcome, each of a requirement of its own, but errors of the suite of none. */
function reportOf(outcomes: readonly Outcome[], more: Partial<FinishedRun> = {}): Report {
  const checks = outcomes.map((outcome, index): CheckResult => {
    const about = { outcome, expected: 'a pot', actual: `pot ${index}` };
    return outcome === 'error' ? about : { ...about, requirement: `GW-POT-00${index + 1}` };
  });
  return buildReport({
    suite,
    version: '0.1.0',
    target: { base_url: 'http://gw.example', keys: { rich: 'sk-rich' } },
    results: [
      {
        ...{ id: 'pots.one', title: 'a pot', file: 'pots.yaml', exchanges: [], tasks: [], tookMs: 1 },
        outcome: outcomes[0] ?? 'passed',
        checks,
      },
    ],
    startedAt: new Date('2026-11-22T09:00:00Z'),
    tookMs: 1234,
    profile: 'core',
    level: 'SHOULD',
    seed: 'abc',
    money: {},
    stale: [],
    isBrokenOff: false,
    isComplete: true,
    ...more,
  });
}

const interrupted = { cases_run: 1, cases_planned: 2 };

test.each<[Report['outcome'], readonly Outcome[], Partial<FinishedRun>]>([
  ['passed', ['passed'], {}],
  ['passed', ['passed', 'unproven'], {}],
  ['passed', ['known'], {}],
  ['passed', ['warning'], {}],
  ['failed', ['passed', 'failed'], {}],
  ['failed', ['failed', 'error'], {}],
  ['failed', ['failed'], { interrupted }],
  ['failed', ['passed'], { stale: ['pots.one (later)'] }],
  ['error', ['passed', 'error'], {}],
  ['error', ['passed'], { interrupted }],
  ['error', ['passed'], { isBrokenOff: true }],
  ['error', ['unproven'], {}],
  ['error', [], { interrupted }],
])('a run comes to %s: %j, %j', (want, outcomes, more) => {
  expect(reportOf(outcomes, more).outcome).toBe(want);
});

test('a case in which something was proven counts as passed in CTRF, and is not skipped in JUnit', () => {
  const partly = reportOf(['unproven', 'passed']);
  const nothing = reportOf(['unproven', 'unproven']);
  const statusOf = (report: Report) => JSON.parse(toCtrf(report)).results.tests[0].status;
  expect([statusOf(partly), statusOf(nothing), statusOf(reportOf([]))]).toEqual([
    'passed',
    'skipped',
    'passed',
  ]);
  expect(toJunit(partly)).toContain('tests="1" failures="0" errors="0" skipped="0"');
  expect(toJunit(partly)).not.toContain('<skipped');
  expect(toJunit(nothing)).toContain('tests="1" failures="0" errors="0" skipped="1"');
  expect(toJunit(nothing)).toContain('<skipped message="pot 0"/>');
  expect(toJunit(reportOf([]))).toContain('tests="1" failures="0" errors="0" skipped="0"');
});

test('SARIF has a result for what failed, and a notification for what could not be run', () => {
  const [run] = JSON.parse(toSarif(reportOf(['passed', 'failed', 'unproven', 'error']))).runs;
  expect(run.results).toHaveLength(1);
  expect(run.invocations[0].toolExecutionNotifications).toEqual([
    { level: 'error', message: { text: 'pots.one: pot 3' } },
  ]);
});

test.each([
  ['json', 'pots.json', '{\n "report_version": 1,'],
  ['junit', 'pots.xml', '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>'],
  ['ctrf', 'pots.json', '{\n  "reportFormat": "CTRF"'],
  ['sarif', 'pots.sarif', '{\n  "$schema": "https://json.schemastore.org/sarif-2.1.0.json"'],
  ['html', 'pots.html', '<!doctype html>'],
  ['badge', 'pots.svg', '<svg xmlns="http://www.w3.org/2000/svg"'],
  ['badge', 'pots.json', '{"schemaVersion":1,'],
  ['badge', 'potsjson', '<svg '],
])('the report %s is written to %s', async (kind, name, beginning) => {
  const file = join(temporaryFolder(), name);
  await writeReports(reportOf(['passed']), [{ kind, file }]);
  expect(readFileSync(file, 'utf8').toLowerCase().slice(0, beginning.length)).toBe(beginning.toLowerCase());
});

/** Runs `gatewright conform` as far as it does not depend on a terminal. */
async function call(options: Partial<ConformOptions>, signal = new AbortController().signal) {
  const [told, printed]: [string[], string[]] = [[], []];
  const code = await conform(
    {
      ...{ key: 'sk-rich', only: ['catalogue.list'], skip: [], reports: [] },
      ...{ freeOnly: false, bail: false, isQuiet: true, seed: 'pots' },
      ...options,
    },
    {
      ...{ print: (text) => printed.push(text), tell: (text) => told.push(text) },
      ...{ width: 100, isColoured: false, isLive: false, didYouMean: () => '', env: {}, signal },
    },
    '0.1.0',
  );
  return { code, told: told.join(''), printed: printed.join('') };
}

test('a run that is interrupted ends with 130, says how far it came, and writes its reports', async () => {
  const interrupting = new AbortController();
  const { baseUrl } = await startSmall(() => ({}));
  const file = join(temporaryFolder(), 'pots.json');
  interrupting.abort();
  const run = call({ baseUrl, reports: [{ kind: 'json', file }] }, interrupting.signal);
  expect(await run).toEqual({
    code: 130,
    told: 'Interrupted: 0 of 1 cases were finished; what the remaining cases have spent is unknown.\n',
    printed: expect.stringMatching(/^Not completed: /),
  });
  const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
  expect(report).toMatchObject({
    outcome: 'error',
    run: { interrupted: { cases_run: 0, cases_planned: 1 } },
    money: {},
  });
});

test('cases that cannot be run are errors of the set-up: exit 2', async () => {
  const { baseUrl } = await startSmall(({ path }) => ({ status: path === '/staging/reset' ? 500 : 200 }));
  const targetFile = join(temporaryFolder(), 'target.yaml');
  writeFileSync(
    targetFile,
    'keys: {rich: sk-rich}\nisolation: {headers: {x-case: "{{case}}"}, prepare: [{path: /staging/reset}]}\n',
  );
  const { code, printed } = await call({ baseUrl, targetFile });
  expect(code).toBe(2);
  expect(printed).toContain(
    `\n  catalogue.list: the target's GET /staging/reset answered 500: "{}"\nNot completed: `,
  );
});

test.each<
  [string, { status?: number; headers?: Record<string, string>; body?: unknown } | undefined, string]
>([
  ['/v1', { status: 404 }, ' returned 404. Give the base URL without /v1: BASE\n'],
  [
    '',
    { headers: { 'content-type': 'text/html;\u0085charset=utf-8' }, body: '<p>' },
    ' returned 200 with text/html; charset=utf-8 instead of JSON. Is it the base URL of the gateway?\n',
  ],
  ['', undefined, ' got no response: the connection was closed without a response.\n'],
])('what is no gateway is said before anything runs: BASE%s, %j', async (path, answer, want) => {
  const { baseUrl } = await startSmall((asked) => (asked.path.endsWith('/v1/models') ? answer : {}));
  const { code, told, printed } = await call({ baseUrl: `${baseUrl}${path}` });
  expect([code, printed]).toEqual([2, '']);
  expect(told).toBe(`GET ${baseUrl}${path}/v1/models${want.replace('BASE', baseUrl)}`);
});

test.each([
  [404, { 'content-type': 'application/json' }, 'no'],
  [200, { 'content-type': 'application/problem+json' }, 'no'],
  [500, { 'content-type': 'text/plain' }, '{}'],
])('a gateway whose list is faulty is tested: %i, %j, %s', async (status, headers, body) => {
  const { baseUrl } = await startSmall(() => ({ status, headers, body }));
  expect((await call({ baseUrl })).code).toBe(1);
});
