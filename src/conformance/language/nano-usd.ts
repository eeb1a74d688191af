const DIGITS = 9;

/**
 * An amount as an exact number of 1e-9 USD. Takes a decimal string, or a JSON number, whose shortest decimal form counts.
 * Throws for anything else, and for more than nine decimals.
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

/** The shortest form without an exponent. */
function toDecimal(amount: number): string {
  const text = String(amount);
  return text.includes('e') ? amount.toFixed(DIGITS).replace(/\.?0+$/, '') : text;
}
