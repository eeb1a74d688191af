import type { JsonObject } from '../../contract/contract.ts';
import { toEntries } from '../../contract/json.ts';
import { findReferences } from './references.ts';

/**
 * The document without the components that its paths do not reference. Security schemes stay: they are named, not
 * referenced.
 */
export function dropUnusedComponents(document: JsonObject): JsonObject {
  const used = findReferences(document, [document.paths ?? null]);
  const sections = toEntries(document.components).map(([section, members]) => {
    const kept = toEntries(members).filter(
      ([name]) => section === 'securitySchemes' || used.has(`#/components/${section}/${name}`),
    );
    return [section, Object.fromEntries(kept)] as const;
  });
  const components = Object.fromEntries(sections.filter(([, members]) => Object.keys(members).length > 0));
  return { ...document, components };
}
