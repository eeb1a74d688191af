import type { Json, JsonObject } from '../../contract/contract.ts';
import { schemasOf, withSchemas } from '../../contract/documents/parts.ts';
import {
  isObject,
  mapMembers,
  resolve,
  stringList,
  toEntries,
  toList,
  toObject,
  toText,
} from '../../contract/json.ts';
import { SCHEMA_PREFIX } from '../documents/references.ts';
import { mapSchemas } from '../documents/schema-walk.ts';
import { mergeProperty } from './merge-property.ts';

/** A branch of a union of requests: the id of its model and the branch itself. */
interface Branch {
  readonly id: string;
  readonly schema: JsonObject;
}

/**
 * The SDK profile without unions, for generators that have no types for them. A request is one object with the fields of all
 * models, as their descriptions explain; a field that is a string or a list accepts anything. Admits whatever the profile admits.
 */
export function toFlatProfile(document: JsonObject): JsonObject {
  const all = schemasOf(document);
  const unions = toEntries(all).filter(([, schema]) => toObject(schema).oneOf !== undefined);
  const requests = new Map(
    unions.flatMap(([name, schema]) => {
      const branches = toBranches(document, toObject(schema));
      return branches === undefined
        ? []
        : [[name, mergeBranches(document, toObject(schema), branches)] as const];
    }),
  );
  const anything = new Map<string, JsonObject>(
    unions
      .filter(([name]) => !requests.has(name))
      .map(([name, schema]) => [`${SCHEMA_PREFIX}${name}`, toAnything(toObject(schema))] as const),
  );
  const schemas = mapMembers(all, (schema, name) => requests.get(name) ?? schema);
  return mapSchemas(withSchemas(document, schemas), (schema) => anything.get(toText(schema.$ref)) ?? schema);
}

/** A union of models as one object with the fields of all of them; any other schema as it is. */
export function toOneRequest(document: JsonObject, schema: JsonObject): JsonObject {
  const branches = toBranches(document, schema);
  return branches === undefined ? schema : mergeBranches(document, schema, branches);
}

function toAnything({ description }: JsonObject): JsonObject {
  return description === undefined ? {} : { description };
}

/** The branches of a union whose discriminator tells models apart; undefined for any other union. */
function toBranches(
  document: JsonObject,
  { oneOf, discriminator }: JsonObject,
): readonly Branch[] | undefined {
  if (!isObject(discriminator)) return undefined;
  const ids = new Map<string, string>(
    toEntries(discriminator.mapping).map(([id, reference]) => [toText(reference), id]),
  );
  return toList(oneOf).map((branch) => {
    const reference = toText(toObject(branch).$ref);
    return { id: ids.get(reference) ?? reference, schema: toObject(resolve(document, branch)) };
  });
}

function mergeBranches(
  document: JsonObject,
  { title, description }: JsonObject,
  branches: readonly Branch[],
): JsonObject {
  const names = new Set(branches.flatMap(({ schema }) => Object.keys(toObject(schema.properties))));
  const properties = [...names].map((name) => {
    const uses = branches.flatMap(({ id, schema }) => {
      const property: Json | undefined = toObject(schema.properties)[name];
      return property === undefined
        ? []
        : [{ id, property: toObject(property), resolved: toObject(resolve(document, property)) }];
    });
    return [name, mergeProperty(uses, uses.length === branches.length)] as const;
  });
  const required = [...names].filter((name) =>
    branches.every(({ schema }) => stringList(schema.required).includes(name)),
  );
  return {
    ...(title === undefined ? {} : { title }),
    type: 'object',
    ...(description === undefined ? {} : { description }),
    ...(required.length > 0 ? { required } : {}),
    properties: Object.fromEntries(properties),
  };
}
