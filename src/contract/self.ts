import type { CatalogueModel } from '../../generated/catalogue.ts';
import type { Self } from './cel.ts';

/** A request body that is a JSON object. */
export type RequestBody = Readonly<Record<string, unknown>>;

/** The step of an integer's path that stands for the items of a list. */
const EVERY_ITEM = '*';

/** The request as the contract's expressions see it: top-level defaults filled in, integers as bigint. */
export function bindSelf(model: CatalogueModel, request: RequestBody): Self {
  const self: Record<string, unknown> = { ...model.defaults, ...request };
  for (const path of model.integers) bindInteger(self, path);
  return self;
}

function bindInteger(object: Record<string, unknown>, [name, ...rest]: readonly string[]): void {
  if (name === undefined || !Object.hasOwn(object, name)) return;
  object[name] = bound(object[name], rest);
}

function bound(value: unknown, path: readonly string[]): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return Number.isInteger(value) ? BigInt(value as number) : value; // isInteger holds for numbers only
  if (step === EVERY_ITEM) return Array.isArray(value) ? value.map((item) => bound(item, rest)) : value;
  if (typeof value !== 'object' || value === null) return value;
  const copy = { ...value };
  bindInteger(copy, path);
  return copy;
}
