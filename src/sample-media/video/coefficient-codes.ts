/** The code of one symbol: `length` bits of `value`. */
export interface Code {
  readonly length: number;
  readonly value: number;
}

/**
 * Variable-length codes of H.264 (tables 9-5 and 9-7 to 9-10), as lengths and values. Rows are numbers of coefficients, groups are
 * numbers of trailing ones.
 */
const tokenLengths = [
  `1 | 6 2 | 8 6 3 | 9 8 7 5 | 10 9 8 6 | 11 10 9 7 | 13 11 10 8 | 13 13 11 9 | 13 13 13 10 | 14 14 13 11 | 14 14 14 13 | 15 15 14 14 |
   15 15 15 14 | 16 15 15 15 | 16 16 16 15 | 16 16 16 16 | 16 16 16 16`,
  `2 | 6 2 | 6 5 3 | 7 6 6 4 | 8 6 6 4 | 8 7 7 5 | 9 8 8 6 | 11 9 9 6 | 11 11 11 7 | 12 11 11 9 | 12 12 12 11 | 12 12 12 11 |
   13 13 13 12 | 13 13 13 13 | 13 14 13 13 | 14 14 14 13 | 14 14 14 14`,
  `4 | 6 4 | 6 5 4 | 6 5 5 4 | 7 5 5 4 | 7 5 5 4 | 7 6 6 4 | 7 6 6 4 | 8 7 7 5 | 8 8 7 6 | 9 8 8 7 | 9 9 8 8 | 9 9 9 8 | 10 9 9 9 |
   10 10 10 10 | 10 10 10 10 | 10 10 10 10`,
];
const tokenValues = [
  `1 | 5 1 | 7 4 1 | 7 6 5 3 | 7 6 5 3 | 7 6 5 4 | 15 6 5 4 | 11 14 5 4 | 8 10 13 4 | 15 14 9 4 | 11 10 13 12 | 15 14 9 12 |
   11 10 13 8 | 15 1 9 12 | 11 14 13 8 | 7 10 9 12 | 4 6 5 8`,
  `3 | 11 2 | 7 7 3 | 7 10 9 5 | 7 6 5 4 | 4 6 5 6 | 7 6 5 8 | 15 6 5 4 | 11 14 13 4 | 15 10 9 4 | 11 14 13 12 | 8 10 9 8 |
   15 14 13 12 | 11 10 9 12 | 7 11 6 8 | 9 8 10 1 | 7 6 5 4`,
  `15 | 15 14 | 11 15 13 | 8 12 14 12 | 15 10 11 11 | 11 8 9 10 | 9 14 13 9 | 8 10 9 8 | 15 14 13 13 | 11 14 10 12 | 15 10 13 12 |
   11 14 9 12 | 8 10 13 8 | 13 7 9 12 | 9 12 11 10 | 5 8 7 6 | 1 4 3 2`,
];
const chromaTokenLengths = '2 | 6 1 | 6 6 3 | 6 7 7 6 | 6 8 8 7';
const chromaTokenValues = '1 | 7 1 | 4 6 1 | 3 3 2 5 | 2 3 2 0';
const zeroLengths = `1 3 3 4 4 5 5 6 6 7 7 8 8 9 9 9 | 3 3 3 3 3 4 4 4 4 5 5 6 6 6 6 | 4 3 3 3 4 4 3 3 4 5 5 6 5 6 |
  5 3 4 4 3 3 3 4 3 4 5 5 5 | 4 4 4 3 3 3 3 3 4 5 4 5 | 6 5 3 3 3 3 3 3 4 3 6 | 6 5 3 3 3 2 3 4 3 6 | 6 4 5 3 2 2 3 3 6 |
  6 6 4 2 2 3 2 5 | 5 5 3 2 2 2 4 | 4 4 3 3 1 3 | 4 4 2 1 3 | 3 3 1 2 | 2 2 1 | 1 1`;
