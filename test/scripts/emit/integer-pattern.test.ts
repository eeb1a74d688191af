import fc from 'fast-check';
import { expect, test } from 'vitest';
import { integerPattern } from '../../../scripts/emit/documents/integer-pattern.ts';

test.each([
  [1, 9, '[1-9]'],
  [512, 2048, '(?:51[2-9]|5[2-9][0-9]|[6-9][0-9]{2}|1[0-9]{3}|20[0-3][0-9]|204[0-8])'],
  [240, 240, '240'],
])('%i to %i', (min, max, want) => {
  expect(integerPattern(min, max)).toBe(want);
});

test('takes the integers of a range and no others', () => {
  const range = fc
    .tuple(fc.integer({ min: 1, max: 12_000 }), fc.nat(12_000))
    .map(([min, more]) => [min, min + more]);
  fc.assert(
    fc.property(range, fc.integer({ min: 0, max: 30_000 }), ([min = 0, max = 0], value) => {
      const pattern = new RegExp(`^${integerPattern(min, max)}$`);
      for (const one of [value, min - 1, min, max, max + 1])
        expect(pattern.test(String(one)), `${one} of ${min} to ${max}`).toBe(one >= min && one <= max);
      expect(pattern.test(`0${min}`)).toBe(false);
    }),
    { seed: 1, numRuns: 500 },
  );
});
