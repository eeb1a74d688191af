import type { Json, JsonObject } from '../../contract/contract.ts';
import { isObject, toEntries, toObject, toText } from '../../contract/json.ts';

const PREFIX = '#/components/';

/** What every reference to a schema begins with. */
export const SCHEMA_PREFIX = `${PREFIX}schemas/`;

/** The references that can be reached from `starts`, through other components too. A discriminator's mapping does not count. */
export function findReferences(document: JsonObject, starts: readonly Json[]): ReadonlySet<string> {
  const found = new Set<string>();
  const components = toObject(document.components);
  const visit = (value: Json): void => {
    if (Array.isArray(value)) for (const item of value) visit(item);
    if (!isObject(value)) return;
    const reference = toText(value.$ref);
    if (reference.startsWith(PREFIX) && !found.has(reference)) {
      found.add(reference);
      const [section = '', name = ''] = reference.slice(PREFIX.length).split('/');
      visit(toObject(components[section])[name] ?? null);
    }
    for (const [, member] of toEntries(value)) visit(member);
  };
  for (const start of starts) visit(start);
  return found;
}
