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

/** The number with nine decimals, or with none if it is too large for `toFixed`. */
function toDecimal(amount: number): string {
  if (!Number.isFinite(amount)) return String(amount);
  return Math.abs(amount) < 1e21 ? amount.toFixed(DIGITS) : String(BigInt(amount));
}
