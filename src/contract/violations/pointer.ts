/** The steps of a JSON pointer, unescaped. */
export function stepsOf(pointer: string): readonly string[] {
  const steps = pointer.split('/').slice(1);
  return pointer.includes('~')
    ? steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    : steps;
}

/** A JSON pointer to a member of what another points to. */
export function memberPointer(pointer: string, name: string): string {
  return `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** `/image_urls/0` as `image_urls[0]`; the empty pointer as `the body`. */
export function nameOf(pointer: string): string {
  if (pointer === '') return 'the body';
  return stepsOf(pointer).reduce((name, step) =>
    /^\d+$/.test(step) ? `${name}[${step}]` : `${name}.${step}`,
  );
}

/** A member of an object; undefined for any other value. */
export function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/** The value at a pointer; undefined if there is none. */
export function valueAt(body: unknown, pointer: string): unknown {
  return stepsOf(pointer).reduce<unknown>(
    (value, step) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, step)
        ? Reflect.get(value, step)
        : undefined,
    body,
  );
}
