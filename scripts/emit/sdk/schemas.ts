import type { Json, JsonObject } from '../../contract/contract.ts';
import {
  filterMembers,
  isObject,
  mapMembers,
  stringList,
  toList,
  toObject,
  toText,
} from '../../contract/json.ts';
import { dropConditions } from '../code/conditions.ts';

const INT32_MAX = 2 ** 31 - 1;

/** Each spelling of each model with the id that stands for it. */
export type CanonicalIds = ReadonlyMap<string, string>;

/**
 * A schema in terms that every SDK generator supports; its subschemas are already rewritten. It admits whatever the
 * schema admits, except other spellings of an enum value.
 */
export function toPlainSchema(schema: JsonObject, canonical: CanonicalIds): JsonObject {
  const plain = dropConditions(schema);
  const changes = [
    toDescribedDefault,
    toPlainConstant,
    toPlainNumber,
    toInclusiveBounds,
    toSizedNumber,
    toOneSpelling,
    toReasonedDeprecation,
  ];
  return changes.reduce((current, change) => change(current), {
    ...plain,
    ...(isObject(plain.properties) ? { properties: toProperties(plain.properties, canonical) } : {}),
    ...(typeof plain.items === 'boolean' ? { items: {} } : {}),
  });
}

/** Generated clients send every default they know; as text in the description, a default is applied by the service. */
function toDescribedDefault(schema: JsonObject): JsonObject {
  const { default: value, ...rest } = schema;
  if (value === undefined) return rest;
  const text = isObject(value) ? JSON.stringify(value) : String(value);
  return { ...rest, description: `${toText(rest.description)} Default: \`${text}\`.`.trim() };
}

/** A string constant becomes an enum of one value; with other constants generators fail to read or to compile. */
function toPlainConstant(schema: JsonObject): JsonObject {
  const { const: value, ...rest } = schema;
  if (value === undefined) return rest;
  return typeof value === 'string' ? { type: 'string', ...rest, enum: [value] } : rest;
}

/** Generators name enum values, which numbers do not allow: the range stays, and the values move to the description. */
function toPlainNumber(schema: JsonObject): JsonObject {
  const values = toList(schema.enum).filter((value) => typeof value === 'number');
  if (values.length === 0 || values.length < toList(schema.enum).length) return schema;
  const { enum: _named, ...rest } = schema;
  const bounds = { minimum: Math.min(...values), maximum: Math.max(...values) };
  return {
    ...rest,
    ...bounds,
    description: `${toText(rest.description)} One of ${values.join(', ')}.`.trim(),
  };
}

function toInclusiveBounds(schema: JsonObject): JsonObject {
  const { exclusiveMinimum, exclusiveMaximum, ...rest } = schema;
  return {
    ...(exclusiveMinimum === undefined ? {} : { minimum: exclusiveMinimum }),
    ...(exclusiveMaximum === undefined ? {} : { maximum: exclusiveMaximum }),
    ...rest,
  };
}

/** JSON has one kind of number; without a format generators choose 32 bits for a time or a price. */
function toSizedNumber(schema: JsonObject): JsonObject {
  const { type, format, minimum, maximum } = schema;
  if (format !== undefined) return schema;
  if (type === 'number') return { ...schema, format: 'double' };
  const fits =
    typeof maximum === 'number' &&
    maximum <= INT32_MAX &&
    (typeof minimum !== 'number' || minimum >= -INT32_MAX);
  return type === 'integer' && !fits ? { ...schema, format: 'int64' } : schema;
}

/** Values that differ in case alone become one name in most languages: the first spelling stands for them. */
function toOneSpelling(schema: JsonObject): JsonObject {
  if (schema.enum === undefined) return schema;
  const seen = new Set<Json>();
  const values = toList(schema.enum).filter((value) => {
    const key = typeof value === 'string' ? value.toLowerCase() : value;
    return !seen.has(key) && seen.add(key);
  });
  return { ...schema, enum: values };
}

/** Generators say why something is deprecated. */
function toReasonedDeprecation(schema: JsonObject): JsonObject {
  if (schema.deprecated !== true) return schema;
  return { 'x-deprecated-reason': 'still accepted, but no longer recommended.', ...schema };
}

function toProperties(properties: JsonObject, canonical: CanonicalIds): JsonObject {
  const kept = filterMembers(
    properties,
    (_, property) => property !== false && toObject(property).type !== 'null',
  );
  return mapMembers(kept, (property, name) => {
    if (property === true) return {};
    return name === 'model' && isObject(property) ? toCanonicalModel(property, canonical) : property;
  });
}

function toCanonicalModel(property: JsonObject, canonical: CanonicalIds): JsonObject {
  if (property.enum === undefined) return property;
  const ids = stringList(property.enum).map((spelling) => canonical.get(spelling) ?? spelling);
  return { ...property, enum: [...new Set(ids)] };
}
