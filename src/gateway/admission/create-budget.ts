import type { BoundOf } from './too-much.ts';

export interface Bounds {
  readonly per_account: number;
  readonly per_process: number;
}

/** Creates the budget of a limited resource that the accounts of a process share. */
export function createBudget({ per_account: mostOfAccount, per_process: most }: Bounds) {
  const taken = new Map<string, number>();
  let total = 0;
  return {
    /**
     * Reserves an amount for an account, or reserves nothing and returns the limit that it, together with what is
     * `ahead`, would exceed.
     */
    take(
      account: string,
      { now, ahead }: { readonly now: number; readonly ahead: number },
    ): BoundOf | undefined {
      const own = (taken.get(account) ?? 0) + now;
      if (own + ahead > mostOfAccount) return 'account';
      if (total + now + ahead > most) return 'process';
      total += now;
      taken.set(account, own);
      return undefined;
    },
    /** Releases a reserved amount. */
    give(account: string, amount: number) {
      const own = (taken.get(account) ?? 0) - amount;
      total -= amount;
      if (own > 0) taken.set(account, own);
      else taken.delete(account);
    },
  };
}
