import type { Holding } from './create-admission.ts';

/** Opens a reservation of capacity for the bytes of one reference, as they arrive. */
export function reserveBytes(holding: Pick<Holding, 'take' | 'give'>) {
  let held = 0;
  let refusal: ReturnType<Holding['take']>;
  return {
    /** Reserves this many more bytes; false when there is no capacity. */
    reserve(bytes: number) {
      refusal = holding.take('reference_bytes', bytes);
      if (!refusal) held += bytes;
      return !refusal;
    },
    /** Why there was no capacity. */
    refusal: () => refusal,
    /** Releases everything. */
    release() {
      holding.give('reference_bytes', held);
      held = 0;
    },
  };
}
