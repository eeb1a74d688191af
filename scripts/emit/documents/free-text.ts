import type { JsonObject } from '../../contract/contract.ts';
import { isObject, mapMembers } from '../../contract/json.ts';

/** U+0000, which no text may contain: regular expressions of every language accept `\x00`. */
const PATTERN = '^[^\\x00]*$';

/** Keywords that already constrain a text, so that the pattern would add nothing. */
const CONSTRAINED = ['enum', 'const', 'pattern', 'anyOf', 'x-any-type'];

/** A free text, with a pattern for the part of its constraints that a pattern can express; any other schema is unchanged. */
export function withTextPattern(schema: JsonObject): JsonObject {
  const isFree = schema.type === 'string' && !CONSTRAINED.some((keyword) => schema[keyword] !== undefined);
  return isFree ? { ...schema, pattern: PATTERN } : schema;
}

/** A request schema whose prompts, and other free texts, have the pattern. */
export function withTextPatterns(schema: JsonObject): JsonObject {
  const properties = mapMembers(schema.properties, (property) =>
    isObject(property) ? withTextPattern(property) : property,
  );
  return { ...schema, properties };
}
