import type { Json, JsonObject } from '../contract.ts';
import { isObject, resolve, toList } from '../json.ts';

/** What `schemas/model.schema.json` defines for the members of a value. */
export interface Dialect {
  /** The whole dialect, which is the schema of a model file. */
  readonly root: JsonObject;
  /** The schema of the member `name` of a value with the given schema; undefined when none is known. */
  memberSchema(schema: Json | undefined, name: string): Json | undefined;
  /** The schema of the entries of a list with the given schema. */
  itemSchema(schema: Json | undefined): Json | undefined;
  /** Names of the members that a value with the given schema may have. */
  memberNames(schema: Json | undefined): readonly string[];
}

/** The dialect; references and branches of conditions are followed. */
export function createDialect(root: JsonObject): Dialect {
  const partsOf = (schema: Json | undefined): readonly JsonObject[] => {
    const own = resolve(root, schema);
    if (!isObject(own)) return [];
    const branches = [own.then, own.else, ...toList(own.oneOf), ...toList(own.anyOf), ...toList(own.allOf)];
    return [own, ...branches.flatMap(partsOf)];
  };
  const declared = (schema: Json | undefined) =>
    partsOf(schema).flatMap(({ properties }) => (isObject(properties) ? [properties] : []));
  return {
    root,
    memberSchema(schema, name) {
      const named = declared(schema).find((properties) => Object.hasOwn(properties, name));
      if (named) return named[name];
      return partsOf(schema).find(({ additionalProperties }) => isObject(additionalProperties))
        ?.additionalProperties;
    },
    itemSchema: (schema) => partsOf(schema).find(({ items }) => items !== undefined)?.items,
    memberNames: (schema) => declared(schema).flatMap((properties) => Object.keys(properties)),
  };
}
