import { expect, test } from 'vitest';
import { checkAims } from './aims.ts';
import { formatCount, formatRatio, ratioOf, spreadOf } from './figures.ts';
import { countFailures, type Measurements, toOperationReports } from './report.ts';
import type { Turn } from './rounds.ts';
import { toTables } from './tables.ts';
import type { ServerName } from './targets.ts';

function turn(target: ServerName, round: number, answers: number): Turn {
  const figures = { answers, seconds: 2, p50Ms: 1, p99Ms: 4, failures: 0, cpuMicros: 30 };
  return { ...figures, operation: 'GET /v1/models', target, round };
}

const measurements: Measurements = {
  machine: { cores: 2, cpu: 'Example', node: '24.0.0', loadGenerator: 'wrk', connections: 16, loadBefore: 0 },
  operations: [{ name: 'GET /v1/models', kind: 'list', request: { method: 'GET', path: '/v1/models' } }],
  turns: [
    { ...turn('gatewright', 0, 2), failures: 3 },
    turn('gatewright', 1, 24_000),
    turn('prism', 1, 1000),
    turn('bare', 1, 60_000),
    turn('gatewright', 2, 12_000),
    turn('prism', 2, 800),
    turn('bare', 2, 20_000),
    turn('gatewright', 3, 30_000),
    turn('prism', 3, 1500),
    turn('bare', 3, 50_000),
  ],
  processes: {
    gatewright: { startMs: [300, 500, 200], startBytes: 90e6, loadedBytes: 300e6 },
    prism: { startMs: [1600], startBytes: 170e6, loadedBytes: 290e6 },
    bare: { startMs: [60], startBytes: 50e6, loadedBytes: undefined },
  },
  generation: { milliseconds: [2000, 6000, 3000], files: [{ path: 'openapi.json', bytes: 180_000 }] },
  text: {
    operations: [{ name: 'chat' }],
    turns: [
      { ...turn('gatewright', 1, 8000), operation: 'chat' },
      { ...turn('aimock', 1, 16_000), operation: 'chat', failures: 1 },
    ],
  },
};

test('the median of an even count lies between the two middle values', () => {
  expect(spreadOf([9, 1, 4, 2])).toEqual({ median: 3, min: 1, max: 9 });
});

test('an empty spread is rejected', () => {
  expect(() => spreadOf([])).toThrow('at least one number');
});

test('ratios are taken pair by pair', () => {
  expect(ratioOf([10, 40, 9], [1, 2, 3])).toEqual({ median: 10, min: 3, max: 20 });
});

test('a value without a baseline is rejected', () => {
  expect(() => ratioOf([1, 2], [1])).toThrow('2 values have 1 bases');
});

test('a ratio below two is shown with two decimals', () => {
  expect(formatRatio({ median: 0.514, min: 0.4, max: 0.6 })).toBe('0.51x (0.40 to 0.60)');
  expect(formatRatio({ median: 12.34, min: 8, max: 20 })).toBe('12.3x (8.0 to 20.0)');
});

test('counts are grouped by thousands', () => {
  expect(formatCount(1234567.4)).toBe('1,234,567');
});

test('a report has medians of the rounds and leaves out the warm-up', () => {
  const [report] = toOperationReports(measurements);
  expect(report?.results[0]).toMatchObject({
    target: 'gatewright',
    requestsPerSecond: 12_000,
    answers: 66_000,
  });
  expect(report?.ratios).toMatchObject([
    { other: 'prism', ratio: { median: 20, min: 15, max: 24 } },
    { other: 'bare', ratio: { median: 0.6, min: 0.4, max: 0.6 } },
  ]);
});

test('failures count in the warm-up and for text, too', () => {
  expect(countFailures(measurements)).toBe(4);
});

test('medians decide whether targets are met', () => {
  const met = checkAims(measurements).map(({ what, isMet }) => [what, isMet]);
  expect(met).toEqual([
    ['GET /v1/models: gatewright / prism', true],
    ['GET /v1/models: gatewright / bare', true],
    ['chat: gatewright / aimock', false],
    ['start of gatewright to its first 200', true],
    ['memory of gatewright at start', true],
    ['memory of gatewright after load', false],
    ['full npm run generate', true],
  ]);
});

test.each([
  ['list', 0.5],
  ['poll', 0.75],
  ['submit', 0.65],
] as const)('a %s is to make at least %d of what bare node:http makes', (kind, least) => {
  const [report] = toOperationReports({
    ...measurements,
    operations: measurements.operations.map((operation) => ({ ...operation, kind })),
  });
  expect(report?.ratios.find(({ other }) => other === 'bare')).toMatchObject({ least });
});

test('the tables state the machine, the missed targets, and what the system does not report', () => {
  const text = toTables(measurements);
  expect(text).toContain('2 cores of Example, Node 24.0.0; load by wrk with 16 connections');
  expect(text).toMatch(/memory of gatewright after load +\| 300 MB +\| under Prism's 290 MB +\| missed/);
  expect(text).toMatch(/\| bare +\| 60 ms +\| 50 MB +\| n\/a/);
});
