import type { Json, JsonObject } from '../../contract/contract.ts';
import { isObject, mapMembers, toObject, toText } from '../../contract/json.ts';

/** A request schema whose forbidden fields are `not` anything, with the reason: several code generators refuse the equal `false`. */
export function writeForbidden(schema: JsonObject, reasons: Json | undefined): JsonObject {
  return mapProperties(schema, (property, name) =>
    property === false
      ? { not: {}, description: toText(toObject(toObject(reasons)[name]).message) }
      : property,
  );
}

/** The inverse of `writeForbidden`, for comparisons. */
export function readForbidden(schema: JsonObject): JsonObject {
  return mapProperties(schema, (property) => (isNever(property) ? false : property));
}

function mapProperties(schema: JsonObject, change: (property: Json, name: string) => Json): JsonObject {
  if (!isObject(schema.properties)) return schema;
  return { ...schema, properties: mapMembers(schema.properties, change) };
}

function isNever(property: Json): boolean {
  const { not } = toObject(property);
  return isObject(not) && Object.keys(not).length === 0;
}
