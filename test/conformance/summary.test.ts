import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { PlannedCase } from '../../src/conformance/money/plan.ts';
import type { Report, ReportedCase, RequirementResult } from '../../src/conformance/report/report.ts';
import type { CaseResult } from '../../src/conformance/run/result.ts';
import { formatPlan } from '../../src/conformance/terminal/format-plan.ts';
import { createProgress } from '../../src/conformance/terminal/progress.ts';
import { toSummary } from '../../src/conformance/terminal/summary.ts';
import { makeReport } from './report-fixture.ts';

const REPORT = makeReport();

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index + 1);

function summarise(report: Partial<Report>, width = 100): string {
  return toSummary({ ...REPORT, ...report }, { width, isColoured: false, isQuiet: false });
}

/** As many requirements and cases with an outcome as it says, each pair with a text of its own. */
function many(
  outcome: RequirementResult['outcome'],
  count: number,
  check: Partial<ReportedCase['checks'][number]>,
): Pick<Report, 'requirements' | 'cases'> {
  const [requirement] = REPORT.requirements;
  const [one] = REPORT.cases;
  if (!requirement || !one) throw new Error('The fixture is empty.');
  return {
    requirements: numbers(count).map((number) => ({ ...requirement, id: `GW-POT-${100 + number}`, outcome })),
    cases: numbers(count).map((number) => ({
      ...one,
      id: `pots.${number}`,
      checks: [
        { outcome, requirement: `GW-POT-${100 + number}`, expected: 'a', actual: `why ${number}`, ...check },
      ],
    })),
  };
}

const occurrences = (text: string, part: string | RegExp): number => text.split(part).length - 1;

const WHOLE = `
1 requirement not met

✗ A pot is <MUST> & "whole".
    GW-POT-001  MUST  section 1.2
    expected  whole
    received  broken by $KEY${' '}
    case      pots.bad: It </script> holds $KEY (pots.bad)
    repeat    npx gatewright explain pots.bad

In these commands, $KEY is keys.rich of the target file.

1 error in the suite or in hooks of the target, not in the gateway
  pots.fault: oops
1 warning (recommendation not followed)
  GW-POT-002  A pot is <SHOULD> & "whole".
    expected b; received c

1 known failure
  GW-POT-003  A pot is <CHOICE> & "whole".
    later

Task records say "completed" for success, and come in a wrapper, with the record in \`data\`: the
specification leaves that open.

              passed    failed     known  warnings
MUST               ·         1         ·         ·
SHOULD             ·         ·         ·         1
CHOICE             ·         ·         1         ·
  POT              ·         1         1         1

Failed: 0 of 3 requirements passed, 1 failed, 1 known failure, 1 warning, in 7 cases. 61.2 s, 0.12 USD spent, seed abc, http://gw.example
`;

test('a summary has the failures first, and quietly nothing but them', () => {
  expect(summarise({})).toBe(WHOLE);
  const quiet = toSummary(REPORT, { width: 100, isColoured: false, isQuiet: true });
  expect(quiet).toBe(WHOLE.replace(/^1 warning.*?(?=^Failed)/ms, ''));
});

test('on a terminal, each outcome has its colour', () => {
  const text = toSummary(REPORT, { width: 100, isColoured: true, isQuiet: false });
  expect(stripVTControlCharacters(text)).toBe(WHOLE);
  for (const [code, part] of [
    [31, '✗'],
    [1, 'A pot is <MUST> & "whole".'],
    [90, 'GW-POT-001  MUST  section 1.2'],
    [33, 'GW-POT-002'],
    [31, '         1'],
    [33, '         1'],
    [90, '         ·'],
    [31, 'Failed'],
  ])
    expect(text).toContain(`\u001b[${code}m${part}\u001b[0m`);
});

test('twenty failures are shown in full, and the others with one line each', () => {
  const text = summarise(many('failed', 23, {}));
  expect(text).toContain('23 requirements not met');
  expect(occurrences(text, /^ {4}received {2}why \d+$/m)).toBe(20);
  expect(occurrences(text, /^ {2}GW-POT-12[123] {2}A pot/m)).toBe(3);
  expect(text).toContain(
    '\nAnd 3 more, which --report html=FILE shows in full\n  GW-POT-121  A pot is <MUST> & "whole".\n',
  );
  expect(summarise(many('failed', 20, {}))).not.toContain('more');
});

test.each([
  ['a short command', 'curl http://gw.example', 'curl http://gw.example'],
  ['the longest command', 'c'.repeat(1500), 'c'.repeat(1500)],
  ['a command that would fill the screen', 'c'.repeat(1501), 'npx gatewright explain pots.1'],
  ['no command', '', 'npx gatewright explain pots.1'],
])('a failure is repeated with %s', (_name, repeat, want) => {
  expect(summarise(many('failed', 1, { repeat }))).toContain(`    repeat    ${want}\n`);
});

test('what a gateway sent is cut after 600 characters, and after 200 where nothing failed', () => {
  const count = (outcome: RequirementResult['outcome']): number =>
    occurrences(summarise(many(outcome, 1, { expected: '', actual: 'ÿ'.repeat(9000) })), 'ÿ');
  expect(count('failed')).toBe(600 - '...'.length);
  expect(count('error')).toBe(600 - 'pots.1: ...'.length);
  expect(count('warning')).toBe(200 - 'expected ; received ...'.length);
});

