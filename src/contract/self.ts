import type { CatalogueModel } from '../../generated/catalogue.ts';
import type { Self } from './cel.ts';

/** A request body that is a JSON object. */
export type RequestBody = Readonly<Record<string, unknown>>;

/** The request as the contract's expressions see it: top-level defaults filled in, integers as bigint. */
export function bindSelf(model: CatalogueModel, request: RequestBody): Self {
  const self: Record<string, unknown> = { ...model.defaults, ...request };
  for (const path of model.integers) bindInteger(self, path);
  return self;
}

function bindInteger(object: Record<string, unknown>, [name, ...rest]: readonly string[]): void {
  if (name === undefined || !Object.hasOwn(object, name)) return;
  const value = object[name];
  if (rest.length === 0) {
    if (Number.isInteger(value)) object[name] = BigInt(value as number); // isInteger holds for numbers only
  } else if (typeof value === 'object' && value !== null) {
    const copy = { ...value };
    bindInteger(copy, rest);
    object[name] = copy;
  }
}
