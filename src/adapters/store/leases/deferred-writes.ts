import pLimit from 'p-limit';
import { failureKindOf } from '../../database/failures.ts';

/** Writes that failed because the database was away; each must be idempotent. */
export type DeferredWrites = ReturnType<typeof createDeferredWrites>;

/** Further writes are dropped: they are small, and outages end. */
const MAX = 100_000;
const PARALLEL = 64;

/** Creates an empty list. A write that fails for a reason other than an outage is not retried. */
export function createDeferredWrites() {
  const deferred = new Map<string, () => Promise<unknown>>();
  /** Makes the write with this name now, if there is one. */
  const make = async (name: string) => {
    const write = deferred.get(name);
    if (!write) return;
    try {
      await write();
    } catch (error) {
      if (failureKindOf(error) !== undefined) throw error;
      deferred.delete(name);
      throw error;
    }
    deferred.delete(name);
  };
  return {
    add(name: string, write: () => Promise<unknown>) {
      if (deferred.size < MAX) deferred.set(name, write);
    },
    make,
    /** Makes all of them; rejects with the first error of those that still fail. */
    async makeAll() {
      const limit = pLimit(PARALLEL);
      // After the first failure no others are begun: the database is probably away.
      await limit.map(deferred.keys(), make).finally(limit.clearQueue);
    },
  };
}
