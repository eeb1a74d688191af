/** A strict object: every member is required, others are not allowed. */
export function object(properties: object, more: object = {}): object {
  return {
    type: 'object',
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
    ...more,
  };
}

/** A non-empty list. */
export function list(items: object, more: object = {}): object {
  return { type: 'array', items, minItems: 1, ...more };
}

/** Nested objects, with a value in the innermost. */
export function nested(levels: number, innermost: object): object {
  return Array.from({ length: levels }).reduce<object>((inner) => object({ next: inner }), innermost);
}
