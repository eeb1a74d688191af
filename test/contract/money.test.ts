import fc from 'fast-check';
import { expect, it } from 'vitest';
import { divideHalfUp, formatUsd, multiplyByRatio, parseUsd, toUsdNumber } from '../../src/contract/money.ts';

const amounts: readonly [text: string, nano: bigint][] = [
  ['0', 0n],
  ['1', 1_000_000_000n],
  ['0.045', 45_000_000n],
  ['0.765', 765_000_000n],
  ['1.53', 1_530_000_000n],
  ['0.000000001', 1n],
  ['-0.03', -30_000_000n],
  ['-12.5', -12_500_000_000n],
  ['9007199254740993', 9_007_199_254_740_993_000_000_000n],
];

it.each(amounts)('%s is %i nano-USD both ways', (text, nano) => {
  expect(parseUsd(text)).toBe(nano);
  expect(formatUsd(nano)).toBe(text);
});

const long: readonly [given: string, want: string][] = [
  ['0.0450', '0.045'],
  ['1.000000000', '1'],
  ['007.10', '7.1'],
  ['-0', '0'],
];

it.each(long)('%s is written as %s', (given, want) => {
  expect(formatUsd(parseUsd(given))).toBe(want);
});

it.each([
  '',
  '.5',
  '1.',
  '+1',
  '1e3',
  ' 1',
  '1\n',
  '1,5',
  '--1',
  'NaN',
  'Infinity',
  '0x10',
  '0.0000000001',
  '１',
])('refuses %j', (text) => {
  expect(() => parseUsd(text)).toThrow(RangeError);
});

it('adds tenths exactly', () => {
  const sum = parseUsd('0.1') + parseUsd('0.2');
  expect(formatUsd(sum)).toBe('0.3');
  expect(toUsdNumber(sum)).toBe(0.3);
});

it('sums a thousand charges without drift', () => {
  const total = Array.from({ length: 1000 }, () => parseUsd('0.045')).reduce((a, b) => a + b, 0n);
  expect(JSON.stringify({ cost: toUsdNumber(total) })).toBe('{"cost":45}');
});

it('is serialized as a number in shortest exact form', () => {
  expect(JSON.stringify([toUsdNumber(765_000_000n), toUsdNumber(1_530_000_000n), toUsdNumber(-1n)])).toBe(
    '[0.765,1.53,-1e-9]',
  );
});

const divisions: readonly [amount: bigint, divisor: bigint, want: bigint][] = [
  [10n, 4n, 3n],
  [9n, 4n, 2n],
  [11n, 4n, 3n],
  [5n, 10n, 1n],
  [4n, 10n, 0n],
  [-5n, 10n, -1n],
  [-4n, 10n, 0n],
  [0n, 3n, 0n],
  [1n, 3n, 0n],
  [2n, 3n, 1n],
];

it.each(divisions)('%i by %i is %i, half up', (amount, divisor, want) => {
  expect(divideHalfUp(amount, divisor)).toBe(want);
});

const products: readonly [amount: bigint, ratio: string, want: bigint][] = [
  [45_000_000n, '0.8', 36_000_000n],
  [45_000_000n, '1', 45_000_000n],
  [1n, '0.5', 1n],
  [1n, '0.499999999', 0n],
  [3n, '0.5', 2n],
  [1_000_000_000n, '0.333333333', 333_333_333n],
];

it.each(products)('%i times %s is %i', (amount, ratio, want) => {
  expect(multiplyByRatio(amount, ratio)).toBe(want);
});

it('writes every amount so that it is read back', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), (amount) => {
      const text = formatUsd(amount);
      expect(text).toMatch(/^(0|-?(0|[1-9]\d*)(\.\d{0,8}[1-9])?)$/);
      expect(parseUsd(text)).toBe(amount);
    }),
  );
});

it('keeps every decimal that is already in shortest form', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^(0|[1-9][0-9]{0,20})(\.[0-9]{0,8}[1-9])?$/), (text) => {
      expect(formatUsd(parseUsd(text))).toBe(text);
    }),
  );
});

it('rounds to the nearest: twice the error is at most the divisor', () => {
  const amount = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n });
  fc.assert(
    fc.property(amount, fc.bigInt({ min: 1n, max: 10n ** 9n }), (given, divisor) => {
      const error = 2n * (divideHalfUp(given, divisor) * divisor - given);
      expect(error <= divisor && error >= -divisor).toBe(true);
    }),
  );
});
