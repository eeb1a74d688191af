import type { Json, JsonObject } from '../../contract/contract.ts';
import { filterMembers, mapMembers, toObject } from '../../contract/json.ts';
import { findReferences } from '../documents/references.ts';

/**
 * The document without the components that neither its paths nor `kept` reference. Security schemes stay: they are named, not
 * referenced.
 */
export function dropUnusedComponents(document: JsonObject, kept: readonly Json[] = []): JsonObject {
  const used = findReferences(document, [document.paths ?? null, ...kept]);
  const sections = mapMembers(document.components, (members, section) =>
    filterMembers(
      toObject(members),
      (name) => section === 'securitySchemes' || used.has(`#/components/${section}/${name}`),
    ),
  );
  const components = filterMembers(sections, (_, members) => Object.keys(toObject(members)).length > 0);
  return { ...document, components };
}
