/** A key that every mock knows, with an account of its own. */
export interface MockAccount {
  readonly key: string;
  /** Deposit in US dollars, a decimal. */
  readonly balance: string;
  /** Model names the key is restricted to; undefined for all. */
  readonly models?: readonly string[];
}

/** The preset keys of a mock. */
export const mockAccounts: readonly MockAccount[] = [{ key: 'sk-mock', balance: '1000' }];
