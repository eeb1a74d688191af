import type { Json, JsonObject } from '../contract.ts';
import { isObject } from '../json.ts';

/**
 * The request as CEL sees it: the declared fields only, as in the gateway, top-level defaults filled in, integers as
 * bigint wherever the schema says integer.
 */
export function bindSelf(schema: JsonObject, request: JsonObject): Readonly<Record<string, unknown>> {
  const properties = isObject(schema.properties) ? schema.properties : {};
  const defaults = Object.entries(properties).flatMap(([name, property]) =>
    isObject(property) && property.default !== undefined ? [[name, property.default]] : [],
  );
  const filled: JsonObject = { ...Object.fromEntries(defaults), ...request };
  return bindMembers(filled, properties);
}

function bindMembers(object: JsonObject, properties: JsonObject): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(object).flatMap(([name, value]) => {
      if (!Object.hasOwn(properties, name)) return [];
      const property = properties[name];
      return [[name, isObject(property) ? bindValue(value, property) : value]];
    }),
  );
}

function bindValue(value: Json | undefined, schema: JsonObject): unknown {
  if (schema.type === 'integer' && typeof value === 'number' && Number.isInteger(value)) return BigInt(value);
  if (Array.isArray(value)) {
    const { items } = schema;
    return isObject(items) ? value.map((item: Json) => bindValue(item, items)) : value;
  }
  return isObject(value) && isObject(schema.properties) ? bindMembers(value, schema.properties) : value;
}
