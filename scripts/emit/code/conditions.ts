import type { Json, JsonObject } from '../../contract/contract.ts';
import { omit, toList, toObject } from '../../contract/json.ts';

const CONDITIONS = [
  ...['if', 'then', 'else', 'not', 'dependentSchemas', 'dependentRequired', 'unevaluatedProperties'],
  ...['unevaluatedItems', 'propertyNames', 'contains', 'minContains', 'maxContains'],
];
const COMPOSITIONS = ['oneOf', 'anyOf', 'allOf'];
const WORDS = ['required', 'title', 'description', '$comment'];

/**
 * Removes the keywords that relate members to each other from a schema, which neither type systems nor SDK generators can
 * express. The result accepts everything the schema accepts, and possibly more. Apply it innermost first.
 */
export function dropConditions(schema: JsonObject): JsonObject {
  const members = Object.entries(omit(schema, CONDITIONS)).flatMap(([name, value]) => {
    const kept = COMPOSITIONS.includes(name) ? toBranches(name, value) : value;
    return kept === undefined ? [] : [[name, kept] as const];
  });
  return Object.fromEntries(members);
}

/** Branches with only conditions do not affect the shape; an alternative to one of them constrains nothing. */
function toBranches(keyword: string, branches: Json | undefined): Json | undefined {
  const all = toList(branches);
  const shapes = all.filter((branch) => Object.keys(omit(toObject(branch), WORDS)).length > 0);
  if (shapes.length === 0 || (keyword !== 'allOf' && shapes.length < all.length)) return undefined;
  return shapes;
}
