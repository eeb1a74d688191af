import type { Holding } from './create-admission.ts';
import type { tooMuch } from './too-much.ts';

/** Capacity for the bytes of one reference, reserved as they arrive. */
export interface Room {
  /** Reserves this many more bytes; false when there is no capacity. */
  reserve(bytes: number): boolean;
  /** Why there was no capacity. */
  refusal(): ReturnType<typeof tooMuch> | undefined;
  /** Releases everything. */
  leave(): void;
}

/** Opens the reservation for one reference of a request. */
export function openRoom(holding: Pick<Holding, 'take' | 'give'>): Room {
  let held = 0;
  let refusal: ReturnType<Holding['take']>;
  return {
    reserve(bytes) {
      refusal = holding.take('reference_bytes', bytes);
      if (!refusal) held += bytes;
      return !refusal;
    },
    refusal: () => refusal,
    leave() {
      holding.give('reference_bytes', held);
      held = 0;
    },
  };
}
