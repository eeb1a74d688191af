import type { BoundOf } from './too-much.ts';

/** The limits per account and in total. */
export interface Bounds {
  readonly per_account: number;
  readonly per_process: number;
}

/** A limited resource, shared by the accounts of a process. */
export interface Budget {
  /**
   * Reserves an amount for an account, or reserves nothing and returns the limit that it, together with what is
   * `ahead`, would exceed.
   */
  take(account: string, amount: { readonly now: number; readonly ahead: number }): BoundOf | undefined;
  /** Releases a reserved amount. */
  give(account: string, amount: number): void;
}

/** Creates a budget with nothing reserved. */
export function createBudget({ per_account: mostOfAccount, per_process: most }: Bounds): Budget {
  const taken = new Map<string, number>();
  let total = 0;
  return {
    take(account, { now, ahead }) {
      const own = (taken.get(account) ?? 0) + now;
      if (own + ahead > mostOfAccount) return 'account';
      if (total + now + ahead > most) return 'process';
      total += now;
      taken.set(account, own);
      return undefined;
    },
    give(account, amount) {
      const own = (taken.get(account) ?? 0) - amount;
      total -= amount;
      if (own > 0) taken.set(account, own);
      else taken.delete(account);
    },
  };
}
