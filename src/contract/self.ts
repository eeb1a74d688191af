import type { CatalogueModel, FieldShape, FieldShapes } from '../../generated/catalogue.ts';
import type { Self } from './cel.ts';

/** A request body that is a JSON object. */
export type RequestBody = Readonly<Record<string, unknown>>;

/**
 * The request as the contract's expressions see it: the fields its schema declares, top-level defaults filled in,
 * integers as bigint. Other members stay out: a name such as `constructor` would mislead an evaluator.
 */
export function bindSelf({ fields, defaults }: CatalogueModel, request: RequestBody): Self {
  const self = bindMembers(fields, request);
  for (const name of Object.keys(defaults)) {
    if (!(name in self)) self[name] = bind(fields[name] ?? 'opaque', defaults[name]);
  }
  return self;
}

function bindMembers(fields: FieldShapes, object: object): Record<string, unknown> {
  const bound: Record<string, unknown> = {};
  for (const name of Object.keys(fields)) {
    if (Object.hasOwn(object, name)) bound[name] = bind(fields[name] ?? 'opaque', Reflect.get(object, name));
  }
  return bound;
}

function bind(shape: FieldShape, value: unknown): unknown {
  if (shape === 'plain') return value;
  if (shape === 'integer') return Number.isInteger(value) ? BigInt(value as number) : value; // isInteger holds for numbers only
  if (Array.isArray(value)) {
    const items = typeof shape === 'object' && 'items' in shape ? shape.items : 'opaque';
    return items === 'plain' ? value : value.map((item) => bind(items, item));
  }
  if (typeof value !== 'object' || value === null) return value;
  if (typeof shape === 'object' && 'fields' in shape) return bindMembers(shape.fields, value);
  return new Map(Object.entries(value).map(([name, member]) => [name, bind('opaque', member)]));
}
