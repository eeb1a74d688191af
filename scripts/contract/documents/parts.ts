import type { Json, JsonObject } from '../contract.ts';
import { isObject, mapMembers, toEntries, toObject } from '../json.ts';

/** The schemas among the components of a document, by name. */
export function schemasOf({ components }: JsonObject): JsonObject {
  return toObject(toObject(components).schemas);
}

/** The document with these schemas among its components. */
export function withSchemas(document: JsonObject, schemas: JsonObject): JsonObject {
  return { ...document, components: { ...toObject(document.components), schemas } };
}

/** All operations of a document. */
export function listOperations({ paths }: JsonObject): readonly JsonObject[] {
  const items = toEntries(paths).flatMap(([, item]) => toEntries(item));
  return items.map(([, operation]) => toObject(operation));
}

/** The paths of a document with every operation passed through `change`. */
export function mapOperations(
  paths: Json | undefined,
  change: (operation: JsonObject) => JsonObject,
): JsonObject {
  return mapMembers(paths, (item) =>
    mapMembers(item, (member) =>
      isObject(member) && member.responses !== undefined ? change(member) : member,
    ),
  );
}
