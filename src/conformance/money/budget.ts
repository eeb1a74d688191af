/** Money that cases may spend. */
export interface Budget {
  /** Reserves the most that a case can cost; waits while others that run may leave enough. False when it does not fit. */
  readonly reserve: (most: bigint) => Promise<boolean>;
  /** Gives a reservation back, when all charges of the case are part of what was spent. */
  readonly release: (most: bigint) => Promise<void>;
}

/** What a budget is made of, in nano-USD. */
export interface BudgetOptions {
  readonly limit: bigint;
  /** What the run has spent so far; undefined when it cannot be told: then reservations stay. */
  readonly spent: () => Promise<bigint | undefined>;
}

/**
 * A limit that is never passed: what was spent and what running cases may still spend is at most the limit. What a running case
 * was charged, or is held for it, counts twice until it ends.
 */
export function createBudget({ limit, spent }: BudgetOptions): Budget {
  let [reserved, used, kept] = [0n, 0n, 0n];
  let changed = Promise.withResolvers<void>();
  let settled = Promise.resolve();
  const settle = async (most: bigint): Promise<void> => {
    const now = await spent();
    if (now === undefined) kept += most;
    else used = now;
    reserved -= most;
    changed.resolve();
    changed = Promise.withResolvers();
  };
  return {
    async reserve(most) {
      if (most === 0n) return true;
      while (used + kept + reserved + most > limit) {
        if (reserved === 0n) return false;
        await changed.promise;
      }
      reserved += most;
      return true;
    },
    release(most) {
      // One after the other: the last one to be read is the newest.
      if (most > 0n) settled = settled.then(() => settle(most));
      return settled;
    },
  };
}