test('of the errors of the suite, ten are shown', () => {
  const text = summarise(many('error', 12, {}));
  expect(text).toContain('12 errors in the suite or in hooks of the target');
  expect(occurrences(text, /^ {2}pots\.\d+: why/m)).toBe(10);
});

test('twelve reasons are shown for what is unproven, the most frequent first', () => {
  const different = many('unproven', 14, {});
  const last = many('unproven', 15, { actual: 'often' });
  const text = summarise({
    requirements: many('unproven', 16, {}).requirements,
    cases: [
      ...different.cases,
      ...last.cases.slice(14),
      ...many('unproven', 16, { actual: 'often' }).cases.slice(15),
    ],
  });
  expect(text).toContain('16 unproven\n    2  often\n       GW-POT-115 GW-POT-116\n    1  why 1\n');
  expect(text).toContain('and 3 more reasons');
  expect(occurrences(text, /^ {4}1 {2}why/m)).toBe(11);
});

test.each([
  [10, 60],
  [90, 90],
  [300, 120],
])('on a terminal of %i columns, text has lines of at most %i', (width, most) => {
  const statement = 'word '.repeat(100);
  const { requirements, cases } = many('failed', 1, {});
  const text = summarise({ requirements: requirements.map((one) => ({ ...one, statement })), cases }, width);
  const longest = Math.max(
    ...text
      .split('\n')
      .filter((line) => line.includes('word'))
      .map((line) => line.length),
  );
  expect(longest).toBeLessThanOrEqual(most);
  expect(longest).toBeGreaterThan(most - 'word '.length - 3);
});

test('a plan names ten cases that a limit stops, and counts the others', () => {
  const plan = numbers(12).map(
    (number) =>
      ({
        one: { id: `pots.${number}`, title: 'A pot', file: 'conformance/cases/pots/pots.yaml' },
        nanoUsd: BigInt(number) * 1_000_000_000n,
        ifAccepted: BigInt(number) * 1_000_000_000n,
        sources: new Set(['model files']),
      }) as unknown as PlannedCase,
  );
  const text = formatPlan(plan, { width: 100, isColoured: false, limit: '0.5' });
  expect(text).toContain('12 cases cannot start under it');
  expect(text).toContain('pots.9, pots.10 and 2 more.');
  expect(text.indexOf('pots.12')).toBeLessThan(text.indexOf('pots.11'));
  expect(formatPlan(plan, { width: 100, isColoured: false, limit: '2' })).toContain('10 cases cannot start');
  expect(formatPlan(plan, { width: 100, isColoured: false, limit: '12' })).toContain(
    'Each case on its own fits within the limit.',
  );
});

test('where a title has no room beside the id of its case, a plan leaves it out', () => {
  const id = 'models.valid-example/sx-5-0-pro/layer-decomposition-without-a-prompt';
  const planned = {
    one: { id, title: 'A picture is decomposed', file: 'conformance/cases/models/valid-example.yaml' },
    nanoUsd: 1_000_000_000n,
    ifAccepted: 1_000_000_000n,
    sources: new Set(['model files']),
  } as unknown as PlannedCase;
  const lines = (width: number) => formatPlan([planned], { width, isColoured: false }).split('\n');
  expect(lines(80)).toContain(`       1  ${id}`);
  expect(lines(100)).toContain(`       1  ${id}  A picture is deco...`);
});

describe('progress', () => {
  function follow(outcomes: readonly CaseResult['outcome'][], isLive: boolean): string {
    let told = '';
    const tell = (text: string): void => {
      told += text;
    };
    const progress = createProgress(outcomes.length, { tell, isLive, isColoured: false }, false);
    outcomes.forEach((outcome, index) => {
      progress.update(
        { id: `pots.${index + 1}`, title: 'A \u001b[31mpot', outcome } as CaseResult,
        index + 1,
      );
    });
    progress.end();
    return told;
  }

  test('elsewhere than on a terminal, each tenth has a line, and each of the first failures', () => {
    const told = follow([...Array(10).fill('passed'), ...Array(27).fill('failed'), 'error', 'passed'], false);
    expect(told.match(/^\d+ of 39 cases, \d+ failed$/gm)).toEqual([
      '4 of 39 cases, 0 failed',
      '8 of 39 cases, 0 failed',
      '12 of 39 cases, 2 failed',
      '16 of 39 cases, 6 failed',
      '20 of 39 cases, 10 failed',
      '24 of 39 cases, 14 failed',
      '28 of 39 cases, 18 failed',
      '32 of 39 cases, 22 failed',
      '36 of 39 cases, 26 failed',
      '39 of 39 cases, 28 failed',
    ]);
    expect(told.match(/^failed pots\.\d+: .*pot$/gm)).toHaveLength(25);
    expect(told.match(/further failures are only counted here/g)).toHaveLength(1);
    expect(told).not.toContain('\u001b');
  });

  test('on a terminal, a bar ends full and is then wiped', () => {
    const told = follow(['passed', 'failed'], true);
    expect(told).toContain(`\r\u001b[K${'─'.repeat(30)}  0/2 cases  0 s`);
    expect(told).toContain(`\r\u001b[K${'━'.repeat(30)}  2/2 cases  1 failed  0 s`);
    expect(told.endsWith('\r\u001b[K')).toBe(true);
  });
});
