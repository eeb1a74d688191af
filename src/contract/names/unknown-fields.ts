import type { FieldShape, FieldShapes } from '../../../generated/catalogue.ts';
import * as policies from '../../../generated/policy-sections.ts';
import { memberPointer } from '../violations/pointer.ts';
import { closestName } from './closest-name.ts';

/** An unknown field that is close to a known one, or is known by another name. */
export interface MisspelledField {
  /** JSON pointer of the field in the body. */
  readonly path: string;
  /** JSON pointer of the field that was probably meant. */
  readonly meant: string;
}

const NONE: readonly MisspelledField[] = Object.freeze([]);

/** Field names that no schema declares but that still have a meaning. */
export interface OtherNames {
  /** Fields that are refused with a specific reason, by name. */
  readonly forbidden?: object;
  /** What a field is called here, as a JSON pointer, by its name elsewhere. */
  readonly synonyms?: Readonly<Record<string, string>>;
}

/**
 * The fields of a body that are unknown but close to a known one (they are still accepted, section 2.2), including
 * those of nested objects and of the first entries of lists. A body without unknown fields costs one lookup per
 * field.
 */
export function misspelledFields(
  fields: FieldShapes,
  body: object,
  { forbidden, synonyms = {} }: OtherNames = {},
): readonly MisspelledField[] {
  const unknown = unknownIn(fields, body, { at: '', forbidden });
  return unknown ? unknown.flatMap((field) => suggest(field, synonyms) ?? []) : NONE;
}

interface UnknownField {
  readonly at: string;
  readonly name: string;
  readonly known: readonly string[];
}

function unknownIn(
  fields: FieldShapes,
  object: object,
  { at, forbidden }: { readonly at: string; readonly forbidden?: object | undefined },
): readonly UnknownField[] | undefined {
  let found: UnknownField[] | undefined;
  for (const name of Object.keys(object)) {
    const shape = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (shape !== undefined) {
      if (typeof shape !== 'object') continue;
      const inner = unknownBelow(shape, Reflect.get(object, name), memberPointer(at, name));
      if (inner) found = [...(found ?? []), ...inner];
    } else if (!forbidden || !Object.hasOwn(forbidden, name)) {
      found ??= [];
      if (found.length < policies.requests.max_unknown_fields)
        found.push({ at, name, known: Object.keys(fields) });
    }
  }
  return found;
}

function unknownBelow(
  shape: Exclude<FieldShape, string>,
  value: unknown,
  at: string,
): readonly UnknownField[] | undefined {
  if ('items' in shape) return unknownInEntries(shape.items, value, at);
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? unknownIn(shape.fields, value, { at }) : undefined;
}

/** A list can be long, and a mistake in its entries is usually in the first ones too. */
function unknownInEntries(
  shape: FieldShape,
  value: unknown,
  at: string,
): readonly UnknownField[] | undefined {
  if (typeof shape !== 'object' || !Array.isArray(value)) return undefined;
  const found = value
    .slice(0, policies.requests.max_warned_entries)
    .flatMap((entry: unknown, index) => unknownBelow(shape, entry, `${at}/${index}`) ?? []);
  return found.length > 0 ? found : undefined;
}

function suggest(
  { at, name, known }: UnknownField,
  synonyms: Readonly<Record<string, string>>,
): MisspelledField | undefined {
  const synonym = at === '' && Object.hasOwn(synonyms, name) ? synonyms[name] : undefined;
  const close = synonym === undefined ? closestName(name, known) : undefined;
  const meant = close === undefined ? synonym : memberPointer(at, close);
  // The pointer comes last: a name of any length is only copied when it is close to a known one.
  return meant === undefined ? undefined : { path: memberPointer(at, name), meant };
}
