import type { Json, JsonObject } from '../../contract/contract.ts';
import { schemasOf, withSchemas } from '../../contract/documents/parts.ts';
import { isObject, omit, toEntries, toObject } from '../../contract/json.ts';
import { SCHEMA_PREFIX } from '../documents/references.ts';

/**
 * The document with every union that is the type of a property made a component, named after its owner and the property
 * (`ChatMessage` and `content` give `ChatMessageContent`): generators have options for named schemas only.
 */
export function nameUnions(document: JsonObject): JsonObject {
  const named = toEntries(schemasOf(document)).flatMap(([owner, schema]) => toNamed(owner, toObject(schema)));
  const taken = named.map(([name]) => name).find((name, at, all) => all.indexOf(name) !== at);
  if (taken !== undefined) throw new Error(`Two schemas of the SDK profile would be called ${taken}.`);
  const sorted = named.toSorted(([left], [right]) => (left < right ? -1 : 1));
  return withSchemas(document, Object.fromEntries(sorted));
}

function toNamed(owner: string, schema: JsonObject): readonly (readonly [string, Json])[] {
  const unions = toEntries(schema.properties).filter(([, property]) => isUnion(property));
  if (unions.length === 0) return [[owner, schema]];
  const references = unions.map(([property]) => {
    return [property, { $ref: `${SCHEMA_PREFIX}${toName(owner, property)}` }] as const;
  });
  const properties = { ...toObject(schema.properties), ...Object.fromEntries(references) };
  const hoisted = unions.map(([property, union]) => {
    const name = toName(owner, property);
    return [name, { title: name, ...omit(toObject(union), ['title']) }] as const;
  });
  return [[owner, { ...schema, properties }], ...hoisted];
}

function isUnion(schema: Json): boolean {
  return isObject(schema) && (schema.oneOf !== undefined || schema.anyOf !== undefined);
}

function toName(owner: string, property: string): string {
  const words = property.split('_').map((word) => word.slice(0, 1).toUpperCase() + word.slice(1));
  return `${owner}${words.join('')}`;
}
