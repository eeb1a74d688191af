import type { Json, JsonObject } from '../../contract/contract.ts';
import { isObject, mapMembers } from '../../contract/json.ts';

/** Rewrites one schema whose subschemas are already rewritten; never called with a boolean schema. */
export type SchemaRewrite = (schema: JsonObject) => Json;

const MAPS = new Set(['properties', 'patternProperties', 'dependentSchemas', '$defs']);
const LISTS = new Set(['oneOf', 'anyOf', 'allOf', 'prefixItems']);
const SINGLES = new Set([
  ...['items', 'contains', 'unevaluatedItems'],
  ...['additionalProperties', 'propertyNames', 'unevaluatedProperties'],
  ...['not', 'if', 'then', 'else'],
]);
const PAYLOADS = new Set(['example', 'examples']);

/** A copy of the OpenAPI document with `rewrite` applied to every schema, innermost first. Example payloads stay as they are. */
export function mapSchemas(document: JsonObject, rewrite: SchemaRewrite): JsonObject {
  return mapMembers(document, (value, name) => mapMember(name, value, rewrite));
}

/** `schema` with `rewrite` applied to it and to all its subschemas, innermost first. */
export function mapSchema(schema: Json, rewrite: SchemaRewrite): Json {
  if (!isObject(schema)) return schema;
  return rewrite(
    mapMembers(schema, (value, keyword) => {
      if (MAPS.has(keyword) && isObject(value))
        return mapMembers(value, (member) => mapSchema(member, rewrite));
      if (LISTS.has(keyword) && Array.isArray(value))
        return value.map((member: Json) => mapSchema(member, rewrite));
      return SINGLES.has(keyword) ? mapSchema(value, rewrite) : value;
    }),
  );
}

function mapMember(name: string, value: Json, rewrite: SchemaRewrite): Json {
  if (PAYLOADS.has(name) || name.startsWith('x-')) return value;
  if (name === 'schema') return mapSchema(value, rewrite);
  if (name === 'schemas' && isObject(value)) return mapMembers(value, (schema) => mapSchema(schema, rewrite));
  if (Array.isArray(value))
    return value.map((item: Json) => (isObject(item) ? mapSchemas(item, rewrite) : item));
  return isObject(value) ? mapSchemas(value, rewrite) : value;
}
