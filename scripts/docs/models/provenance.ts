import type { Json } from '../../contract/contract.ts';
import { toObject } from '../../contract/json.ts';

/** Whether a statement was decided by the contract, because the specification is silent. */
export function isChoice(provenance: Json | undefined): boolean {
  return 'choice' in toObject(provenance);
}
