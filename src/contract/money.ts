/** An exact amount in integer units of 1e-9 US dollars. */
export type NanoUsd = bigint;

/** Decimals of an amount in US dollars. */
export const USD_DIGITS = 9;
const SCALE = 10n ** BigInt(USD_DIGITS);

/** Parsed amounts are cached: rates and ratios are few and are needed for every request. */
const MOST_PARSED = 1000;
const parsed = new Map<string, NanoUsd>();

/** Parses a decimal such as `0.045` exactly; throws on anything else or on more than nine decimals. */
export function parseUsd(decimal: string): NanoUsd {
  const known = parsed.get(decimal);
  if (known !== undefined) return known;
  const amount = parse(decimal);
  if (parsed.size < MOST_PARSED) parsed.set(decimal, amount);
  return amount;
}

function parse(decimal: string): NanoUsd {
  const match = /^(-?)(\d+)(?:\.(\d{1,9}))?$/.exec(decimal);
  if (!match) throw new RangeError(`"${decimal}" is not a decimal with at most ${USD_DIGITS} places`);
  const [, sign, whole = '0', fraction = ''] = match;
  const amount = BigInt(whole) * SCALE + BigInt(fraction.padEnd(USD_DIGITS, '0'));
  return sign ? -amount : amount;
}

/** The shortest exact decimal of an amount: `0.765`, `1`, `-0.03`. */
export function formatUsd(amount: NanoUsd): string {
  const absolute = amount < 0n ? -amount : amount;
  const fraction = (absolute % SCALE).toString().padStart(USD_DIGITS, '0').replace(/0+$/, '');
  const whole = (absolute / SCALE).toString();
  return `${amount < 0n ? '-' : ''}${whole}${fraction && `.${fraction}`}`;
}

/** A decimal for people, with two decimals at least: `$1.20`, `$0.045`. */
export function toDollars(decimal: string): string {
  const [whole, decimals = ''] = decimal.split('.');
  return `$${whole}.${decimals.padEnd(2, '0')}`;
}

/** The amount as a JSON number in its shortest exact form; only for the wire. */
export function toUsdNumber(amount: NanoUsd): number {
  return Number(formatUsd(amount));
}

/** `amount * ratio`, rounded once, half up; the ratio is a decimal such as `0.8`. */
export function multiplyByRatio(amount: NanoUsd, ratio: string): NanoUsd {
  if (ratio === '1') return amount;
  return divideHalfUp(amount * parseUsd(ratio), SCALE);
}

/** `amount / divisor` rounded half up (away from zero at the half), for a positive divisor. */
export function divideHalfUp(amount: bigint, divisor: bigint): bigint {
  const absolute = amount < 0n ? -amount : amount;
  const rounded = (2n * absolute + divisor) / (2n * divisor);
  return amount < 0n ? -rounded : rounded;
}
