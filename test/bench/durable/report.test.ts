import { expect, test } from 'vitest';
import { percentileOf } from './chat-streams.ts';
import { readPgbench } from './cluster.ts';
import { replaceDurablePart, toDurablePart } from './page.ts';
import { commitRows } from './raw-sqlite.ts';
import {
  checkDurableAims,
  countDurableFailures,
  type DurableMeasurements,
  toPollCostResults,
  toSpeedResults,
} from './report.ts';
import type { SpeedTurn } from './speed.ts';
import { FULL_DURABLE, withMillions } from './suite.ts';
import { toDurableTables } from './tables.ts';

function turn(by: SpeedTurn['by'], round: number, perSecond: number): SpeedTurn {
  const operation = by === 'pgbench' ? 'transaction' : by === 'raw SQLite' ? 'commit' : 'submit';
  return { by, operation, round, perSecond, middleMs: 2, p99Ms: undefined, answers: 100, failures: 0 };
}

const polled = { submits: 3, seconds: 4, polls: 1000, p50Ms: 2, maxMs: 60, residentBytes: 400e6 };

const measurements: DurableMeasurements = {
  machine: { cores: 2, cpu: 'Example', node: '24.0.0', loadGenerator: 'wrk', connections: 16, loadBefore: 0 },
  postgresVersion: '17.5',
  speed: [
    { ...turn('PostgreSQL', 1, 900), failures: 2 },
    turn('pgbench', 1, 1500),
    turn('PostgreSQL', 2, 600),
    turn('pgbench', 2, 1500),
    turn('PostgreSQL', 3, 1000),
    turn('pgbench', 3, 1250),
  ],
  callbacks: [{ store: 'SQLite', delivered: 3000, seconds: 2, doubled: 0 }],
  chat: {
    streams: 1000,
    events: 75_000,
    seconds: 5,
    expectedEvents: 100_000,
    lagP50Ms: 1,
    lagP99Ms: 30.26,
    idleBytes: 90e6,
    peakBytes: 250e6,
    failures: 1,
  },
  pollCosts: [
    { store: 'SQLite', tasks: 1000, round: 1, p50Micros: 40 },
    { store: 'SQLite', tasks: 200_000, round: 1, p50Micros: 80 },
  ],
  soak: { submits: 100_000, failures: 4, startBytes: 90e6, middleBytes: 200e6, endBytes: 240e6 },
  largeSubmits: [
    { ...polled, beside: 'nothing', bytes: 0, p99Ms: 4.06, failures: 0 },
    { ...polled, beside: 'data URIs', bytes: 126e6, p99Ms: 49.9, failures: 1 },
    { ...polled, beside: 'references', bytes: 290e6, p99Ms: 50, failures: 0 },
  ],
};

test('rounds are reduced to medians with lowest and highest', () => {
  const [submit] = toSpeedResults(measurements);
  expect(submit).toMatchObject({ by: 'PostgreSQL', perSecond: { median: 900, min: 600, max: 1000 } });
});

test('submissions are compared with pgbench round by round', () => {
  expect(checkDurableAims(measurements)[0]).toEqual({
    what: 'submits/s on PostgreSQL / transactions/s of pgbench -N',
    measured: '0.60x (0.40 to 0.80)',
    aim: 'at least 0.8x',
    isMet: false,
  });
});

test('submissions on SQLite are compared with commits of one row, round by round', () => {
  const speed = [turn('SQLite', 1, 4000), turn('raw SQLite', 1, 8000)];
  expect(checkDurableAims({ ...measurements, speed })[0]).toEqual({
    what: 'submits/s on SQLite / single-row commits/s of raw SQLite',
    measured: '0.50x (0.50 to 0.50)',
    aim: 'at least 0.5x',
    isMet: true,
  });
});

test('commits to a raw SQLite are counted', () => {
  const { perSecond, middleMs, commits } = commitRows(0.05);
  expect([perSecond > 0, middleMs > 0, commits > 0]).toEqual([true, true, true]);
});

