import type { BoundOf } from './too-much.ts';

/** The limits per key and in total. */
export interface Bounds {
  readonly per_key: number;
  readonly per_process: number;
}

/** A limited resource, shared by the keys of a process. */
export interface Budget {
  /** Reserves an amount for a key; or reserves nothing, and returns the limit that was reached, or would be with what is `ahead`. */
  take(key: string, amount: { readonly now: number; readonly ahead: number }): BoundOf | undefined;
  /** Releases a reserved amount. */
  give(key: string, amount: number): void;
}

/** Creates a budget with nothing reserved. */
export function createBudget({ per_key: mostOfKey, per_process: most }: Bounds): Budget {
  const taken = new Map<string, number>();
  let total = 0;
  return {
    take(key, { now, ahead }) {
      const own = (taken.get(key) ?? 0) + now;
      if (own + ahead > mostOfKey) return 'key';
      if (total + now + ahead > most) return 'process';
      total += now;
      taken.set(key, own);
      return undefined;
    },
    give(key, amount) {
      const own = (taken.get(key) ?? 0) - amount;
      total -= amount;
      if (own > 0) taken.set(key, own);
      else taken.delete(key);
    },
  };
}
