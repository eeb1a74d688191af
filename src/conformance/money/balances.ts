import { toNanoUsd } from '../language/nano-usd.ts';
import { toObject } from '../suite/json.ts';
import { keyOf, richKeys, type Target } from '../target/target.ts';
import { send } from '../wire/exchange.ts';

/** What is left on an account and what was used, in nano-USD. */
export interface Balance {
  readonly key: string;
  readonly remain: bigint;
  readonly used: bigint;
}

type Amounts = Pick<Balance, 'remain' | 'used'>;

/** The balance of the account of a key; undefined when it cannot be read. */
export async function readBalance(
  target: Target,
  key: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Balance | undefined> {
  const url = `${target.base_url}/v1/user/balance`;
  try {
    const authorized = { ...headers, authorization: `Bearer ${key}` };
    const { status, body } = await send({ method: 'GET', url, headers: authorized });
    if (status !== 200) return undefined;
    const { remain_balance, used_balance } = toObject(body);
    return { key, remain: toNanoUsd(remain_balance), used: toNanoUsd(used_balance) };
  } catch {
    return undefined; // No response, or no amounts: the balance cases report that.
  }
}

/** The balances of all accounts that cases spend from. */
export async function readBalances(target: Target): Promise<readonly Balance[]> {
  const others = ['restricted', 'other'].flatMap((role) => keyOf(target.keys, role) ?? []);
  const keys = [...richKeys(target), ...others];
  const read = await Promise.all(keys.map((key) => readBalance(target, key)));
  return read.flatMap((balance) => balance ?? []);
}

/**
 * What was spent between two readings, including money on hold: per account, the larger of the growth of `used` and the drop of `remain`.
 * Keys with the same values in both readings belong to one account, which is counted once.
 */
export function spentBetween(before: readonly Balance[], after: readonly Balance[]): bigint | undefined {
  if (before.length === 0 || after.length < before.length) return undefined;
  const accounts = new Map<string, bigint>();
  for (const { key, remain, used } of after) {
    const first = before.find((balance) => balance.key === key);
    if (first)
      accounts.set([first.remain, first.used, remain, used].join(), spentOf(first, { remain, used }));
  }
  return [...accounts.values()].reduce((sum, spent) => sum + spent, 0n);
}

export function spentOf(first: Amounts, last: Amounts): bigint {
  return largest(last.used - first.used, first.remain - last.remain);
}

/** The largest of the amounts, at least 0. */
export function largest(...amounts: readonly bigint[]): bigint {
  return amounts.reduce((most, one) => (one > most ? one : most), 0n);
}

/** Nano-USD as US dollars, without trailing zeros. */
export function toUsd(nanoUsd: bigint): string {
  const digits = String(nanoUsd < 0n ? -nanoUsd : nanoUsd).padStart(10, '0');
  const fraction = digits.slice(-9).replace(/0+$/, '');
  return `${nanoUsd < 0n ? '-' : ''}${digits.slice(0, -9)}${fraction && `.${fraction}`}`;
}
