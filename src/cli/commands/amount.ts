import { parseUsd } from '../../contract/money.ts';

/** Most US dollars that one payment moves; the 64 bits of a balance hold nine such. */
export const MOST_PAYMENT = '999999999.999999999';

/** What is wrong with a text as an amount in US dollars from zero to a limit, and what is allowed; undefined when it is one. */
export function findAmountFault(text: string, most: string): string | undefined {
  if (!/^\d+(\.\d+)?$/.test(text)) return 'an amount in US dollars is a decimal, such as 25.50.';
  if (!/^\d+(\.\d{1,9})?$/.test(text)) return 'an amount in US dollars has at most nine decimals.';
  return parseUsd(text) <= parseUsd(most) ? undefined : `this is too much: at most ${most} US dollars.`;
}
