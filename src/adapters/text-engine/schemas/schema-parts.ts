/** A schema that is an object, whose keywords have values of any kind. */
export type Keywords = Readonly<Record<string, unknown>>;
export type Schema = boolean | Keywords;

/** The numeric values of a keyword in the schemas that have it. */
export function numbersOf(parts: readonly Keywords[], keyword: string): readonly number[] {
  return parts.flatMap((part) => (typeof part[keyword] === 'number' ? [part[keyword]] : []));
}

/** The string values of a keyword in the schemas that have it, each a string or a list of strings. */
export function stringsOf(parts: readonly Keywords[], keyword: string): readonly string[] {
  return parts
    .flatMap((part) => [part[keyword]].flat())
    .filter((value): value is string => typeof value === 'string');
}

/** The subschemas of a keyword in the schemas that have it, each a schema or a list of schemas. */
export function schemasOf(parts: readonly Keywords[], keyword: string): readonly Schema[] {
  return parts.flatMap((part) => [part[keyword]].flat()).filter(isSchema);
}

/** A keyword whose value has members, such as `properties`. */
export function membersOf(part: Keywords, keyword: string): Readonly<Record<string, unknown>> {
  const value = part[keyword];
  return isKeywords(value) ? value : {};
}

/** A value, if it is a schema. */
export function isSchema(value: unknown): value is Schema {
  return typeof value === 'boolean' || isKeywords(value);
}

/** Whether a text is a regular expression (with the flag `u`, as in JSON Schema). */
export function isPattern(text: string): boolean {
  try {
    return Boolean(new RegExp(text, 'u'));
  } catch {
    return false;
  }
}

/** Whether a value is an object with members. */
export function isKeywords(value: unknown): value is Keywords {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
