import { buildReport } from '../../src/conformance/report/build-report.ts';
import { createRedactor } from '../../src/conformance/report/redact.ts';
import type { Report } from '../../src/conformance/report/report.ts';
import { toKept } from '../../src/conformance/report/wire-log.ts';
import type { CaseResult, CheckResult } from '../../src/conformance/run/result.ts';
import type { Requirement, Suite } from '../../src/conformance/suite/suite.ts';
import type { Target } from '../../src/conformance/target/target.ts';
import type { Exchange } from '../../src/conformance/wire/exchange.ts';
import { seenTasks } from '../../src/conformance/wire/seen-tasks.ts';

/** Secrets that a run of the fixture used or received. */
export const SECRETS = ['rich-secret', 'strange-secret', 'whsec_c2VjcmV0c2VjcmV0'];

/** Text by which a target may break a report: control characters, ends of sections and scripts, lone surrogates, other scripts. */
export const HOSTILE =
  '\u0000\u0008\u001b[31m ]]> <![CDATA[ --> </script><script>alert(1)</script> &amp; &#0; "q" \'s\' \ud800 \udc00 \ufffe\uffff \u2028 \u0085 纸船 café 🚤 {{data}} {{title}}';

const TARGET: Target = {
  base_url: 'http://user:strange-secret@gw.example',
  keys: { rich: 'rich-secret' },
  callbacks: { secret: 'whsec_c2VjcmV0c2VjcmV0' },
};

/** What a run keeps of exchanges. */
function kept(exchanges: readonly Exchange[]): Pick<CaseResult, 'exchanges' | 'tasks'> {
  const redactor = createRedactor(TARGET);
  return {
    exchanges: exchanges.map((exchange) => toKept(exchange, redactor)),
    tasks: exchanges.flatMap(seenTasks),
  };
}

const requirements: ReadonlyMap<string, Requirement> = new Map(
  (['MUST', 'SHOULD', 'CHOICE'] as const).map((level, index) => {
    const id = `GW-POT-00${index + 1}`;
    return [id, { id, level, section: '1.2', statement: `A pot is <${level}> & "whole".` }];
  }),
);

function result(id: string, { hostile }: FixtureOptions, ...checks: readonly CheckResult[]): CaseResult {
  const [first] = checks;
  const said = (text: string): string =>
    hostile === '' ? text : `${text} ${hostile} ${'纸🚤'.repeat(4000)}`;
  return {
    id,
    title: said(`It </script> holds rich-secret (${id})`),
    file: 'conformance/cases/pots/pots.yaml',
    outcome: first?.outcome ?? 'passed',
    checks: checks.map((check) => ({
      ...check,
      expected: said(check.expected),
      ...(check.actual !== undefined && { actual: said(check.actual) }),
      ...(check.reason !== undefined && { reason: said(check.reason) }),
    })),
    tookMs: 12.4,
    ...kept([
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
          text: said('{"echo":"rich-secret","s":"whsec_c2VjcmV0c2VjcmV0"}'),
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
    ]),
  };
}

interface FixtureOptions {
  /** Added to every text that can come from a target or a caller. */
  readonly hostile: string;
}

/** A run with every outcome: passed, failed, warning, unproven, error, known. */
export function makeReport(options: FixtureOptions = { hostile: '' }): Report {
  const { hostile } = options;
  return buildReport({
    suite: { requirements, version: '1.0.0' } as Suite, // the report needs no more of it
    version: '0.1.0',
    target: { ...TARGET, ...(hostile !== '' && { name: `pot ${hostile}` }) },
    results: [
      result('pots.good', options, { requirement: 'GW-POT-001', outcome: 'passed', expected: 'a' }),
      result('pots.bad', options, {
        requirement: 'GW-POT-001',
        outcome: 'failed',
        expected: 'whole',
        actual: 'broken by rich-secret\u0000',
        exchange: 0,
      }),
      result('pots.advice', options, {
        requirement: 'GW-POT-002',
        outcome: 'warning',
        expected: 'b',
        actual: 'c',
      }),
      result('pots.open', options, {
        requirement: 'GW-POT-003',
        outcome: 'unproven',
        expected: 'd',
        actual: 'no clock',
      }),
      result('pots.fault', options, {
        outcome: 'error',
        expected: 'the case can be run',
        actual: 'oops',
      }),
      result('pots.known', options, {
        requirement: 'GW-POT-003',
        outcome: 'known',
        expected: 'd',
        actual: 'e',
        reason: 'later',
      }),
      result('lids.good', options, { requirement: 'GW-POT-001', outcome: 'passed', expected: 'a' }),
    ],
    startedAt: new Date('2026-11-22T09:00:00Z'),
    tookMs: 61_234,
    profile: 'core',
    level: 'SHOULD',
    seed: 'abc',
    money: { spent_usd: '0.12' },
    stale: hostile === '' ? [] : [`pots.good (${hostile})`],
    isBrokenOff: false,
    isComplete: true,
  });
}
