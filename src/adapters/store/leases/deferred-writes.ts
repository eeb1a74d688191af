import pLimit from 'p-limit';
import { failureKindOf } from '../../database/failures.ts';

/** Writes that failed because the database was away; each must be idempotent. */
export interface DeferredWrites {
  add(name: string, write: () => Promise<unknown>): void;
  /** Makes the write with this name now, if there is one. */
  make(name: string): Promise<void>;
  /** Makes all of them; rejects with the first error of those that still fail. */
  makeAll(): Promise<void>;
}

/** Further writes are dropped: they are small, and outages end. */
const MAX = 100_000;
/** Maximum concurrent writes. */
const PARALLEL = 64;

/** Creates an empty list. A write that fails for a reason other than an outage is not retried. */
export function createDeferredWrites(): DeferredWrites {
  const deferred = new Map<string, () => Promise<unknown>>();
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
    add(name, write) {
      if (deferred.size < MAX) deferred.set(name, write);
    },
    make,
    async makeAll() {
      const limit = pLimit(PARALLEL);
      // After the first failure no others are begun: the database is probably away.
      await limit.map(deferred.keys(), make).finally(limit.clearQueue);
    },
  };
}
