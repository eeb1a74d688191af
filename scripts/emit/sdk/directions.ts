import type { Json, JsonObject } from '../../contract/contract.ts';
import { listOperations, schemasOf, withSchemas } from '../../contract/documents/parts.ts';
import { isObject, mapMembers, omit, resolve, stringList, toObject } from '../../contract/json.ts';
import { findReferences, SCHEMA_PREFIX } from '../documents/references.ts';
import { mapSchema } from '../documents/schema-walk.ts';

/**
 * The document with separate rules for request and response objects. Response objects allow additional members, since responses
 * may gain fields and several generators reject unknown ones. Request objects do not declare this, since some generators then
 * send a member under two names, and its optional lists are `x-nullable`, since Java clients send an empty list otherwise.
 */
export function separateDirections(document: JsonObject): JsonObject {
  const operations = listOperations(document);
  const reach = (part: string) =>
    findReferences(
      document,
      operations.map((operation) => operation[part] ?? null),
    );
  const [sent, answered] = [reach('requestBody'), reach('responses')];
  const schemas = mapMembers(schemasOf(document), (schema, name) => {
    const reference = `${SCHEMA_PREFIX}${name}`;
    const isSentOnly = sent.has(reference) && !answered.has(reference);
    const rewrite = isSentOnly ? (object: JsonObject) => toSent(document, object) : toAnswered;
    return mapSchema(schema, rewrite);
  });
  return withSchemas(document, schemas);
}

function toAnswered(schema: JsonObject): Json {
  return isObject(schema.properties) ? { ...schema, additionalProperties: true } : schema;
}

function toSent(document: JsonObject, schema: JsonObject): Json {
  if (!isObject(schema.properties)) return schema;
  const required = stringList(schema.required);
  const properties = mapMembers(schema.properties, (property, name) => {
    const target = toObject(resolve(document, property));
    const isOptionalList = target.type === 'array' && !required.includes(name);
    return isOptionalList
      ? { ...target, ...omit(toObject(property), ['$ref']), 'x-nullable': true }
      : property;
  });
  return { ...omit(schema, ['additionalProperties']), properties };
}
