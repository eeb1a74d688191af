/** Levels of a block of 16x16 pixels: 16 luma blocks, then 4 blocks of each colour plane, 16 levels each by frequency. */
export const LEVELS = 24 * 16;

/** The quantiser of changed blocks: finer than that of the key frame, so that what moves leaves no trace. */
export const QUANTISER = 16;

/** Multipliers of H.264 for `QUANTISER`, by the parity of row and column: both even, both odd, mixed. */
const forward = { even: 8192, odd: 3355, mixed: 5243 } as const;
const backward = { even: 16, odd: 25, mixed: 20 } as const;
const SHIFT = Math.floor(QUANTISER / 6);
const FORWARD_SHIFT = 15 + SHIFT;
/** Rounds a little towards zero, which saves bits. */
const ROUNDING = Math.floor(2 ** FORWARD_SHIFT * 0.42);

const byFrequency = [0, 1, 4, 8, 5, 2, 3, 6, 9, 12, 13, 10, 7, 11, 14, 15] as const;
const place = Uint8Array.from(byFrequency);
const multiplier = Int32Array.from(byFrequency, (at) => forward[kindOf(at)]);
const scale = Int32Array.from(byFrequency, (at) => backward[kindOf(at)] << SHIFT);

function kindOf(at: number): keyof typeof forward {
  const [column, row] = [at & 1, (at >> 2) & 1];
  return column !== row ? 'mixed' : column === 0 ? 'even' : 'odd';
}

const work = new Int32Array(16);

/** Transforms 4x4 differences, and leaves 16 coefficients in `work`. */
function transform(block: Int16Array): void {
  work.set(block);
  for (let row = 0; row < 16; row += 4) transformLine(row, 1);
  for (let column = 0; column < 4; column += 1) transformLine(column, 4);
}

/** Transforms four numbers of `work`, a row or a column. */
function transformLine(at: number, step: 1 | 4): void {
  const a = work[at] ?? 0;
  const b = work[at + step] ?? 0;
  const c = work[at + 2 * step] ?? 0;
  const d = work[at + 3 * step] ?? 0;
  const s = a + d;
  const t = b + c;
  const u = b - c;
  const v = a - d;
  work[at] = s + t;
  work[at + step] = 2 * v + u;
  work[at + 2 * step] = s - t;
  work[at + 3 * step] = v - 2 * u;
}

/** `extra` is 1 for sums of four means. The products stay within 31 bits. */
function quantise(value: number, by: number, extra: 0 | 1): number {
  const rounding = ROUNDING << extra;
  const shift = FORWARD_SHIFT + extra;
  return value < 0 ? -((rounding - value * by) >> shift) : (value * by + rounding) >> shift;
}

/** Turns 4x4 differences into levels from `first` (0, or 1 without the mean); returns whether any is not zero. */
export function toLevels(
  difference: Int16Array,
  levels: { readonly list: Int16Array; readonly start: number; readonly first: 0 | 1 },
): boolean {
  transform(difference);
  let isCoded = false;
  for (let index = levels.first; index < 16; index += 1) {
    const level = quantise(work[place[index] ?? 0] ?? 0, multiplier[index] ?? 0, 0);
    levels.list[levels.start + index] = level;
    if (level !== 0) isCoded = true;
  }
  return isCoded;
}

/** The mean that `toLevels` left out, not yet quantised. */
export function lastMean(): number {
  return work[0] ?? 0;
}

/** Levels of the means of a colour plane's four blocks. */
export function toMeanLevels(means: Int32Array, levels: Int16Array): boolean {
  const [a, b, c, d] = [means[0] ?? 0, means[1] ?? 0, means[2] ?? 0, means[3] ?? 0];
  const sums = [a + b + c + d, a - b + c - d, a + b - c - d, a - b - c + d];
  let isCoded = false;
  for (const [index, sum] of sums.entries()) {
    const level = quantise(sum, forward.even, 1);
    levels[index] = level;
    if (level !== 0) isCoded = true;
  }
  return isCoded;
}

/** The means of a colour plane as a decoder restores them, in the scale of coefficients. */
export function restoreMeans(levels: Int16Array, means: Int32Array): void {
  const [a, b, c, d] = [levels[0] ?? 0, levels[1] ?? 0, levels[2] ?? 0, levels[3] ?? 0];
  const sums = [a + b + c + d, a - b + c - d, a + b - c - d, a - b - c + d];
  for (const [index, sum] of sums.entries()) means[index] = ((sum * backward.even * 16) << SHIFT) >> 5;
}

/** Adds what a decoder restores of the levels to 4x4 samples; `mean` replaces the first one. */
export function restore(
  levels: { readonly list: Int16Array; readonly start: number; readonly mean?: number },
  plane: { readonly samples: Uint8Array; readonly from: number; readonly stride: number },
): void {
  for (let index = 0; index < 16; index += 1)
    work[place[index] ?? 0] = (levels.list[levels.start + index] ?? 0) * (scale[index] ?? 0);
  if (levels.mean !== undefined) work[0] = levels.mean;
  for (let row = 0; row < 16; row += 4) restoreLine(row, 1);
  for (let column = 0; column < 4; column += 1) restoreLine(column, 4);
  const { samples, from, stride } = plane;
  for (let index = 0; index < 16; index += 1) {
    const at = from + (index >> 2) * stride + (index & 3);
    const value = (samples[at] ?? 0) + (((work[index] ?? 0) + 32) >> 6);
    samples[at] = value < 0 ? 0 : value > 255 ? 255 : value;
  }
}

/** The inverse of `transformLine`. */
function restoreLine(at: number, step: 1 | 4): void {
  const a = work[at] ?? 0;
  const b = work[at + step] ?? 0;
  const c = work[at + 2 * step] ?? 0;
  const d = work[at + 3 * step] ?? 0;
  const s = a + c;
  const t = a - c;
  const u = (b >> 1) - d;
  const v = b + (d >> 1);
  work[at] = s + v;
  work[at + step] = t + u;
  work[at + 2 * step] = t - u;
  work[at + 3 * step] = s - v;
}
