import type { JsonObject } from '../contract/contract.ts';
import { omit, resolve, toEntries, toList, toObject, toText } from '../contract/json.ts';
import { isOpenBranch } from './open-branch.ts';
import { mapSchemas } from './schema-walk.ts';

const PREFIX = '#/components/schemas/';

/**
 * A document whose unions admit known models alone. A union of one branch takes the content of that branch, because
 * generators make nothing good of it; components that only such unions referred to are gone.
 */
export function closeUnions(document: JsonObject): JsonObject {
  const closed = mapSchemas(document, (schema) => closeUnion(document, schema));
  const used = findReferences(closed);
  const unused = [...findReferences(document)].filter((name) => !used.has(name));
  const components = toObject(closed.components);
  return { ...closed, components: { ...components, schemas: omit(toObject(components.schemas), unused) } };
}

function closeUnion(document: JsonObject, schema: JsonObject): JsonObject {
  const known = toList(schema.oneOf).filter((branch) => !isOpenBranch(document, branch));
  const [only, ...more] = known;
  if (only === undefined) return schema;
  if (more.length > 0) return { ...schema, oneOf: known };
  return { ...closeUnion(document, toObject(resolve(document, only))), ...omit(schema, ['oneOf']) };
}

/** The names of the schemas that anything in the document refers to; a discriminator's mapping does not count. */
function findReferences(value: JsonObject): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (object: JsonObject): void => {
    const reference = toText(object.$ref);
    if (reference.startsWith(PREFIX)) found.add(reference.slice(PREFIX.length));
    for (const [, member] of toEntries(object)) {
      if (Array.isArray(member)) for (const item of member) visit(toObject(item));
      else visit(toObject(member));
    }
  };
  visit(value);
  return found;
}
