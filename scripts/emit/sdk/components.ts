import type { JsonObject } from '../../contract/contract.ts';
import { filterMembers, mapMembers, toObject } from '../../contract/json.ts';
import { findReferences } from '../documents/references.ts';

/**
 * The document without the components that its paths do not reference. Security schemes stay: they are named, not
 * referenced.
 */
export function dropUnusedComponents(document: JsonObject): JsonObject {
  const used = findReferences(document, [document.paths ?? null]);
  const sections = mapMembers(document.components, (members, section) =>
    filterMembers(
      toObject(members),
      (name) => section === 'securitySchemes' || used.has(`#/components/${section}/${name}`),
    ),
  );
  const components = filterMembers(sections, (_, members) => Object.keys(toObject(members)).length > 0);
  return { ...document, components };
}
