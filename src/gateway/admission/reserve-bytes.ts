import type { Holding } from './create-admission.ts';
import type { tooMuch } from './too-much.ts';

/** Capacity for the bytes of one reference, reserved as they arrive. */
export interface ByteReservation {
  /** Reserves this many more bytes; false when there is no capacity. */
  reserve(bytes: number): boolean;
  /** Why there was no capacity. */
  refusal(): ReturnType<typeof tooMuch> | undefined;
  /** Releases everything. */
  release(): void;
}

/** Opens the reservation for one reference of a request. */
export function reserveBytes(holding: Pick<Holding, 'take' | 'give'>): ByteReservation {
  let held = 0;
  let refusal: ReturnType<Holding['take']>;
  return {
    reserve(bytes) {
      refusal = holding.take('reference_bytes', bytes);
      if (!refusal) held += bytes;
      return !refusal;
    },
    refusal: () => refusal,
    release() {
      holding.give('reference_bytes', held);
      held = 0;
    },
  };
}
