import type { Json, JsonObject, ModelSource } from '../contract.ts';
import { isObject, stringList } from '../json.ts';

/**
 * The smallest requests: the required fields only, then with each optional field in its smallest form. An expression
 * that reads a field without guarding it with `has()` fails on one of them.
 */
export function listSampleRequests({ id, requestSchema }: ModelSource): readonly JsonObject[] {
  const minimal: JsonObject = { ...smallestObject(requestSchema), model: id };
  const properties = isObject(requestSchema.properties) ? requestSchema.properties : {};
  const optional = Object.entries(properties).filter(
    ([name, property]) => property !== false && !Object.hasOwn(minimal, name),
  );
  return [minimal, ...optional.map(([name, property]) => ({ ...minimal, [name]: smallest(property) }))];
}

function smallestObject(schema: JsonObject): JsonObject {
  const properties = isObject(schema.properties) ? schema.properties : {};
  return Object.fromEntries(stringList(schema.required).map((name) => [name, smallest(properties[name])]));
}

function smallest(schema: Json | undefined): Json {
  if (!isObject(schema)) return '';
  const { enum: values, oneOf: branches } = schema;
  if (Array.isArray(values) && values[0] !== undefined) return values[0];
  switch (schema.type) {
    case 'object':
      return smallestObject(schema);
    case 'array':
      return Array.from({ length: toNumber(schema.minItems, 0) }, () => smallest(schema.items));
    case 'integer':
    case 'number':
      return toNumber(schema.minimum, 1);
    case 'boolean':
      return true;
    case 'string':
      return 'a'.repeat(toNumber(schema.minLength, 0));
    default:
      return Array.isArray(branches) ? smallest(branches[0]) : '';
  }
}

function toNumber(value: Json | undefined, fallback: number): number {
  return typeof value === 'number' ? value : fallback;
}
