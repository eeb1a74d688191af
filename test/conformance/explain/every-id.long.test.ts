import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { expandCases } from '../../../src/conformance/expand/expand.ts';
import { explain, listIds } from '../../../src/conformance/explain/explain.ts';
import { readSuite } from '../../../src/conformance/suite/read-suite.ts';

const suite = await readSuite();
const areas = [...new Set([...suite.requirements.keys()].map((id) => id.replace(/-\d{3}$/, '')))];
const rows = expandCases(suite).map(({ id }) => id);

/** What `explain` prints of an id, or why it cannot. */
function tell(id: string): string {
  try {
    return explain(id, suite) ?? 'there is no such id';
  } catch (error) {
    return `it throws: ${String(error)}`;
  }
}

const told = new Map([...listIds(suite), ...areas, ...rows].map((id) => [id, tell(id)]));
const idsWith = (pattern: RegExp): readonly string[] =>
  [...told].flatMap(([id, text]) => {
    const found = pattern.exec(text);
    return found ? [`${id}: ${found[0]}`] : [];
  });

test('every id of the suite is explained: requirements, cases with their rows, invariants, areas', () => {
  expect(told.size).toBeGreaterThan(1500);
  expect(idsWith(/^(it throws|there is no such id).*/)).toEqual([]);
});

test('no explanation shows a template, a marker or a value that is not text', () => {
  expect(idsWith(/.*(\{\{|[\uE000\uE001]|undefined|\[object).*/)).toEqual([]);
});

test('a shell can read every command', () => {
  const commands = [...suite.cases.map(({ id }) => id), ...rows].map((id) =>
    (told.get(id) ?? tell(id)).split('\n\n').slice(1).join('\n'),
  );
  const { stderr, status } = spawnSync('bash', ['-n'], { input: commands.join('\n'), encoding: 'utf8' });
  expect([stderr, status]).toEqual(['', 0]);
});
