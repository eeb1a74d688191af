import type { Json, JsonObject } from '../../contract/contract.ts';
import { filterMembers, isObject, mapObjects, omit, toObject } from '../../contract/json.ts';

/**
 * The document without the JSON examples that have a quotation mark in a text: the Spring generator writes them into Java
 * source without escaping it.
 */
export function dropQuotingExamples(document: JsonObject): JsonObject {
  return toObject(
    mapObjects(document, (object) => {
      if (!isObject(object.examples)) return object;
      const examples = filterMembers(object.examples, (_, example) => !isQuoting(toObject(example).value));
      const rest = omit(object, ['examples']);
      return Object.keys(examples).length === 0 ? rest : { ...rest, examples };
    }),
  );
}

/** A text that is the whole example, such as a stream, is escaped. */
function isQuoting(value: Json | undefined): boolean {
  return isObject(value) && Object.values(value).some((member) => hasQuote(member));
}

function hasQuote(value: Json | undefined): boolean {
  if (typeof value === 'string') return value.includes('"');
  return typeof value === 'object' && value !== null && Object.values(value).some(hasQuote);
}
