/** A JSON value as CEL sees it: integers are `int`, other numbers `double`. */
export function toCel(value: unknown): unknown {
  return typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : mapMembers(value, toCel);
}

/** The result of a CEL expression as JSON. An `int` beyond the safe integers stays a bigint. */
export function fromCel(value: unknown): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  return mapMembers(value instanceof Map ? Object.fromEntries(value) : value, fromCel);
}

function mapMembers(value: unknown, convert: (member: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map(convert);
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, convert(member)]));
}
