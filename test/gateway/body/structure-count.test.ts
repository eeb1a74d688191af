import { expect, test } from 'vitest';
import { createStructureCount } from '../../../src/gateway/body/structure-count.ts';

const encoder = new TextEncoder();

/** Whether a text, read in chunks of a given length, has at most that many bytes outside of strings. */
function isAtMost(most: number, text: string, length: number): boolean {
  const bytes = encoder.encode(text);
  const isLittle = createStructureCount(most);
  for (let start = 0; start < bytes.length; start += length)
    if (!isLittle(bytes.subarray(start, start + length))) return false;
  return true;
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
])('counts %j the same in one chunk and in many', (text, want) => {
  for (const length of [1, 2, 3, 7, 150, 1000])
    expect([length, isAtMost(want, text, length), isAtMost(want - 1, text, length)]).toEqual([
      length,
      true,
      false,
    ]);
});

test('refuses at the first byte too many', () => {
  const isLittle = createStructureCount(1000);
  expect(isLittle(new Uint8Array(1000).fill(0x20))).toBe(true);
  expect(isLittle(encoder.encode(' '))).toBe(false);
});
