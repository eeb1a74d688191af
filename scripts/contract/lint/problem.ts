import type { Json, JsonObject } from '../contract.ts';
import { isObject, stepsOf } from '../json.ts';
import type { LintSubject } from './lint-subject.ts';

/**
 * A finding of a rule: a JSON pointer into a file. In a model file the pointer goes through the joined vocabulary
 * and through `$ref`s; `locateFindings` maps it to the family or common file with the member.
 */
export interface Finding {
  readonly file: string;
  readonly pointer: string;
  readonly message: string;
  /** Other members whose findings are only consequences, such as the intended name of a misspelled one. */
  readonly spoils?: readonly string[];
  /** The name that the finding is about: later rules do not report it again for the same file. */
  readonly about?: string;
}

/** A finding in a file that the caller knows. */
export type FindingInFile = Omit<Finding, 'file'>;

/** One rule of the contract: pure, returns all its findings at once. */
export type LintRule = (subject: LintSubject) => readonly Finding[];

/** Every object in a value with its JSON pointer, outer ones first; members with the skipped names are left out. */
export function listObjects(
  value: Json | undefined,
  skipped: ReadonlySet<string> = new Set(),
  pointer = '',
): readonly { readonly pointer: string; readonly object: JsonObject }[] {
  if (Array.isArray(value))
    return value.flatMap((item: Json, index) => listObjects(item, skipped, `${pointer}/${index}`));
  if (!isObject(value)) return [];
  const inner = Object.entries(value).flatMap(([name, member]) =>
    skipped.has(name) ? [] : listObjects(member, skipped, `${pointer}/${toStep(name)}`),
  );
  return [{ pointer, object: value }, ...inner];
}

/** A step of a JSON pointer, escaped. */
export function toStep(name: string | number): string {
  return String(name).replaceAll('~', '~0').replaceAll('/', '~1');
}

/** A JSON pointer in readable form: `/x-prices/rates/0` is `x-prices.rates[0]`. */
export function toLabel(pointer: string): string {
  return stepsOf(pointer).reduce((label, name) => {
    if (/^\d+$/.test(name)) return `${label}[${name}]`;
    return /^[\w$-]+$/.test(name)
      ? `${label}${label === '' ? '' : '.'}${name}`
      : `${label}[${JSON.stringify(name)}]`;
  }, '');
}
