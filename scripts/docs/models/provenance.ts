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

/** Markdown with marks, followed by what they mean; a user's own model has none, since its values are no decision of this contract. */
export function explainMarks(text: string, { note, isOwn }: { note: string; isOwn: boolean }): string {
  if (isOwn) return text.replaceAll(REFERENCE, '');
  return text.includes(REFERENCE) ? `${text.trimEnd()}\n\n${note}\n` : text;
}
