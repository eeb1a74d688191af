/** The median of some numbers, with the lowest and highest. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** Median, lowest and highest of at least one number; for an even count, the mean of the two middle ones. */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((left, right) => left - right);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  const [min, max] = [sorted[0], sorted.at(-1)];
  if (low === undefined || high === undefined || min === undefined || max === undefined) {
    throw new RangeError('A spread needs at least one number.');
  }
  return { median: (low + high) / 2, min, max };
}

/** Median, lowest and highest of the ratios, pair by pair: what slows both sides of a pair cancels out. */
export function ratioOf(values: readonly number[], bases: readonly number[]): Spread {
  if (values.length !== bases.length) {
    throw new RangeError(`${values.length} values have ${bases.length} bases: each needs its own.`);
  }
  return spreadOf(values.map((value, index) => value / (bases[index] ?? Number.NaN)));
}

/** Whole numbers with thousands separated: `12,345`. */
export function formatCount(value: number): string {
  return String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** Megabytes of 10^6 bytes, or `n/a` where the system reports none. */
export function formatMegabytes(bytes: number | undefined): string {
  return bytes === undefined ? 'n/a' : `${Math.round(bytes / 1e6)} MB`;
}

/** A ratio with its lowest and highest over the rounds: `12.3x (11.9 to 12.8)`. */
export function formatRatio({ median, min, max }: Spread): string {
  const digits = median < 2 ? 2 : 1;
  return `${median.toFixed(digits)}x (${min.toFixed(digits)} to ${max.toFixed(digits)})`;
}
