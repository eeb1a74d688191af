import { formatUsd, type NanoUsd, parseUsd } from '../../contract/money.ts';
import type { Account } from '../../gateway/ports/store.ts';

/** Maximum US dollars of one payment. */
export const MAX_PAYMENT = '999999999.999999999';

/**
 * What an amount in US dollars must be or have, for a text that is not an amount from zero to a limit; undefined when
 * it is one.
 */
export function findAmountFault(text: string, most: string): string | undefined {
  if (!/^\d+(\.\d+)?$/.test(text)) return 'be a number of US dollars, such as 25.50';
  if (!/^\d+(\.\d{1,9})?$/.test(text)) return 'have at most nine decimal places';
  return parseUsd(text) <= parseUsd(most) ? undefined : `be at most ${most} US dollars`;
}

/** Maximum total of an account: its amounts are stored in 64 bits. */
const MAX_DEPOSITED = parseUsd('9000000000');

/** What a payment must be, if the account cannot take it; undefined when it can. A new account can. */
export function findDepositFault(account: Account | undefined, amount: NanoUsd): string | undefined {
  const deposited = account ? account.available + account.held + account.used : 0n;
  if (deposited + amount <= MAX_DEPOSITED) return undefined;
  const room = formatUsd(MAX_DEPOSITED - deposited);
  return `be at most ${room} US dollars: an account holds at most ${formatUsd(MAX_DEPOSITED)}`;
}