const zeroValues = `1 3 2 3 2 3 2 3 2 3 2 3 2 3 2 1 | 7 6 5 4 3 5 4 3 2 3 2 3 2 1 0 | 5 7 6 5 4 3 4 3 2 3 2 1 1 0 |
  3 7 5 4 6 5 4 3 3 2 2 1 0 | 5 4 3 7 6 5 4 3 2 1 1 0 | 1 1 7 6 5 4 3 2 1 1 0 | 1 1 5 4 3 3 2 1 1 0 | 1 1 1 3 3 2 2 1 0 |
  1 0 1 3 2 1 1 1 | 1 0 1 3 2 1 1 | 0 1 1 2 1 3 | 0 1 1 1 1 | 0 1 1 1 | 0 1 1 | 0 1`;
const chromaZeroLengths = '1 2 3 3 | 1 2 2 | 1 1';
const chromaZeroValues = '1 1 1 0 | 1 1 0 | 1 0';
const runLengths =
  '1 1 | 1 2 2 | 2 2 2 2 | 2 2 2 3 3 | 2 2 3 3 3 3 | 2 3 3 3 3 3 3 | 3 3 3 3 3 3 3 4 5 6 7 8 9 10 11';
const runValues =
  '1 0 | 1 1 0 | 3 2 1 0 | 3 2 1 1 0 | 3 2 3 2 1 0 | 3 0 1 3 2 5 4 | 7 6 5 4 3 2 1 1 1 1 1 1 1 1 1';

/** Codes by number of coefficients and of trailing ones; one table for each range of the neighbours' numbers (0, 2, 4, 8 and up). */
export const tokenCodes: readonly (readonly (readonly Code[])[])[] = [
  ...tokenLengths.map((lengths, index) => toCodes(lengths, tokenValues[index] ?? '')),
  fixedTokens(),
];

/** The same for the four DC coefficients of a colour plane. */
export const chromaTokenCodes: readonly (readonly Code[])[] = toCodes(chromaTokenLengths, chromaTokenValues);

/** Codes of the number of zeros before the last coefficient, by the number of coefficients less one. */
export const zeroCodes: readonly (readonly Code[])[] = toCodes(zeroLengths, zeroValues);

/** The same for the DC coefficients of a colour plane. */
export const chromaZeroCodes: readonly (readonly Code[])[] = toCodes(chromaZeroLengths, chromaZeroValues);

/** Codes of the zeros before a coefficient, by the zeros that are left less one (at most 6). */
export const runCodes: readonly (readonly Code[])[] = toCodes(runLengths, runValues);

/** Position of each pattern of coded parts in the order of their codes, for predicted blocks (table 9-4). */
export const patternCodes: readonly number[] = invert([
  0, 16, 1, 2, 4, 8, 32, 3, 5, 10, 12, 15, 47, 7, 11, 13, 14, 6, 9, 31, 35, 37, 42, 44, 33, 34, 36, 40, 39,
  43, 45, 46, 17, 18, 20, 24, 19, 21, 26, 28, 23, 27, 29, 30, 22, 25, 38, 41,
]);

function toCodes(lengths: string, values: string): readonly (readonly Code[])[] {
  const read = (text: string) => text.split('|').map((group) => group.trim().split(/\s+/).map(Number));
  const codes = read(values);
  return read(lengths).map((group, row) =>
    group.map((length, column) => ({ length, value: codes[row]?.[column] ?? 0 })),
  );
}

/** Six bits: the number of coefficients less one, and the trailing ones. */
function fixedTokens(): readonly (readonly Code[])[] {
  return Array.from({ length: 17 }, (_, count) =>
    Array.from({ length: Math.min(count, 3) + 1 }, (_unused, ones) => ({
      length: 6,
      value: count === 0 ? 3 : (count - 1) * 4 + ones,
    })),
  );
}

function invert(order: readonly number[]): readonly number[] {
  const positions: number[] = [];
  for (const [position, pattern] of order.entries()) positions[pattern] = position;
  return positions;
}
