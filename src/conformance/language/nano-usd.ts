const DIGITS = 9;

/**
 * An amount as an integer of 1e-9 USD. A decimal string is exact: more than nine decimals throw, as does anything that is not an
 * amount. A JSON number is rounded, because section 2.6 lets balances be binary floats.
 */
export function toNanoUsd(amount: unknown): bigint {
  const text = typeof amount === 'number' ? toDecimal(amount) : String(amount);
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text);
  if (!match) throw new Error(`nano: ${JSON.stringify(text)} is not an amount`);
  const [, sign, whole = '', fraction = ''] = match;
  if (fraction.length > DIGITS) throw new Error(`nano: ${text} has more than ${DIGITS} decimals`);
  const nano = BigInt(whole + fraction.padEnd(DIGITS, '0'));
  return sign ? -nano : nano;
}

/** A double has 15 decimal digits; further ones are noise. */
const SIGNIFICANT = 15;

/** The number with nine decimals, fewer if it is larger than they are exact for, or none if it is too large for `toFixed`. */
function toDecimal(amount: number): string {
  if (!Number.isFinite(amount)) return String(amount);
  if (Math.abs(amount) >= 1e21) return String(BigInt(amount));
  const whole = Math.trunc(Math.abs(amount)).toString().length;
  return amount.toFixed(Math.max(0, Math.min(DIGITS, SIGNIFICANT - whole)));
}

/** Every number in a JSON value, in strings as well, as an integer of 1e-9. */
export function amountsIn(value: unknown): readonly bigint[] {
  if (typeof value === 'number' || typeof value === 'bigint') return [toNanoUsd(Number(value))];
  if (typeof value === 'string')
    return (value.match(/\d+(?:\.\d+)?(?:e[+-]?\d+)?/gi) ?? []).map((text) => toNanoUsd(Number(text)));
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(amountsIn) : [];
}
