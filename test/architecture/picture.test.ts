import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readImports, targetsOf } from '../../scripts/architecture/read-imports.ts';
import { findCycle, reduceImports } from '../../scripts/architecture/reduce-imports.ts';
import { type RequestPath, requestPaths } from '../../scripts/architecture/request-paths.ts';
import { PAGE, PICTURE, writeArchitecture } from '../../scripts/architecture/write-page.ts';

const root = join(import.meta.dirname, '..', '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const imports = readImports(root);

test('page and diagram show the actual imports; npm run draw:architecture updates them', () => {
  const page = read(PAGE);
  expect(writeArchitecture(page, imports)).toEqual({ page, picture: read(PICTURE) });
});

test('the folders import each other in one direction', () => {
  expect(findCycle(imports)).toBeUndefined();
});

test('a cycle is found, however long', () => {
  const edges = [
    { from: 'a', to: 'b' },
    { from: 'b', to: 'c' },
    { from: 'c', to: 'a' },
  ];
  expect(findCycle(edges)).toEqual(['a', 'b']);
});

test('an import that follows from others is left out', () => {
  const direct = [
    { from: 'a', to: 'b' },
    { from: 'b', to: 'c' },
  ];
  expect(reduceImports([...direct, { from: 'a', to: 'c' }])).toEqual(direct);
});

test.each(requestPaths.map((way) => [way.title, way] as const))(
  '%s goes the way that the page describes',
  (_title, way) => {
    for (const { file, name } of way.steps) expect(read(file)).toMatch(new RegExp(`\\b${name}\\b`));
    expect(stepsThatNobodyReaches(way)).toEqual([]);
  },
);

/** Steps whose file no earlier step imports, although no port lies between them. */
function stepsThatNobodyReaches({ steps }: RequestPath): readonly string[] {
  const known = new Set<string>([steps[0]?.file ?? '']);
  return steps.flatMap(({ file, isBehindPort }) => {
    const isKnown = known.has(file) || isBehindPort === true;
    for (const target of targetsOf(file, read(file))) known.add(target);
    return isKnown ? [] : [file];
  });
}
