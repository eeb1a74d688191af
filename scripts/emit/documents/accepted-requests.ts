import type { Json, JsonObject } from '../../contract/contract.ts';
import { listOperations, schemasOf, withSchemas } from '../../contract/documents/parts.ts';
import { isObject, mapMembers, omit, stringList, toList, toObject } from '../../contract/json.ts';
import { findReferences, SCHEMA_PREFIX } from './references.ts';
import { mapSchema, mapSchemas } from './schema-walk.ts';

/**
 * A request schema as the gateway accepts it: `null` for an optional member means that it is absent, and a member marked
 * `x-any-type` may be anything. Types and SDKs keep the plain schema: it says what a caller should send.
 */
export function toAcceptedSchema(schema: JsonObject, isOpen: IsOpen = () => false): JsonObject {
  return toObject(mapSchema(schema, (inner) => acceptNulls(inner, isOpen)));
}

/** Whether the target of a reference accepts any value, and so needs no `null`. */
type IsOpen = (reference: string) => boolean;

/** The document, with every schema that is used only in requests as the gateway accepts it. */
export function toAcceptedDocument(document: JsonObject): JsonObject {
  const schemas = schemasOf(document);
  const bodies = listOperations(document).map(({ requestBody }) => requestBody ?? null);
  const sent = findReferences(document, bodies);
  const isOpen = (reference: string) =>
    toObject(schemas[reference.slice(SCHEMA_PREFIX.length)])['x-any-type'] === true;
  const accepted = mapMembers(schemas, (schema, name) =>
    sent.has(SCHEMA_PREFIX + name) && isObject(schema) ? toAcceptedSchema(schema, isOpen) : schema,
  );
  return mapSchemas(withSchemas(document, accepted), (schema) =>
    omit(schema, ['x-any-type', 'x-one-object']),
  );
}

function acceptNulls(schema: JsonObject, isOpen: IsOpen): Json {
  const open = schema['x-any-type'] === true ? omit(schema, ['type', 'x-any-type']) : schema;
  if (!isObject(open.properties)) return open;
  const required = stringList(open.required);
  const properties = mapMembers(open.properties, (property, name) =>
    isObject(property) && !required.includes(name) ? toNullable(property, isOpen) : property,
  );
  const optional = Object.keys(open.properties).filter((name) => !required.includes(name));
  return {
    ...open,
    properties,
    ...(open.anyOf === undefined
      ? {}
      : { anyOf: toList(open.anyOf).map((branch) => demandValues(branch, optional)) }),
  };
}

const NULL = { type: 'null' } as const;

function toNullable(schema: JsonObject, isOpen: IsOpen): JsonObject {
  const { type, enum: values, const: value, $ref, ...rest } = schema;
  if (typeof $ref === 'string') return isOpen($ref) ? schema : { anyOf: [{ $ref }, NULL], ...rest };
  if (type === 'null') return schema;
  if (typeof type === 'string') {
    const listed = value === undefined ? values : [value];
    return {
      type: [type, 'null'],
      ...(listed === undefined ? {} : { enum: [...toList(listed), null] }),
      ...rest,
    };
  }
  const union = ['oneOf', 'anyOf'].find((keyword) => schema[keyword] !== undefined);
  return union === undefined ? schema : { ...schema, [union]: [...toList(schema[union]), NULL] };
}

/** A branch that requires a member requires more than `null`, which counts as absent. */
function demandValues(branch: Json, optional: readonly string[]): Json {
  const demanded = stringList(toObject(branch).required).filter((name) => optional.includes(name));
  if (!isObject(branch) || demanded.length === 0) return branch;
  const values = demanded.map((name) => [
    name,
    { ...toObject(toObject(branch.properties)[name]), not: NULL },
  ]);
  return { ...branch, properties: { ...toObject(branch.properties), ...Object.fromEntries(values) } };
}
