import type { Json, JsonObject } from '../contract/contract.ts';
import { extend, type ObjectPair, type SchemaChange } from './breaking-change.ts';

const CEILINGS = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'];
const FLOORS = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'];
/** The other keyword for the same bound. */
const COUNTERPARTS: Readonly<Record<string, string>> = {
  minimum: 'exclusiveMinimum',
  exclusiveMinimum: 'minimum',
  maximum: 'exclusiveMaximum',
  exclusiveMaximum: 'maximum',
};
const COUNTS = ['minLength', 'minItems', 'minProperties'];
const OPAQUE = ['pattern', 'format', 'multipleOf', 'uniqueItems', 'if', 'then', 'else', 'not', 'contains'];
const CONDITIONS = ['propertyNames', 'dependentRequired', 'dependentSchemas', 'unevaluatedProperties'];

/** Limits, types and values that `after` no longer allows: narrowing is always breaking, widening never is. */
export function compareLimits(pair: ObjectPair): readonly SchemaChange[] {
  return [
    ...compareTypes(pair),
    ...compareValues(pair),
    ...CEILINGS.flatMap((keyword) => compareBound(pair, keyword, 1)),
    ...FLOORS.flatMap((keyword) => compareBound(pair, keyword, -1)),
    ...[...OPAQUE, ...CONDITIONS].flatMap((keyword) => compareOpaque(pair, keyword)),
  ];
}

function compareTypes({ before, after, pointer }: ObjectPair): readonly SchemaChange[] {
  const now = toTypes(after.type);
  if (now.length === 0) return [];
  const was = toTypes(before.type);
  const lost = was.filter((type) => !now.includes(type) && !(type === 'integer' && now.includes('number')));
  if (was.length > 0 && lost.length === 0) return [];
  const what =
    was.length === 0
      ? `any type was allowed, now only ${now.join(', ')}`
      : `type ${lost.join(', ')} is no longer allowed`;
  return [{ pointer: extend(pointer, 'type'), what, advice: 'allow the old type as well' }];
}

function toTypes(type: Json | undefined): readonly Json[] {
  if (type === undefined) return [];
  return Array.isArray(type) ? type : [type];
}

function compareValues({ before, after, pointer }: ObjectPair): readonly SchemaChange[] {
  const now = toValues(after);
  if (now === undefined) return [];
  const at = extend(pointer, after.enum === undefined ? 'const' : 'enum');
  const was = toValues(before);
  if (was === undefined) {
    const what = `any value was allowed, now only ${now.join(', ')}`;
    return [{ pointer: at, what, advice: 'list values with x-extensible-enum' }];
  }
  const lost = was.filter((value) => !now.includes(value));
  const advice = 'keep the old value';
  return lost.map((value) => ({ pointer: at, what: `${value} is no longer allowed`, advice }));
}

function toValues(schema: JsonObject): readonly string[] | undefined {
  if (schema.const !== undefined) return [JSON.stringify(schema.const)];
  return Array.isArray(schema.enum) ? schema.enum.map((value: Json) => JSON.stringify(value)) : undefined;
}

function compareBound({ before, after, pointer }: ObjectPair, keyword: string, sign: 1 | -1) {
  const now = after[keyword];
  const none = COUNTS.includes(keyword) ? 0 : sign * Number.POSITIVE_INFINITY;
  const was = before[keyword] ?? none;
  if (typeof now !== 'number' || typeof was !== 'number' || sign * now >= sign * was) return [];
  const other = before[COUNTERPARTS[keyword] ?? ''];
  const isWithin = typeof other === 'number' && sign * now >= sign * other;
  // An exclusive bound at the same value as an inclusive one before no longer allows the value itself.
  if (isWithin && !(keyword.startsWith('exclusive') && now === other)) return [];
  const earlier = before[keyword] === undefined ? 'had no limit' : `was ${was}`;
  const what = `${keyword} ${earlier}, now ${now}`;
  return [{ pointer: extend(pointer, keyword), what, advice: 'keep the wider limit' }];
}

function compareOpaque({ before, after, pointer }: ObjectPair, keyword: string): readonly SchemaChange[] {
  const now = after[keyword];
  if (now === undefined || now === false || JSON.stringify(now) === JSON.stringify(before[keyword]))
    return [];
  const verb = before[keyword] === undefined ? 'is new' : 'is another one';
  const what = `${keyword} ${verb}: ${JSON.stringify(now)}`;
  return [
    { pointer: extend(pointer, keyword), what, advice: 'check it where old requests are not rejected' },
  ];
}
