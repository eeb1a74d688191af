import { failureKindOf } from '../../database/failures.ts';

/** Writes that could not be made because the database was away; each may be made twice. */
export interface OwedWrites {
  add(name: string, write: () => Promise<unknown>): void;
  /** Makes the one of a name now, if there is one. */
  make(name: string): Promise<void>;
  /** Makes all of them; rejects with what the first failed with that still cannot be made. */
  makeAll(): Promise<void>;
}

/** More than what waits are forgotten: they are small, and an outage is not for ever. */
const MOST = 100_000;
/** Made at a time. */
const PARALLEL = 64;

/** Creates an empty list. What fails for another reason than an outage is not tried again. */
export function createOwedWrites(): OwedWrites {
  const owed = new Map<string, () => Promise<unknown>>();
  const make = async (name: string) => {
    const write = owed.get(name);
    if (!write) return;
    try {
      await write();
    } catch (error) {
      if (failureKindOf(error) !== undefined) throw error;
      owed.delete(name);
      throw error;
    }
    owed.delete(name);
  };
  return {
    add(name, write) {
      if (owed.size < MOST) owed.set(name, write);
    },
    make,
    async makeAll() {
      const names = [...owed.keys()];
      for (let begun = 0; begun < names.length; begun += PARALLEL)
        await Promise.all(names.slice(begun, begun + PARALLEL).map(make));
    },
  };
}
