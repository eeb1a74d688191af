import { memberPointer } from '../../../contract/violations/pointer.ts';

/** The keywords whose value is a schema. */
const SCHEMA_KEYWORDS: readonly string[] = [
  ...['items', 'contains', 'unevaluatedItems'],
  ...['additionalProperties', 'unevaluatedProperties', 'propertyNames'],
  ...['not', 'if', 'then', 'else'],
];
/** The keywords whose value is a list of schemas. */
export const LIST_KEYWORDS: readonly string[] = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
/** The keywords whose value has schemas by name. */
export const NAMED_KEYWORDS: readonly string[] = [
  ...['properties', 'patternProperties', 'dependentSchemas'],
  ...['$defs', 'definitions'],
];

/** The schemas in the value of a keyword, with their relative pointers. */
export function listSchemas(keyword: string, value: unknown): readonly (readonly [string, unknown])[] {
  if (SCHEMA_KEYWORDS.includes(keyword)) return [['', value]];
  if (!LIST_KEYWORDS.includes(keyword) && !NAMED_KEYWORDS.includes(keyword)) return [];
  return Object.entries(Object(value) as object).map(([name, inner]) => [memberPointer('', name), inner]);
}
