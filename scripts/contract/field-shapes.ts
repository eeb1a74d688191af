import type { Json, JsonObject } from './contract.ts';
import { isObject, toEntries, toList } from './json.ts';

/** The defaults of the fields that have one. */
export function defaultsOf(schema: JsonObject): JsonObject {
  return Object.fromEntries(
    toEntries(schema.properties).flatMap(([name, property]) =>
      isObject(property) && property.default !== undefined ? [[name, property.default]] : [],
    ),
  );
}

/** The declared fields of a schema and how they are bound for CEL. */
export function fieldShapes(schema: JsonObject): JsonObject {
  return Object.fromEntries(
    toEntries(schema.properties).flatMap(([name, property]) =>
      isObject(property) ? [[name, toShape(property)]] : [],
    ),
  );
}

function toShape(schema: JsonObject): Json {
  switch (schema.type) {
    case 'integer':
      return 'integer';
    case 'string':
    case 'number':
    case 'boolean':
      return 'plain';
    case 'array':
      return { items: isObject(schema.items) ? toShape(schema.items) : 'opaque' };
    default:
      return isObject(schema.properties) ? { fields: fieldShapes(schema) } : shapeOfUnion(schema);
  }
}

/** The branch of a union that has members: the others are plain values. */
function shapeOfUnion({ oneOf, anyOf }: JsonObject): Json {
  const shapes = toList(oneOf ?? anyOf).map((branch) => (isObject(branch) ? toShape(branch) : 'opaque'));
  return shapes.find(isObject) ?? 'opaque';
}
