import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isScalar, LineCounter, parseDocument, visit } from 'yaml';

const FOLDER = join(import.meta.dirname, '../../conformance');

/** Booleans in YAML 1.1, but in no parser that is used. */
const LETTERS = ['n', 'y', 'N', 'Y'];

/** The plain scalars of a document with their positions, as one version of YAML reads them. */
function scalars(text: string, version: '1.1' | '1.2'): readonly (readonly [string, string])[] {
  const found: (readonly [string, string])[] = [];
  const lineCounter = new LineCounter();
  visit(parseDocument(text, { version, lineCounter }), {
    Scalar(_, node) {
      if (!isScalar(node) || node.type !== 'PLAIN' || LETTERS.includes(node.source ?? '')) return;
      const { line } = lineCounter.linePos(node.range?.[0] ?? 0);
      found.push([`line ${line}: ${node.source}`, `${typeof node.value} ${String(node.value)}`]);
    },
  });
  return found;
}

test('YAML 1.1 and YAML 1.2 parsers find the same values in the suite', async () => {
  const files = (await readdir(FOLDER, { recursive: true })).filter((name) => name.endsWith('.yaml'));
  expect(files.length).toBeGreaterThan(50);
  const different = await Promise.all(
    files.map(async (name) => {
      const text = await readFile(join(FOLDER, name), 'utf8');
      const [old, now] = [scalars(text, '1.1'), scalars(text, '1.2')];
      return now.flatMap(([place, value], index) =>
        old[index]?.[1] === value ? [] : [`${name}, ${place} is ${old[index]?.[1]}`],
      );
    }),
  );
  expect(different.flat()).toEqual([]);
});
