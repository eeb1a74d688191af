import type { BoundOf } from './too-much.ts';

/** How much there may be: of one key, and in all. */
export interface Bounds {
  readonly per_key: number;
  readonly per_process: number;
}

/** So much of something, shared by the keys of a process. */
export interface Budget {
  /** Takes some for a key; or takes nothing, and says which bound is in the way. */
  take(key: string, amount: number): BoundOf | undefined;
  /** Gives back what was taken. */
  give(key: string, amount: number): void;
}

/** Creates a budget of which nothing is taken. */
export function createBudget({ per_key: mostOfKey, per_process: most }: Bounds): Budget {
  const taken = new Map<string, number>();
  let total = 0;
  return {
    take(key, amount) {
      const own = (taken.get(key) ?? 0) + amount;
      if (own > mostOfKey) return 'key';
      if (total + amount > most) return 'process';
      total += amount;
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
