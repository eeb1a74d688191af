/** A key that every mock knows, with an account of its own. */
export interface MockAccount {
  readonly key: string;
  /** Deposit in US dollars, a decimal. */
  readonly balance: string;
  /** Model names the key is restricted to; undefined for all. */
  readonly models?: readonly string[];
}

/** Deposit of `sk-mock` unless another is asked for, in US dollars. */
export const DEFAULT_BALANCE = '1000';

/** The preset keys of a mock; `balance` is the deposit of `sk-mock`. */
export function presetAccounts(balance = DEFAULT_BALANCE): readonly MockAccount[] {
  return [{ key: 'sk-mock', balance }];
}
