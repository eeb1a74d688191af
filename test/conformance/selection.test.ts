import { expect, test } from 'vitest';
import { matchCases, selectCases } from '../../src/conformance/selection/select-cases.ts';
import type { Requirement, Suite } from '../../src/conformance/suite/suite.ts';
import { caseOf } from './small-gateway.ts';

const about = { section: '1', statement: 'A pot is whole.' };
const requirements: readonly Requirement[] = [
  { ...about, id: 'GW-POT-001', level: 'MUST' },
  { ...about, id: 'GW-POT-002', level: 'SHOULD' },
  { ...about, id: 'GW-POT-LID-001', level: 'MUST' },
  { ...about, id: 'GW-POTS-001', level: 'CHOICE' },
];

const made = (id: string, ...ids: readonly string[]) =>
  caseOf([{ request: {}, expect: ids.map((requirement) => ({ requirement, status: 200 })) }], {
    id,
    file: `conformance/cases/${id.split('.')[0]}/all.yaml`,
  });

const all = [
  made('brew.one', 'GW-POT-001', 'GW-POT-002'),
  made('brew.one-more', 'GW-POT-002'),
  made('lids.rows/a', 'GW-POT-LID-001'),
  made('lids.rows/b', 'GW-POT-LID-001', 'GW-POTS-001'),
  made('models.size/tea-1.0/1K', 'GW-POTS-001'),
  made('models.size/tea-1.0-pro/1K', 'GW-POTS-001'),
];
const suite = {
  requirements: new Map(requirements.map((one) => [one.id, one])),
  cases: all,
  models: [{ id: 'tea-1.0' }, { id: 'tea-1.0-pro' }],
} as unknown as Suite; // selection reads no more of it

const nothing = { only: [], skip: [], level: 'CHOICE' } as const;
const idsOf = (wanted: Partial<Parameters<typeof matchCases>[2]>) =>
  matchCases(suite, all, { ...nothing, ...wanted }).cases.map(({ id }) => id);

test.each<[readonly string[], readonly string[]]>([
  [[], all.map(({ id }) => id)],
  [['POT'], ['brew.one', 'brew.one-more', 'lids.rows/a', 'lids.rows/b']],
  [['pot-lid'], ['lids.rows/a', 'lids.rows/b']],
  [['POTS'], ['lids.rows/b', 'models.size/tea-1.0/1K', 'models.size/tea-1.0-pro/1K']],
  [['GW-POT-001'], ['brew.one']],
  [['POT-001'], ['brew.one']],
  [['brew.one'], ['brew.one']],
  [['lids.rows'], ['lids.rows/a', 'lids.rows/b']],
  [['lids.rows/b'], ['lids.rows/b']],
  [['Lids'], ['lids.rows/a', 'lids.rows/b']],
  [['tea-1.0'], ['models.size/tea-1.0/1K']],
  [['MUST'], ['brew.one', 'lids.rows/a', 'lids.rows/b']],
  [['should'], ['brew.one', 'brew.one-more']],
  [
    ['MUST', 'SHOULD', 'brew'],
    ['brew.one', 'brew.one-more'],
  ],
  [['MUST', 'brew'], ['brew.one']],
  [
    ['brew.one-more', 'lids.rows/a'],
    ['brew.one-more', 'lids.rows/a'],
  ],
])('--only %j', (only, want) => {
  expect(idsOf({ only })).toEqual(want);
});

test.each<[readonly string[], readonly string[]]>([
  [['POT'], ['lids.rows/b', 'models.size/tea-1.0/1K', 'models.size/tea-1.0-pro/1K']],
  [
    ['CHOICE', 'lids'],
    ['brew.one', 'brew.one-more'],
  ],
  [
    ['tea-1.0', 'brew', 'lids.rows/a'],
    ['lids.rows/b', 'models.size/tea-1.0-pro/1K'],
  ],
])('--skip %j', (skip, want) => {
  expect(idsOf({ skip })).toEqual(want);
});

test('the level is the lowest that counts; of a case that runs, only its checks that were selected count', () => {
  expect(idsOf({ level: 'MUST' })).toEqual(['brew.one', 'lids.rows/a', 'lids.rows/b']);
  expect(idsOf({ level: 'SHOULD' })).toEqual(['brew.one', 'brew.one-more', 'lids.rows/a', 'lids.rows/b']);
  const countsOf = (wanted: object) =>
    requirements
      .filter(({ id }) => matchCases(suite, all, { ...nothing, ...wanted }).counts(made('brew.one'), id))
      .map(({ id }) => id);
  expect(countsOf({ level: 'MUST' })).toEqual(['GW-POT-001', 'GW-POT-LID-001']);
  expect(countsOf({ level: 'SHOULD', skip: ['POT-001'] })).toEqual(['GW-POT-002', 'GW-POT-LID-001']);
  expect(countsOf({ only: ['GW-POTS-001'] })).toEqual(['GW-POTS-001']);
  expect(countsOf({ only: ['lids'] })).toEqual([]);
});

test.each<[object, string]>([
  [
    { only: ['POTT'] },
    '"POTT" is not an area, folder, case, requirement, model or level. See: gatewright conform --list.',
  ],
  [{ skip: ['brew.on'] }, '"brew.on" is not an area,'],
  [
    { only: ['POTS-001'], level: 'MUST' },
    'No case is selected: what matches (3 cases) checks CHOICE only, which counts with --level CHOICE, as in --profile reference.',
  ],
  [
    { only: ['brew.one-more'], level: 'MUST' },
    'No case is selected: what matches (1 case) checks SHOULD only, which counts with --level SHOULD.',
  ],
  [
    { only: ['POT-001'], skip: ['POT-001'] },
    'No case is selected. See what there is: gatewright conform --list.',
  ],
])('%j selects nothing, and says why', (wanted, why) => {
  expect(() => selectCases(suite, all, { ...nothing, didYouMean: () => '', ...wanted })).toThrow(why);
});
