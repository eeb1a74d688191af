import type { JsonObject } from '../../contract/contract.ts';
import { schemasOf, withSchemas } from '../../contract/documents/parts.ts';
import { filterMembers, isObject, omit, resolve, toList, toObject } from '../../contract/json.ts';
import { isOpenBranch } from '../code/requests.ts';
import { findReferences, SCHEMA_PREFIX } from '../documents/references.ts';
import { mapSchemas } from '../documents/schema-walk.ts';
import type { CanonicalIds } from './schemas.ts';

/**
 * A document whose unions contain only known models, each identified by one id. A union of one branch takes the
 * content of that branch, because generators handle it badly; components that only such unions referred to are gone.
 */
export function closeUnions(document: JsonObject, canonical: CanonicalIds): JsonObject {
  const closed = mapSchemas(document, (schema) => setDiscriminator(closeUnion(document, schema), canonical));
  const used = findReferences(closed, [closed]);
  const unused = [...findReferences(document, [document])]
    .filter((reference) => !used.has(reference))
    .map((reference) => reference.replace(SCHEMA_PREFIX, ''));
  return withSchemas(closed, omit(schemasOf(closed), unused));
}

function closeUnion(document: JsonObject, schema: JsonObject): JsonObject {
  const known = toList(schema.oneOf).filter((branch) => !isOpenBranch(document, branch));
  const [only, ...more] = known;
  if (only === undefined) return schema;
  if (more.length > 0) return { ...schema, oneOf: known };
  return {
    ...closeUnion(document, toObject(resolve(document, only))),
    // Its description mentions the branches that are gone.
    ...omit(schema, ['oneOf', 'discriminator', 'description']),
  };
}

/** A discriminator with one id per branch, and no `type` next to the branches, with which some generators treat the union as an object. */
function setDiscriminator(schema: JsonObject, canonical: CanonicalIds): JsonObject {
  if (schema.oneOf === undefined) return schema;
  const { type: _, discriminator, ...union } = schema;
  if (!isObject(discriminator)) return union;
  const mapping = filterMembers(toObject(discriminator.mapping), (id) => (canonical.get(id) ?? id) === id);
  return { ...union, discriminator: { ...discriminator, mapping } };
}
