import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { checkConformance } from '../../../scripts/check-conformance.ts';
import { createSampleSuite } from './sample-suite.ts';

const project = resolve(import.meta.dirname, '../../..');
const POT = 'conformance/requirements/pot.yaml';
const CUP = 'conformance/requirements/cup.yaml';
const CASES = 'conformance/cases/pot/pouring.yaml';

test('a consistent suite has no problems', async () => {
  await using suite = await createSampleSuite();
  expect(await suite.check()).toEqual([]);
});

const changes: readonly (readonly [
  string,
  { file: string; from: string; to: string; problems: readonly string[] },
])[] = [
  [
    'an uncovered MUST',
    {
      file: CUP,
      from: '\n  untestable: Nobody may look into the cup.',
      to: '',
      problems: [
        `${CUP}:1:3: GW-CUP-001 is not covered by a case, nor untestable: A small cup holds 100 ml of tea.`,
      ],
    },
  ],
  [
    'a level that is none',
    {
      file: POT,
      from: 'level: SHOULD',
      to: 'level: MAY',
      problems: [`${POT}:10:3: GW-POT-002: level must be one of "MUST", "SHOULD", "CHOICE", not "MAY"`],
    },
  ],
  [
    'an id of another area',
    {
      file: POT,
      from: 'id: GW-POT-003',
      to: 'id: GW-CUP-003',
      problems: [
        'conformance/frozen/1.0.0.txt:4:1: GW-POT-003 was removed: ids never change, put it back',
        `${POT}:17:3: "GW-CUP-003" does not fit the area of its file: GW-POT- and three digits`,
        `${POT}:17:3: GW-CUP-003 is not in conformance/frozen/1.0.0.txt: npm run check:conformance -- --write adds it`,
      ],
    },
  ],
  [
    'a requirement that is there twice',
    {
      file: POT,
      from: 'id: GW-POT-003',
      to: 'id: GW-POT-002',
      problems: [
        'conformance/frozen/1.0.0.txt:4:1: GW-POT-003 was removed: ids never change, put it back',
        `${POT}:17:3: requirement GW-POT-002 is already at ${POT}:9`,
      ],
    },
  ],
  [
    'a sentence that does not exist, and one that nobody names',
    {
      file: POT,
      from: '["1/2"]',
      to: '["1/9"]',
      problems: [
        `${POT}:12:15: GW-POT-002 names sentence 1/9, which is not in conformance/sentences.yaml`,
        'conformance/sentences.yaml:2:3: no requirement names sentence 1/2: add one, or the reason why the sentence is informative',
      ],
    },
  ],
  [
    'an informative sentence that is named',
    {
      file: POT,
      from: '["1/2"]',
      to: '["1/2", "1/3"]',
      problems: [
        `${POT}:12:22: GW-POT-002 names sentence 1/3, which is marked informative in conformance/sentences.yaml`,
      ],
    },
  ],
  [
    'a case that names no requirement',
    {
      file: CASES,
      from: 'requirement: GW-POT-001, ',
      to: '',
      problems: [
        `${CASES}:1:3: case pot.pours is an orphan: none of its checks names a requirement`,
        `${POT}:7:3: verified_by of GW-POT-001 is out of date: no case names it; npm run check:conformance -- --write fixes it`,
      ],
    },
  ],
  [
    'a case that names a requirement that does not exist',
    {
      file: CASES,
      from: '{status: 200}',
      to: '{requirement: GW-POT-099, status: 200}',
      problems: [`${CASES}:6:12: case pot.pours names GW-POT-099, which is not a requirement`],
    },
  ],
  [
    'a case that verified_by does not have',
    {
      file: CASES,
      from: '{status: 200}',
      to: '{requirement: GW-POT-002, status: 200}',
      problems: [
        `${POT}:9:3: verified_by of GW-POT-002 is out of date: the cases that name it are pot.pours; npm run check:conformance -- --write fixes it`,
      ],
    },
  ],
  [
    'a case of an untestable requirement',
    {
      file: CASES,
      from: '{status: 200}',
      to: '{requirement: GW-CUP-001, status: 200}',
      problems: [`${CUP}:6:3: GW-CUP-001 is both untestable and verified by pot.pours: remove one`],
    },
  ],
  [
    'a file that is no YAML',
    {
      file: CASES,
      from: '- id: pot.pours',
      to: '- id: "pot.pours',
      problems: [
        `${CASES}:8:1: Missing closing "quote`,
        `${POT}:7:3: verified_by of GW-POT-001 is out of date: no case names it; npm run check:conformance -- --write fixes it`,
      ],
    },
  ],
];

