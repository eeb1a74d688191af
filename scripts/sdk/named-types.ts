import type { Json, JsonObject } from '../contract/contract.ts';
import { schemasOf } from '../contract/documents/parts.ts';
import { isObject, mapMembers, toEntries, toObject, toText } from '../contract/json.ts';
import { SCHEMA_PREFIX } from '../emit/documents/references.ts';
import { schemaNameOf } from './sdk-document.ts';
import { toPascal } from './to-pascal.ts';

/** The schemas of a document, where every object within another has a name, and so is a schema of its own. */
export function nameObjects(document: JsonObject): JsonObject {
  const named: Record<string, Json> = {};
  const add = (schema: Json, name: string) => {
    named[name] = schema; // before those within
    named[name] = visit(schema, name);
  };
  const toReference = (value: Json, name: string): Json => {
    if (!isRecord(value)) return visit(value, name);
    add(value, name);
    const { description = '', type } = toObject(value);
    return { $ref: SCHEMA_PREFIX + name, description, type };
  };
  const visit = (value: Json, owner: string): Json => {
    const schema = toObject(value);
    const { items, oneOf, additionalProperties: values, properties } = schema;
    if (isObject(items)) return { ...schema, items: toReference(items, `${owner}Item`) };
    if (Array.isArray(oneOf))
      return { ...schema, oneOf: oneOf.map((one: Json) => toReference(one, `${owner}Value`)) };
    if (isObject(properties))
      return {
        ...schema,
        properties: mapMembers(properties, (one, key) => toReference(one, owner + toPascal(key))),
      };
    if (isObject(values)) return { ...schema, additionalProperties: toReference(values, `${owner}Value`) };
    return value;
  };
  for (const [name, schema] of toEntries(schemasOf(document))) add(schema, name);
  return named;
}

/** Whether a schema is of an object with members of its own, which is a type of its own. */
export function isRecord(schema: Json | undefined): boolean {
  return isObject(toObject(schema).properties);
}

/** A simple schema instead of a reference to it. */
export function inPlace(schema: JsonObject, schemas: JsonObject): JsonObject {
  const target = schemas[schemaNameOf(schema)];
  return target === undefined || isRecord(target) ? schema : inPlace(toObject(target), schemas);
}

/** How a language writes types. */
export interface TypeWords {
  /** By the type in JSON Schema. */
  readonly simple: Readonly<Record<string, string>>;
  /** Any value. */
  readonly any: string;
  /** The type of a schema that is a record. */
  record(schema: string): string;
  list(item: string): string;
  /** An object with members of any name; without a type they have any value. */
  map(value?: string): string;
  /** A text or something else. */
  textOr(other: string): string;
}

/** The type of a schema; a union is that of a text and something else, or of any value. */
export function typeName(value: Json | undefined, schemas: JsonObject, words: TypeWords): string {
  const schema = inPlace(toObject(value), schemas);
  const name = schemaNameOf(schema);
  if (name !== '') return words.record(name);
  const { oneOf, items, additionalProperties: values } = schema;
  if (Array.isArray(oneOf)) {
    const [text, other, ...more]: readonly Json[] = oneOf;
    const isKnown = toObject(text).type === 'string' && isObject(other) && more.length === 0;
    return isKnown ? words.textOr(typeName(other, schemas, words)) : words.any;
  }
  const type = toText([schema.type].flat().find((one) => one !== 'null'));
  if (type === 'array') return words.list(typeName(items, schemas, words));
  if (isObject(values)) return words.map(typeName(values, schemas, words));
  return type === 'object' ? words.map() : (words.simple[type] ?? words.any);
}
