import { expect, test } from 'vitest';
import { expandCases } from '../../src/conformance/expand/expand.ts';
import { createEvaluator } from '../../src/conformance/language/expressions.ts';
import { fillKnown } from '../../src/conformance/money/spending-requests.ts';
import { drawMedia } from '../../src/conformance/peers/draw-media.ts';
import { drawPdf } from '../../src/conformance/peers/draw-pdf.ts';
import { fillBody } from '../../src/conformance/run/fill-body.ts';
import { isObject, type Json } from '../../src/conformance/suite/json.ts';
import { readSuite } from '../../src/conformance/suite/read-suite.ts';

const toJson = (value: unknown): Json => JSON.parse(JSON.stringify(value)) as Json; // what was read from YAML

test.each([
  [{ words: 3 }, 'boat river paper'],
  [{ words: 12 }, 'boat river paper light stone green wind summer road house boat river'],
  [{ words: 3, of: 'a' }, 'a a a'],
  [{ characters: 15 }, 'a paper boat a '],
  [{ characters: 4, of: '船' }, '船船船船'],
])('$text %j is generated', async ($text, wanted) => {
  expect(await fillBody({ prompt: { $text } }, undefined)).toEqual({ prompt: wanted });
});

test('words of an expression are those of $text', () => {
  const { evaluate } = createEvaluator({ now: () => 0, unique: (prefix) => `${prefix}-1` });
  expect(evaluate("unique('u') + ' ' + words(n)", { n: 2 })).toBe('u-1 boat river');
});

test.each([
  ['letter', '0 0 612 792'],
  ['a4', '0 0 595 842'],
  ['420x595', '0 0 420 595'],
  ['unknown', '0 0 612 792'],
])('the pages of a PDF of size %s have the box %s', (size, box) => {
  const text = Buffer.from(drawPdf(2, size)).toString('latin1');
  expect(text.match(/\/MediaBox \[[^\]]+\]/g)).toEqual([`/MediaBox [${box}]`, `/MediaBox [${box}]`]);
});

/** The names of all reference images within a value. */
function imagesIn(value: Json | undefined): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(imagesIn);
  if (!isObject(value)) return [];
  return typeof value.$image === 'string' ? [value.$image] : Object.values(value).flatMap(imagesIn);
}

test('every reference image of a case can be generated: otherwise it would be rejected as missing, not for what it is', async () => {
  const cases = expandCases(await readSuite());
  const names = cases.flatMap(({ steps, values }) => imagesIn(fillKnown(toJson(steps), values)));
  expect(names.length).toBeGreaterThan(500);
  for (const name of new Set(names)) expect((await drawMedia(name)).length, name).toBeGreaterThan(0);
});
