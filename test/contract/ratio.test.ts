import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isRatioWithin, nearestRatio, parseDimensions, parseRatio } from '../../src/contract/sizes/ratio.ts';

it('reads dimensions and ratios', () => {
  expect(parseDimensions('1312x736')).toEqual({ width: 1312, height: 736 });
  expect(parseRatio('21:9')).toEqual({ width: 21, height: 9 });
});

it.each(['', '1312', '1312x', 'x736', '1312X736', '1312 x 736', '-1x2', '1.5x2', '1x2x3', '1x2\n'])(
  'refuses dimensions %j',
  (text) => {
    expect(() => parseDimensions(text)).toThrow(RangeError);
  },
);

it.each(['', '16', '16:', ':9', '16 : 9', '16:9:1', '16/9'])('refuses ratio %j', (text) => {
  expect(() => parseRatio(text)).toThrow(RangeError);
});

const limits: readonly [size: string, min: string, max: string, want: boolean][] = [
  ['128x512', '1:4', '4:1', true],
  ['128x513', '1:4', '4:1', false],
  ['512x128', '1:4', '4:1', true],
  ['513x128', '1:4', '4:1', false],
  ['100x300', '1:3', '3:1', true],
  ['100x301', '1:3', '3:1', false],
  ['1x16', '1:16', '16:1', true],
  ['999999x16000000', '1:16', '16:1', false],
  ['1000000x16000000', '1:16', '16:1', true],
  ['16000001x1000000', '1:16', '16:1', false],
  ['250x100', '2:5', '5:2', true],
  ['251x100', '2:5', '5:2', false],
  ['100x250', '2:5', '5:2', true],
  ['100x251', '2:5', '5:2', false],
];

it.each(limits)('%s within %s and %s: %s', (size, min, max, want) => {
  expect(isRatioWithin(parseDimensions(size), min, max)).toBe(want);
});

it('a rotated image is within rotated limits', () => {
  const side = fc.integer({ min: 1, max: 100_000 });
  fc.assert(
    fc.property(side, side, (width, height) => {
      const upright = isRatioWithin({ width, height }, '1:3', '3:1');
      expect(isRatioWithin({ width: height, height: width }, '1:3', '3:1')).toBe(upright);
    }),
  );
});

const ratios = ['1:1', '4:3', '3:4', '16:9', '9:16', '2:1', '1:2'];
const nearest: readonly [size: string, want: string][] = [
  ['1000x1000', '1:1'],
  ['1600x900', '16:9'],
  ['1690x900', '16:9'],
  ['900x1600', '9:16'],
  ['100x1', '2:1'],
  ['1x100', '1:2'],
  ['400x301', '4:3'],
];

it.each(nearest)('the ratio nearest to %s is %s', (size, want) => {
  expect(nearestRatio(parseDimensions(size), ratios)).toBe(want);
});

it('the first of two equally near ratios wins, and none of an empty list', () => {
  expect(nearestRatio({ width: 1, height: 1 }, ['2:1', '1:2'])).toBe('2:1');
  expect(nearestRatio({ width: 1, height: 1 }, [])).toBeUndefined();
});

it('every multiple of a ratio is nearest to itself', () => {
  fc.assert(
    fc.property(fc.constantFrom(...ratios), fc.integer({ min: 1, max: 5000 }), (ratio, factor) => {
      const { width, height } = parseRatio(ratio);
      expect(nearestRatio({ width: width * factor, height: height * factor }, ratios)).toBe(ratio);
    }),
  );
});
