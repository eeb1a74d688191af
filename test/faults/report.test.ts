import { expect, test } from 'vitest';
import { replaceTable } from './page.ts';
import { brokenPromises, toTable } from './report.ts';
import type { Outcome } from './run-scenario.ts';

const quiet: Outcome = {
  scenario: {
    name: 'a storm',
    database: 'SQLite',
    processes: 1,
    times: { long: 1, short: 1 },
    strike: async () => {},
  },
  faults: 3,
  seen: {
    accepted: new Map([['client-0-0', 'task_1']]),
    refusals: new Map([
      [409, 7],
      [502, 1],
      [503, 2],
    ]),
    unexpected: [],
    cutConnections: 4,
    longestSubmitMs: 2345,
  },
  findings: { lost: 0, doubled: 0, callbacksMissing: 0, callbacksRepeated: 1, bookErrors: [] },
  worstRecoveryMs: 1250,
};

test('writes one row per scenario, in aligned columns', () => {
  const lines = toTable([quiet]).split('\n');
  expect(lines[2]?.replace(/ +/g, ' ')).toBe(
    '| a storm | SQLite | 3 | 1 | 0 | 0 | 0 | 1 | 0 | 3 | 4 | 1.3 s | 2.3 s |',
  );
  expect(new Set(lines.map(({ length }) => length)).size).toBe(1);
});

test('reports no problem when every guarantee holds', () => {
  expect(brokenPromises([quiet])).toEqual([]);
});

test.each([
  ['1 lost', { findings: { ...quiet.findings, lost: 1 } }],
  ['2 doubled', { findings: { ...quiet.findings, doubled: 2 } }],
  ['3 callbacks missing', { findings: { ...quiet.findings, callbacksMissing: 3 } }],
  ['held is 0.03', { findings: { ...quiet.findings, bookErrors: ['held is 0.03'] } }],
  ['500 oops', { seen: { ...quiet.seen, unexpected: ['500 oops'] } }],
  ['nothing was accepted', { seen: { ...quiet.seen, accepted: new Map() } }],
])('reports %s', (text, change) => {
  expect(brokenPromises([{ ...quiet, ...change }])).toEqual([`a storm (SQLite): ${text}`]);
});

test('replaces the table of the page, and refuses a page without markers for it', () => {
  const marks = [
    '<!-- begin of the table that `npm run faults -- --write` writes -->',
    '<!-- end of the table -->',
  ];
  const page = `before\n${marks[0]}\nold\n${marks[1]}\nafter\n`;
  expect(replaceTable(page, '| new |', '2 cores')).toBe(
    `before\n${marks[0]}\n\nOne run on 2 cores:\n\n| new |\n\n${marks[1]}\nafter\n`,
  );
  expect(() => replaceTable('before', '| new |', '2 cores')).toThrow('no place');
});
