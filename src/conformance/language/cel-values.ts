/** A JSON value as CEL sees it: integers are `int`, other numbers `double`. */
export function toCel(value: unknown): unknown {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value;
  if (Array.isArray(value)) return value.map(toCel);
  if (typeof value === 'object' && value !== null && !(value instanceof Uint8Array)) {
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, toCel(member)]));
  }
  return value;
}

/** The result of a CEL expression as JSON. An `int` beyond the safe integers stays a bigint. */
export function fromCel(value: unknown): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  if (Array.isArray(value)) return value.map(fromCel);
  if (value instanceof Map) return fromCel(Object.fromEntries(value));
  if (typeof value === 'object' && value !== null && !(value instanceof Uint8Array)) {
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, fromCel(member)]));
  }
  return value;
}
