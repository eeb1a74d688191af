import type { SchemaChange } from '../breaking/breaking-change.ts';
import type { Json } from '../contract/contract.ts';
import { stepsOf } from '../contract/json.ts';
import { code, value } from '../docs/markdown.ts';

/** A change in a sentence for users; code in it is in backticks. */
export interface Change {
  readonly text: string;
  /** Whether a caller that follows the earlier contract is refused, or misses something. */
  readonly isBreaking: boolean;
}

/** A change and its place, by which the breaking ones are told apart. */
export interface Finding {
  readonly text: string;
  /** JSON pointer into the published schema, in the later version if that has the member. */
  readonly pointer: string;
  /** Whether it can break nobody, whatever else changed at its place. */
  readonly isHarmless?: true;
}

/** Findings with a mark on those that break, and the breaking changes that no finding tells about. */
export function toChanges(
  findings: readonly Finding[],
  breaking: readonly SchemaChange[],
): readonly Change[] {
  const tells = ({ pointer, isHarmless }: Finding, change: SchemaChange) =>
    isHarmless !== true && (change.pointer === pointer || change.pointer.startsWith(`${pointer}/`));
  const untold = breaking.filter((change) => !findings.some((finding) => tells(finding, change)));
  const texts = new Set(untold.map(({ pointer, what }) => `${code(fieldAt(pointer) || pointer)}: ${what}`));
  return [
    ...findings.map((finding) => ({
      text: finding.text,
      isBreaking: breaking.some((change) => tells(finding, change)),
    })),
    ...[...texts].map((text) => ({ text, isBreaking: true })),
  ];
}

/** `x → y`. */
export function fromTo(was: Json, now: Json): string {
  return `${value(was)} → ${value(now)}`;
}

/** The field at a JSON pointer into a schema, such as `messages[].role`; empty for the schema itself. */
export function fieldAt(pointer: string): string {
  const steps = stepsOf(pointer);
  return steps.reduce((field, step, index) => {
    if (steps[index - 1] === 'properties') return field === '' ? step : `${field}.${step}`;
    return step === 'items' && field !== '' ? `${field}[]` : field;
  }, '');
}
