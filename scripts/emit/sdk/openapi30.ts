import type { Json, JsonObject } from '../../contract/contract.ts';
import {
  isObject,
  mapMembers,
  omit,
  stringList,
  toEntries,
  toList,
  toObject,
  toText,
} from '../../contract/json.ts';
import { mapSchemas } from '../documents/schema-walk.ts';

/** An OpenAPI 3.1 document of the SDK profile as OpenAPI 3.0.3. Never throws: what 3.0 cannot express is omitted. */
export function toOpenApi30(document: JsonObject): JsonObject {
  const { info, components, ...rest } = omit(document, ['jsonSchemaDialect', 'webhooks']);
  const whole = {
    ...rest,
    openapi: '3.0.3',
    info: toInfo(toObject(info)),
    components: omit(toObject(components), ['pathItems']),
  };
  return toObject(dropSiblings(mapSchemas(whole, toSchema30)));
}

function toInfo(info: JsonObject): JsonObject {
  const { license, ...rest } = omit(info, ['summary']);
  if (!isObject(license)) return rest;
  const { identifier, ...named } = license;
  if (typeof identifier !== 'string') return info;
  return { ...rest, license: { ...named, url: `https://spdx.org/licenses/${identifier}.html` } };
}

const UNKNOWN_KEYWORDS = [
  ...['const', 'examples', '$comment', 'contentEncoding', 'contentMediaType', 'contentSchema'],
  ...['prefixItems', 'patternProperties', 'exclusiveMinimum', 'exclusiveMaximum', 'type'],
];
const ANNOTATIONS = [
  ...['title', 'description', 'default', 'example', 'examples'],
  ...['deprecated', 'readOnly', 'writeOnly'],
];

function toSchema30(schema: JsonObject): Json {
  if (typeof schema.$ref === 'string') return toReference(schema);
  return {
    ...omit(schema, UNKNOWN_KEYWORDS),
    ...toType(schema),
    ...(schema.const === undefined ? {} : { enum: [schema.const] }),
    ...toBounds(schema),
    ...toItems(schema),
    ...toOpenProperties(schema),
    ...(schema.example === undefined && toList(schema.examples)[0] !== undefined
      ? { example: toList(schema.examples)[0] }
      : {}),
    ...(schema.contentEncoding === 'base64' && schema.format === undefined ? { format: 'byte' } : {}),
  };
}

/** A reference has no siblings in 3.0: annotations next to it are dropped, and with constraints it moves into an `allOf`. */
function toReference(schema: JsonObject): JsonObject {
  const { $ref } = schema;
  const constraints = Object.keys(schema).filter(
    (name) => name !== '$ref' && !name.startsWith('x-') && !ANNOTATIONS.includes(name),
  );
  if (constraints.length === 0) return { $ref };
  return { ...toObject(toSchema30(omit(schema, ['$ref']))), allOf: [...toList(schema.allOf), { $ref }] };
}

function toType({ type, anyOf }: JsonObject): JsonObject {
  if (typeof type === 'string') return type === 'null' ? { nullable: true } : { type };
  const types = stringList(type);
  const shapes = types.filter((name) => name !== 'null');
  const nullable = shapes.length < types.length ? { nullable: true } : {};
  const [first] = shapes;
  if (first === undefined) return nullable;
  if (shapes.length === 1) return { type: first, ...nullable };
  return anyOf === undefined
    ? {
        anyOf: shapes.map((name) => (name === 'array' ? { type: name, items: {} } : { type: name })),
        ...nullable,
      }
    : nullable;
}

function toBounds({ exclusiveMinimum, exclusiveMaximum, minimum, maximum }: JsonObject): JsonObject {
  const low =
    typeof exclusiveMinimum === 'number' && !(typeof minimum === 'number' && minimum > exclusiveMinimum);
  const high =
    typeof exclusiveMaximum === 'number' && !(typeof maximum === 'number' && maximum < exclusiveMaximum);
  return {
    ...(low ? { minimum: exclusiveMinimum, exclusiveMinimum: true } : {}),
    ...(high ? { maximum: exclusiveMaximum, exclusiveMaximum: true } : {}),
  };
}

function toItems({ type, items, prefixItems, minItems, maxItems }: JsonObject): JsonObject {
  const tuple = toList(prefixItems);
  if (tuple.length > 0) {
    const distinct = [...new Set(tuple.map((item) => JSON.stringify(item)))];
    const one = distinct.length === 1 ? tuple[0] : { anyOf: tuple };
    return { items: one ?? {}, minItems: minItems ?? 0, maxItems: maxItems ?? tuple.length };
  }
  return type === 'array' && !isObject(items) ? { items: {} } : {};
}

function toOpenProperties({ patternProperties, additionalProperties }: JsonObject): JsonObject {
  const [pattern, ...more] = toEntries(patternProperties);
  if (pattern === undefined || additionalProperties !== undefined) return {};
  return { additionalProperties: more.length === 0 ? pattern[1] : true };
}

/** Leaves only `$ref` in every reference object outside schemas and payloads, as 3.0 wants it. */
function dropSiblings(value: Json, name = ''): Json {
  if (name === 'example' || name === 'value' || name === 'default' || name === 'enum') return value;
  if (Array.isArray(value)) return value.map((item: Json) => dropSiblings(item));
  if (!isObject(value)) return value;
  if (toText(value.$ref).startsWith('#/')) return { $ref: value.$ref };
  return mapMembers(value, (member, inner) => dropSiblings(member, inner));
}
