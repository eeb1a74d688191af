import type { LintSubject } from './lint-subject.ts';

/** A mistake in the contract, at a line (from 1) of a file below its root. */
export interface Problem {
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

/**
 * What a rule found: a JSON pointer into a file. In a model file the pointer goes through the joined vocabulary
 * and through `$ref`s; `locateFindings` leads it to the family or common file that holds the member.
 */
export interface Finding {
  readonly file: string;
  readonly pointer: string;
  readonly message: string;
}

/** One rule of the contract: pure, all of what it finds at once. */
export type LintRule = (subject: LintSubject) => readonly Finding[];

/** A step of a JSON pointer, escaped. */
export function toStep(name: string | number): string {
  return String(name).replaceAll('~', '~0').replaceAll('/', '~1');
}
