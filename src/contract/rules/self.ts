import type { CatalogueModel, FieldShape, FieldShapes } from '../../../generated/catalogue.ts';
import * as policies from '../../../generated/policy-sections.ts';

/** A request as CEL sees it: integers are bigint. */
export type Self = Readonly<Record<string, unknown>>;

export type RequestBody = Readonly<Record<string, unknown>>;

/**
 * The request as the contract's expressions see it: the fields its schema declares, top-level defaults filled in,
 * integers as bigint. Other members are left out, because a name such as `constructor` would confuse an evaluator.
 */
export function bindSelf(
  { fields, defaults }: Pick<CatalogueModel, 'fields' | 'defaults'>,
  request: RequestBody,
): Self {
  return bindMembers(fields, request, bindMembers(fields, defaults, {}));
}

/** Adds the declared members of an object to the bound ones. */
function bindMembers(
  fields: FieldShapes,
  object: RequestBody,
  bound: Record<string, unknown>,
): Record<string, unknown> {
  for (const name of Object.keys(object)) {
    const shape = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (shape) bound[name] = bind(shape, object[name]);
  }
  return bound;
}

/** No body is deeper; anything below is passed through unchanged. */
const { max_depth: DEEPEST } = policies.requests;

function bind(shape: FieldShape, value: unknown, depth = 0): unknown {
  if (shape === 'plain' || depth > DEEPEST) return value;
  if (shape === 'integer') return Number.isInteger(value) ? BigInt(value as number) : value; // isInteger holds for numbers only
  if (Array.isArray(value)) {
    const items = typeof shape === 'object' && 'items' in shape ? shape.items : 'opaque';
    // A copy, because CEL knows only the arrays of its own realm: Jest, for one, has several.
    return Array.from(value, (item) => bind(items, item, depth + 1));
  }
  if (typeof value !== 'object' || value === null) return value;
  if (typeof shape === 'object' && 'fields' in shape)
    return bindMembers(shape.fields, value as RequestBody, {}); // any object has members
  return new Map(Object.entries(value).map(([name, member]) => [name, bind('opaque', member, depth + 1)]));
}
