import type { Holding } from './create-admission.ts';
import type { tooMuch } from './too-much.ts';

/** Room for the bytes of one reference, taken as they come. */
export interface Room {
  /** Takes room for so many more bytes; false when there is none. */
  reserve(bytes: number): boolean;
  /** Why there was none. */
  refusal(): ReturnType<typeof tooMuch> | undefined;
  /** Gives it all back. */
  leave(): void;
}

/** Opens room for one reference of a request. */
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
