import type { JsonObject } from '../../contract/contract.ts';
import { isObject, mapMembers } from '../../contract/json.ts';

/** U+0000, which no text may contain: `\x00` is read by the regular expressions of every language. */
const PATTERN = '^[^\\x00]*$';

/** What else constrains a text, in whose place or beside which a pattern says nothing more. */
const CONSTRAINED = ['enum', 'const', 'pattern', 'anyOf', 'x-any-type'];

/** A text that a person writes, with the part of what is refused in it that a pattern can express; any other schema is unchanged. */
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
