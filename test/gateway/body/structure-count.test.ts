import { expect, test } from 'vitest';
import { createStructureCount } from '../../../src/gateway/body/structure-count.ts';

const encoder = new TextEncoder();

/** The most bytes outside of strings that a text is refused for, read in parts of a length. */
function countOf(text: string, length: number): number {
  const bytes = encoder.encode(text);
  for (let most = bytes.length; most >= 0; most -= 1) {
    const isLittle = createStructureCount(most);
    for (let start = 0; start < bytes.length; start += length) {
      if (!isLittle(bytes.subarray(start, start + length))) return most + 1;
    }
  }
  return 0;
}

test.each([
  ['{}', 2],
  ['   ', 3],
  ['{"a":"bc"}', 7],
  ['"a\\"b" ', 3],
  ['"\\\\" 1', 4],
  ['"\\u0022" 1', 4],
  [`"${'x'.repeat(400)}\\"${'x'.repeat(400)}" 1`, 4],
  [`"${'x'.repeat(400)}" "${'é'.repeat(400)}"`, 5],
  ['"no end', 1],
])('counts %j alike in one part and in many', (text, want) => {
  for (const length of [1, 2, 3, 7, 150, 1000])
    expect([length, countOf(text, length)]).toEqual([length, want]);
});

test('refuses at the first byte too many', () => {
  const isLittle = createStructureCount(1000);
  expect(isLittle(new Uint8Array(1000).fill(0x20))).toBe(true);
  expect(isLittle(encoder.encode(' '))).toBe(false);
});
