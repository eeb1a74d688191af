import type { JsonObject } from '../contract/contract.ts';
import { toStep } from '../contract/lint/problem.ts';

/** A change after which a caller that follows the old contract is refused, or no longer gets what it promised. */
export interface BreakingChange {
  /** Path relative to the project root. */
  readonly file: string;
  /** JSON pointer into that file, in its old or new version, whichever has the member. */
  readonly pointer: string;
  readonly what: string;
  readonly advice: string;
}

/** The published contract at one moment: the document and the request schema of each model by file name. */
export interface ContractSnapshot {
  readonly document: JsonObject;
  readonly schemas: Readonly<Record<string, JsonObject>>;
}

/** Two versions of an object, and its location. */
export interface ObjectPair {
  readonly before: JsonObject;
  readonly after: JsonObject;
  readonly pointer: string;
}

/** A change without its file: the result of comparing two schemas. */
export type SchemaChange = Omit<BreakingChange, 'file'>;

/** `pointer` extended by the escaped `names`. */
export function extend(pointer: string, ...names: readonly (string | number)[]): string {
  return names.reduce<string>((path, name) => `${path}/${toStep(name)}`, pointer);
}
