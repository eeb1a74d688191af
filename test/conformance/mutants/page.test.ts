import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { expandCases } from '../../../src/conformance/expand/expand.ts';
import { readSuite } from '../../../src/conformance/suite/read-suite.ts';
import { mutants } from './mutants.ts';
import { readKills } from './write-matrix.ts';

test('the published list has every mutant, and each was caught by a case that exists', async () => {
  const page = await readFile(new URL('../../../docs/conformance-mutants.md', import.meta.url), 'utf8');
  const listed = [...page.matchAll(/^\| `([a-z0-9-]+)`/gm)].map(([, id]) => id);
  expect(listed).toEqual(mutants.map(({ id }) => id));
  expect(listed.length).toBeGreaterThanOrEqual(120);
  const kills = await readKills();
  expect(Object.keys(kills)).toEqual(mutants.map(({ id }) => id).toSorted());
  const cases = new Set(expandCases(await readSuite()).map(({ id }) => id));
  expect(Object.values(kills).filter((id) => !cases.has(id))).toEqual([]);
});