test.each(changes)('reports %s', async (_name, { file, from, to, problems }) => {
  await using suite = await createSampleSuite();
  await suite.change(file, from, to);
  expect(await suite.check()).toEqual(problems);
});

test('cases are checked with their JSON Schema, when there is one', async () => {
  await using suite = await createSampleSuite();
  const step = { type: 'object', properties: { request: { type: 'object' } }, required: ['request'] };
  const assertion = { type: 'object', properties: { assert: { type: 'array' } }, required: ['assert'] };
  const steps = { type: 'array', items: { oneOf: [step, assertion] } };
  const schema = { type: 'array', items: { type: 'object', required: ['title'], properties: { steps } } };
  await suite.write('conformance/case.schema.json', JSON.stringify(schema));
  expect(await suite.check()).toEqual([]);
  await suite.change(CASES, '{operation: pourTea}', 'pourTea');
  await suite.change(CASES, '  title: A pot pours tea\n', '');
  expect(await suite.check()).toEqual([
    `${CASES}:1:3: pot.pours: title is missing`,
    `${CASES}:3:7: pot.pours: steps[0].request must be an object, not "pourTea"`,
  ]);
});

test('a duplicate case is reported, also in another file', async () => {
  await using suite = await createSampleSuite();
  await suite.write('conformance/cases/pot/second.yaml', await suite.read(CASES));
  expect(await suite.check()).toEqual([
    `conformance/cases/pot/second.yaml:1:3: case pot.pours is already at ${CASES}:1`,
  ]);
});

test('a requirement at the top of a case counts for its checks', async () => {
  await using suite = await createSampleSuite();
  await suite.change(CASES, 'requirement: GW-POT-001, ', '');
  await suite.change(CASES, '  title:', '  requirement: GW-POT-001\n  title:');
  expect(await suite.check()).toEqual([]);
});

test('invariants verify requirements, and name ones that exist', async () => {
  await using suite = await createSampleSuite();
  await suite.write('conformance/invariants.yaml', '- {id: hot, requirement: GW-POT-009, that: "hot"}\n');
  expect(await suite.check()).toEqual([
    'conformance/invariants.yaml:1:13: case invariant.hot names GW-POT-009, which is not a requirement',
  ]);
  await suite.change('conformance/invariants.yaml', 'GW-POT-009', 'GW-POT-001');
  expect(await suite.mend()).toEqual([POT]);
  expect(await suite.read(POT)).toContain('  verified_by: [invariant.hot, pot.pours]\n');
});

test('a traceability table that does not match the requirements is reported and fixed', async () => {
  await using suite = await createSampleSuite();
  const files = ['generated/conformance-requirements.html', 'docs/conformance-requirements.md'];
  const message = 'does not match the requirements: npm run check:conformance -- --write fixes it';
  await suite.write('conformance/areas.yaml', 'POT: Pots\n');
  expect(await suite.check()).toEqual([
    'conformance/areas.yaml:1:1: has no title for the area CUP',
    ...files.map((file) => `${file}:1:1: ${message}`),
  ]);
  await suite.write('conformance/areas.yaml', 'POT: Pots\nCUP: Cups\n');
  expect(await suite.mend()).toEqual(files);
  expect(await suite.check()).toEqual([]);
  await suite.change(POT, 'made of cast iron', 'made of clay');
  expect((await suite.check()).length).toBe(2);
  await suite.mend();
  expect(await suite.read('docs/conformance-requirements.md')).toContain('A pot is made of clay.');
});

test('the requirements of this project name every sentence, and keep their ids', async () => {
  const problems = await checkConformance({ root: project });
  const own = problems.filter(({ file }) => !file.startsWith('conformance/cases/'));
  expect(own.filter(({ message }) => !/not covered|--write (fixes|adds) it/.test(message))).toEqual([]);
});
