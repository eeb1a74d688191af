import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isScalar, LineCounter, parseDocument, visit } from 'yaml';

const FOLDER = join(import.meta.dirname, '../../conformance');

/** Booleans in YAML 1.1, but in no parser that is used. */
const LETTERS = ['n', 'y', 'N', 'Y'];

/** Values of plain scalars in YAML 1.1, by their text: most texts occur many times. */
const readings = new Map<string, string>();

function readByVersion11(source: string): string {
  const known = readings.get(source);
  if (known !== undefined) return known;
  const reading = written(parseDocument(source, { version: '1.1' }).contents);
  readings.set(source, reading);
  return reading;
}

function written(node: unknown): string {
  return isScalar(node) ? `${typeof node.value} ${String(node.value)}` : 'no scalar';
}

/** The plain scalars of a document that YAML 1.1 reads in another way, with their lines. */
function readDifferently(text: string): readonly string[] {
  const found: string[] = [];
  const lineCounter = new LineCounter();
  visit(parseDocument(text, { lineCounter }), {
    Scalar(_, node) {
      const { source = '' } = node;
      if (node.type !== 'PLAIN' || LETTERS.includes(source)) return;
      const old = readByVersion11(source);
      if (old === written(node)) return;
      found.push(`line ${lineCounter.linePos(node.range?.[0] ?? 0).line}: ${source} is ${old}`);
    },
  });
  return found;
}

test.each(['on', '0o17', '010', '1_000', '12:30'])('%s differs between YAML 1.1 and YAML 1.2', (text) => {
  expect(readDifferently(`a: 1\nb: [${text}]`)).toHaveLength(1);
});

test('YAML 1.1 and YAML 1.2 parsers find the same values in the suite', async () => {
  const files = (await readdir(FOLDER, { recursive: true })).filter((name) => name.endsWith('.yaml'));
  expect(files.length).toBeGreaterThan(50);
  const different = await Promise.all(
    files.map(async (name) => {
      const text = await readFile(join(FOLDER, name), 'utf8');
      return readDifferently(text).map((found) => `${name}, ${found}`);
    }),
  );
  expect(different.flat()).toEqual([]);
});
