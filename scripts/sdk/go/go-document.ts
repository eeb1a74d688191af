import type { Json, JsonObject } from '../../contract/contract.ts';
import { schemasOf } from '../../contract/documents/parts.ts';
import { isObject, mapMembers, omit, toEntries, toList, toObject } from '../../contract/json.ts';
import { schemaNameOf } from '../sdk-document.ts';

/**
 * The schemas as oapi-codegen reads them best: simple types in place, `int` for every integer, optional texts without a
 * pointer, `TextOr` for a text or something else, and no union of requests, which is an interface in Go.
 */
export function toGoDocument(document: JsonObject): JsonObject {
  const schemas = schemasOf(document);
  const named = toEntries(schemas).filter(([, schema]) => !(isSimple(schema) || isUnionOfModels(schema)));
  return {
    openapi: document.openapi ?? null,
    info: document.info ?? null,
    paths: {},
    components: {
      schemas: Object.fromEntries(
        named.map(([name, schema]) => [name, { ...toGo(schema, schemas, name), 'x-go-name': name }]),
      ),
    },
  };
}

/** Whether a schema is better in its place than as a type of its own. */
function isSimple(value: Json | undefined): boolean {
  const { type, enum: values, properties, oneOf } = toObject(value);
  return type !== undefined && !properties && !oneOf && (type !== 'string' || toList(values).length < 2);
}

function isUnionOfModels(schema: Json): boolean {
  return toObject(schema).discriminator !== undefined;
}

function toGo(value: Json, schemas: JsonObject, goName: string): JsonObject {
  const schema = toObject(value);
  const target = schemas[schemaNameOf(schema)];
  if (isSimple(target)) return toGo({ ...toObject(target), ...omit(schema, ['$ref']) }, schemas, goName);
  if (Array.isArray(schema.oneOf)) return { ...omit(schema, ['oneOf']), ...toUnion(schema.oneOf) };
  const { properties, items } = schema;
  return {
    ...omit(schema, toList(schema.enum).length === 1 ? ['enum', 'format'] : ['format']),
    // Amounts of money need all their digits.
    ...(schema.type === 'number' ? { format: 'double' } : {}),
    ...(schema.type === 'string' ? { 'x-go-type-skip-optional-pointer': true } : {}),
    ...(properties === undefined ? {} : { properties: toProperties(properties, schemas, goName) }),
    ...(isObject(items) ? { items: toGo(items, schemas, `${goName}Item`) } : {}),
  };
}

/** In the order of the contract. */
function toProperties(properties: Json, schemas: JsonObject, owner: string): JsonObject {
  const names = Object.keys(toObject(properties));
  return mapMembers(properties, (property, name) => ({
    ...toGo(property, schemas, owner + toGoName(name)),
    ...(isObject(toObject(property).properties) ? { 'x-go-type-name': owner + toGoName(name) } : {}),
    'x-go-name': toGoName(name),
    'x-order': names.indexOf(name) + 1,
  }));
}

const INITIALISMS = /^(?:id|url|json|http|api|usd)$/;

/** `image_urls` as `ImageURLs`. */
function toGoName(name: string): string {
  return name
    .split(/[^a-zA-Z0-9]+/)
    .map((word) =>
      INITIALISMS.test(word) ? word.toUpperCase() : word.charAt(0).toUpperCase() + word.slice(1),
    )
    .join('')
    .replace(/Urls/g, 'URLs')
    .replace(/^(?=\d|$)/, 'N');
}

function toUnion([text, other = null, ...more]: readonly Json[]): JsonObject {
  const { type, items } = toObject(other);
  const name =
    schemaNameOf(type === 'array' ? items : other) || (toObject(items).type === 'string' ? 'string' : '');
  const isKnown = toObject(text).type === 'string' && more.length === 0 && name !== '';
  return { 'x-go-type': isKnown ? `TextOr[${type === 'array' ? '[]' : ''}${name}]` : 'any' };
}
