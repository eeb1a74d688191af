import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  checkSpecification,
  toReport,
  writeIndex,
} from '../../../scripts/conformance/check-specification.ts';
import { createSampleSuite, SPECIFICATION } from './sample-suite.ts';

const INDEX = 'conformance/sentences.yaml';
const POT = 'conformance/requirements/pot.yaml';
const CUP = 'conformance/requirements/cup.yaml';

test('the index has every sentence of the specification', async () => {
  await using suite = await createSampleSuite();
  await suite.write('spec.md', SPECIFICATION);
  expect(toReport(await checkSpecification(suite.root, join(suite.root, 'spec.md')))).toEqual([]);
});

test('reports sentences that changed, were added or moved', async () => {
  await using suite = await createSampleSuite();
  const next = SPECIFICATION.replace('5 minutes', '6 minutes').replace(
    '| small',
    '| large | 300 ml |\n| small',
  );
  await suite.write('spec.md', `${next}\n## 2. Milk\n\nMilk is optional.\n`);
  expect(toReport(await checkSpecification(suite.root, join(suite.root, 'spec.md')))).toEqual([
    '1/2 changed: Pour it within 6 minutes.',
    '1/4 added: | large | 300 ml |',
    '2/1 added: Milk is optional.',
    '1/4 is 1/5 now',
  ]);
});

test('reports sentences that are gone', async () => {
  await using suite = await createSampleSuite();
  await suite.write('spec.md', SPECIFICATION.replace('| small | 100 ml |', ''));
  expect(toReport(await checkSpecification(suite.root, join(suite.root, 'spec.md')))).toEqual([
    '1/4 is gone',
  ]);
});

test('a rebuilt index keeps the reasons, and requirements follow their sentences', async () => {
  await using suite = await createSampleSuite();
  await suite.write(
    'spec.md',
    SPECIFICATION.replace('The pot holds tea.', 'There is a pot. The pot holds tea.'),
  );
  await writeIndex(suite.root, join(suite.root, 'spec.md'));
  const index = await suite.read(INDEX);
  expect(index).toContain('ordinal: 4, digest: "3f06f45b595b", informative: "Praise." }');
  expect(await suite.read(POT)).toContain('sentences: ["1/3"] # as the specification advises');
  expect(await suite.read(CUP)).toContain('sentences: ["1/5"]');
  expect(await suite.check()).toEqual([
    `${INDEX}:6:3: no requirement names sentence 1/1: add one, or the reason why the sentence is informative`,
  ]);
});