test('events of open streams that do not come on time miss the target', () => {
  expect(checkDurableAims(measurements)[1]).toEqual({
    what: 'events of 1,000 open streams, of those due',
    measured: '75.0 %',
    aim: 'at least 97 %',
    isMet: false,
  });
});

test('a poll that costs twice as much among many tasks misses its target', () => {
  expect(toPollCostResults(measurements)[0]?.ratio.median).toBe(2);
  expect(checkDurableAims(measurements).map(({ isMet }) => isMet)).toEqual([
    false,
    false,
    false,
    true,
    true,
    false,
  ]);
});

test('without PostgreSQL nothing is compared with pgbench, and the tables say why', () => {
  const without = { ...measurements, postgresVersion: undefined, speed: [] };
  expect(checkDurableAims(without).map(({ isMet }) => isMet)).toEqual([false, false, true, true, false]);
  expect(toDurableTables(without)).toContain('PostgreSQL is not installed: it was SKIPPED.');
});

test('polls during large submissions are reported together with the undisturbed ones of the same run', () => {
  expect(checkDurableAims(measurements).slice(-2)).toEqual([
    {
      what: 'polls while 126 MB of data URIs are submitted, p99',
      measured: '49.9 ms (quiet: 4.1 ms)',
      aim: 'under 50 ms',
      isMet: true,
    },
    {
      what: 'polls while 290 MB of references are submitted, p99',
      measured: '50.0 ms (quiet: 4.1 ms)',
      aim: 'under 50 ms',
      isMet: false,
    },
  ]);
  expect(toDurableTables(measurements)).toMatch(
    /\| data URIs +\| 126 MB \| 3 +\| 4.0 +\| 1,000 \| 2.0 +\| 49.9 /,
  );
});

test('failures of all parts count', () => {
  expect(countDurableFailures(measurements)).toBe(8);
});

test('the tables show rates, shares and sizes', () => {
  const text = toDurableTables(measurements);
  expect(text).toMatch(/\| SQLite +\| 3,000 +\| 2.0 +\| 1,500 +\| 0 +\|/);
  expect(text).toMatch(/events delivered, of those due +\| 75 %/);
  expect(text).toMatch(/p99 +\| 30.3 ms/);
});

test('the durable part of a page is replaced, and a quick run is marked as one', () => {
  const first = replaceDurablePart('# Mock\n\ntext\n', toDurablePart(measurements, FULL_DURABLE, true));
  const second = replaceDurablePart(first, toDurablePart(measurements, FULL_DURABLE, false));
  expect(first).toContain('**A quick run');
  expect(second).not.toContain('**A quick run');
  expect(second.startsWith('# Mock\n\ntext\n\n## How fast the durable gateway is\n')).toBe(true);
  expect(second.match(/^# /gm)).toHaveLength(1);
  expect(second.match(/^## How fast the durable/gm)).toHaveLength(1);
});

test('a full run adds a million tasks and submissions', () => {
  const plan = withMillions(FULL_DURABLE);
  expect(plan.polls.sizes).toEqual([1000, 200_000, 1_000_000]);
  expect(plan.soakSubmits).toBe(1_000_000);
});

test('pgbench figures are read, and missing ones reported', () => {
  const text = `number of transactions actually processed: 17715
latency average = 2.709 ms
initial connection time = 20.5 ms
tps = 5907.317638 (without initial connection time)
`;
  expect(readPgbench(text)).toEqual({ perSecond: 5907.317638, meanMs: 2.709, transactions: 17_715 });
  expect(() => readPgbench('no such database')).toThrow('pgbench gave no figures');
});

test('a percentile is one of the sorted numbers', () => {
  expect(percentileOf(Float64Array.of(1, 2, 3, 4), 0.5)).toBe(3);
  expect(percentileOf(Float64Array.of(1, 2, 3, 4), 0.99)).toBe(4);
  expect(percentileOf(Float64Array.of(), 0.5)).toBeNaN();
});
