import type { FieldShape, FieldShapes } from '../../generated/catalogue.ts';

/**
 * A body without the declared members that are `null`, because `null` means absent; the same body when there are
 * none. Undeclared members stay as they are: a `null` can have a meaning there.
 */
export function withoutNulls<Body extends object>(fields: FieldShapes, body: Body): Body {
  let kept: Record<string, unknown> | undefined;
  for (const name of Object.keys(body)) {
    const shape = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (shape === undefined) continue;
    const value = (body as Readonly<Record<string, unknown>>)[name]; // any object has members
    const rest = value === null ? undefined : withoutInner(shape, value);
    if (rest === value) continue;
    kept ??= Object.fromEntries<unknown>(Object.entries(body));
    if (rest === undefined) delete kept[name];
    else kept[name] = rest;
  }
  return (kept ?? body) as Body; // the same except for members that may be absent
}

function withoutInner(shape: FieldShape, value: unknown): unknown {
  if (typeof shape !== 'object' || typeof value !== 'object' || value === null) return value;
  if ('fields' in shape) return Array.isArray(value) ? value : withoutNulls(shape.fields, value);
  return Array.isArray(value) ? withoutEach(shape.items, value) : value;
}

function withoutEach(shape: FieldShape, list: readonly unknown[]): readonly unknown[] {
  if (typeof shape !== 'object') return list;
  let isChanged = false;
  const rest = list.map((item) => {
    const inner = withoutInner(shape, item);
    if (inner !== item) isChanged = true;
    return inner;
  });
  return isChanged ? rest : list;
}
