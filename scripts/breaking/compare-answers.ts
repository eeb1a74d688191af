import type { Json, JsonObject } from '../contract/contract.ts';
import { resolve, stringList, toEntries, toList, toObject } from '../contract/json.ts';
import { extend, type SchemaChange } from './breaking-change.ts';
import { pointerOf, type SchemaContext, type SchemaPair, withoutNull } from './compare-schemas.ts';

/** Every guarantee of a response schema `before` that `after` drops: fields are added, never removed. */
export function compareAnswers(context: SchemaContext, pair: SchemaPair): readonly SchemaChange[] {
  return compare(context, pair, new Set());
}

function compare(context: SchemaContext, pair: SchemaPair, seen: Set<string>): readonly SchemaChange[] {
  const { before, after, pointer } = pair;
  const isNew = mayBeNull(context.after, after) && !mayBeNull(context.before, before);
  const ofNull = { pointer: pointerOf(pair), what: 'may be null now', advice: 'leave it out instead' };
  const values = { before: withoutNull(before), after: withoutNull(after), pointer };
  return [...(isNew ? [ofNull] : []), ...compareValues(context, values, seen)];
}

/** Whether `null` is valid, as it is where nothing is said of the type. */
function mayBeNull(document: JsonObject, schema: Json | undefined): boolean {
  const { type, enum: values, const: value, anyOf, oneOf, allOf } = toObject(resolve(document, schema));
  if (type !== undefined && ![type].flat().includes('null')) return false;
  if (value !== undefined && value !== null) return false;
  if (Array.isArray(values) && !values.includes(null)) return false;
  const isOpen = (branch: Json) => mayBeNull(document, branch);
  return (
    [anyOf, oneOf].every((one) => one === undefined || toList(one).some(isOpen)) &&
    toList(allOf).every(isOpen)
  );
}

function compareValues(context: SchemaContext, pair: SchemaPair, seen: Set<string>): readonly SchemaChange[] {
  const reference = toObject(pair.before).$ref;
  if (typeof reference === 'string') {
    if (seen.has(reference)) return [];
    seen.add(reference);
  }
  const before = toObject(resolve(context.before, pair.before));
  const after = toObject(resolve(context.after, pair.after));
  const pointer = pointerOf(pair);
  const required = stringList(after.required);
  const loose = stringList(before.required).filter((name) => !required.includes(name));
  const nested = (steps: readonly (string | number)[], was: Json | undefined, now: Json | undefined) =>
    was === undefined || now === undefined
      ? []
      : compare(context, { before: was, after: now, pointer: extend(pointer, ...steps) }, seen);
  return [
    ...loose.map((name) => ({
      pointer: extend(pointer, 'required'),
      what: `"${name}" is no longer guaranteed`,
      advice: 'keep it required in the response',
    })),
    ...toEntries(before.properties).flatMap(([name, property]): readonly SchemaChange[] => {
      const now = toObject(after.properties)[name];
      if (now !== undefined) return nested(['properties', name], property, now);
      const gone = { what: 'field of the response is gone', advice: 'keep it' };
      return [{ pointer: extend(pointer, 'properties', name), ...gone }];
    }),
    ...nested(['items'], before.items, after.items),
    ...nested(['additionalProperties'], before.additionalProperties, after.additionalProperties),
    ...['oneOf', 'anyOf', 'allOf'].flatMap((keyword) =>
      toList(before[keyword]).flatMap((branch, index) =>
        nested([keyword, index], branch, toList(after[keyword])[index]),
      ),
    ),
  ];
}
