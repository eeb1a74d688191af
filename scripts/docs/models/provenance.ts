import type { Json } from '../../contract/contract.ts';
import { toObject } from '../../contract/json.ts';

/** Marks what was decided by the contract. */
export const REFERENCE = ' (reference)';

/** Whether a statement was decided by the contract, because the specification is silent. */
export function isChoice(provenance: Json | undefined): boolean {
  return 'choice' in toObject(provenance);
}

/** The mark behind a value that the specification does not give; empty for others. */
export function referenceMark(provenance: Json | undefined): string {
  return isChoice(provenance) ? REFERENCE : '';
}
