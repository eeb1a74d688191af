import type { FieldShape, FieldShapes } from '../../generated/catalogue.ts';
import { policies } from '../../generated/policies.ts';
import { closestName } from './closest-name.ts';
import { memberPointer } from './violations/pointer.ts';

/** An unknown field that is close to a known one. */
export interface MisspelledField {
  /** JSON pointer of the field in the body. */
  readonly path: string;
  /** JSON pointer of the field that was probably meant. */
  readonly meant: string;
}

const NONE: readonly MisspelledField[] = Object.freeze([]);

/**
 * The fields of a body that are unknown and close to a known one (they are accepted all the same, section 2.2), including those of
 * nested objects and of the first entries of lists. A body without unknown fields costs one lookup per field.
 */
export function misspelledFields(
  fields: FieldShapes,
  body: object,
  others?: object,
): readonly MisspelledField[] {
  const unknown = unknownIn(fields, body, { at: '', others });
  return unknown ? suggest(unknown) : NONE;
}

interface UnknownField {
  readonly at: string;
  readonly name: string;
  readonly known: readonly string[];
}

function unknownIn(
  fields: FieldShapes,
  object: object,
  { at, others }: { readonly at: string; readonly others?: object | undefined },
): readonly UnknownField[] | undefined {
  let found: UnknownField[] | undefined;
  for (const name of Object.keys(object)) {
    const shape = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (shape !== undefined) {
      if (typeof shape !== 'object') continue;
      const inner = unknownBelow(shape, Reflect.get(object, name), memberPointer(at, name));
      if (inner) found = [...(found ?? []), ...inner];
    } else if (!others || !Object.hasOwn(others, name)) {
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

/** A list can be long, and a mistake in its entries is in the first ones, too. */
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

function suggest(unknown: readonly UnknownField[]): readonly MisspelledField[] {
  const found: MisspelledField[] = [];
  for (const { at, name, known } of unknown) {
    const meant = closestName(name, known);
    if (meant === undefined) continue;
    found.push({ path: memberPointer(at, name), meant: memberPointer(at, meant) });
    if (found.length === policies.requests.max_warnings) break;
  }
  return found;
}
