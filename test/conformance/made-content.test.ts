import { expect, test } from 'vitest';
import { createEvaluator } from '../../src/conformance/language/expressions.ts';
import { drawPdf } from '../../src/conformance/peers/draw-pdf.ts';
import { fillBody } from '../../src/conformance/run/fill-body.ts';

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
  ['letter', ['0 0 612 792', '0 0 612 792', '0 0 612 792']],
  ['a4', ['0 0 595 842', '0 0 595 842', '0 0 595 842']],
  ['420x595', ['0 0 420 595', '0 0 420 595', '0 0 420 595']],
  ['unknown', ['0 0 612 792', '0 0 612 792', '0 0 612 792']],
  ['letter-a4', ['0 0 612 792', '0 0 595 842', '0 0 612 792']],
])('the pages of a PDF of size %s have the boxes %j', (size, boxes) => {
  const text = Buffer.from(drawPdf(3, size)).toString('latin1');
  expect(text.match(/\/MediaBox \[[^\]]+\]/g)).toEqual(boxes.map((box) => `/MediaBox [${box}]`));
});
