import type { BitWriter } from './bit-writer.ts';
import {
  type Code,
  chromaTokenCodes,
  chromaZeroCodes,
  runCodes,
  tokenCodes,
  zeroCodes,
} from './coefficient-codes.ts';

/** Coefficients of one block in the order of their frequency, within a longer list. */
export interface Coefficients {
  readonly levels: Int16Array;
  readonly start: number;
  /** 16; 15 without the first one; 4 for the first ones of a colour plane. */
  readonly length: 4 | 15 | 16;
}

/** Place and value of what is not zero, from the highest frequency down; reused, because a block is written in microseconds. */
const places = new Int32Array(16);
const values = new Int32Array(16);

/**
 * Writes the coefficients of a block (H.264, 9.2); `expected` is the mean number in the blocks to the left and above. Returns how many
 * are not zero.
 */
export function writeCoefficients(
  writer: BitWriter,
  { levels, start, length }: Coefficients,
  expected: number,
): number {
  let count = 0;
  for (let place = length - 1; place >= 0; place -= 1) {
    const level = levels[start + place] ?? 0;
    if (level === 0) continue;
    places[count] = place;
    values[count] = level;
    count += 1;
  }
  let ones = 0;
  while (ones < Math.min(count, 3) && Math.abs(values[ones] ?? 0) === 1) ones += 1;
  put(writer, tokenTable(length, expected)[count]?.[ones]);
  if (count === 0) return 0;
  for (let index = 0; index < ones; index += 1) writer.bits((values[index] ?? 0) < 0 ? 1 : 0, 1);
  writeLevels(writer, count, ones);
  let zeros = (places[0] ?? 0) + 1 - count;
  if (count < length) put(writer, (length === 4 ? chromaZeroCodes : zeroCodes)[count - 1]?.[zeros]);
  for (let index = 0; index < count - 1 && zeros > 0; index += 1) {
    const run = (places[index] ?? 0) - (places[index + 1] ?? 0) - 1;
    put(writer, runCodes[Math.min(zeros, 7) - 1]?.[run]);
    zeros -= run;
  }
  return count;
}

function tokenTable(length: number, expected: number): readonly (readonly Code[])[] {
  if (length === 4) return chromaTokenCodes;
  return tokenCodes[expected < 2 ? 0 : expected < 4 ? 1 : expected < 8 ? 2 : 3] ?? [];
}

function put(writer: BitWriter, code: Code | undefined): void {
  if (!code) throw new RangeError('there is no code for these coefficients');
  writer.bits(code.value, code.length);
}

function writeLevels(writer: BitWriter, count: number, ones: number): void {
  let suffixLength = count > 10 && ones < 3 ? 1 : 0;
  for (let index = ones; index < count; index += 1) {
    const level = values[index] ?? 0;
    let code = level > 0 ? 2 * level - 2 : -2 * level - 1;
    if (index === ones && ones < 3) code -= 2;
    writeLevel(writer, code, suffixLength);
    if (suffixLength === 0) suffixLength = 1;
    if (Math.abs(level) > 3 << (suffixLength - 1) && suffixLength < 6) suffixLength += 1;
  }
}

const LONG_SUFFIX = 12;

function writeLevel(writer: BitWriter, code: number, suffixLength: number): void {
  if (suffixLength === 0 && code < 14) writer.bits(1, code + 1);
  else if (suffixLength === 0 && code < 30) {
    writer.bits(1, 15);
    writer.bits(code - 14, 4);
  } else if (suffixLength > 0 && code < 15 << suffixLength) {
    writer.bits(1, (code >> suffixLength) + 1);
    writer.bits(code & ((1 << suffixLength) - 1), suffixLength);
  } else {
    writer.bits(1, 16);
    writer.bits(code - (suffixLength === 0 ? 30 : 15 << suffixLength), LONG_SUFFIX);
  }
}
