/** Money that cases may spend. */
export interface Budget {
  /** Reserves the most that a case can cost. Waits as long as running cases may free enough; false when it does not fit. */
  readonly reserve: (most: bigint) => Promise<boolean>;
  /** Releases a reservation once all charges of the case are included in what was spent. */
  readonly release: (most: bigint) => Promise<void>;
}

/** Amounts in nano-USD. */
export interface BudgetOptions {
  readonly limit: bigint;
  /** What the run has spent so far; undefined when unknown, and reservations are then kept. */
  readonly spent: () => Promise<bigint | undefined>;
}

/**
 * A limit that is never exceeded: the amount spent plus all reservations stays within it. What a running case has been charged counts
 * twice until it ends.
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
      // In sequence, so that the last reading is the newest.
      if (most > 0n) settled = settled.then(() => settle(most));
      return settled;
    },
  };
}
