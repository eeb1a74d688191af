/** The target of a reference; any other value unchanged. */
export function resolve(document: unknown, value: unknown): unknown {
  const reference = at(value, '$ref');
  return typeof reference === 'string' ? at(document, ...reference.slice(2).split('/')) : value;
}

/** A member deep inside a value, or undefined. */
export function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, step) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, step)
        ? Reflect.get(inner, step)
        : undefined,
    value,
  );
}
