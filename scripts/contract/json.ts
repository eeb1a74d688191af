import type { Json, JsonObject } from './contract.ts';

/** True for a JSON object, false for arrays, null and scalars. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object at `value`; throws an error that names what was expected. */
export function expectObject(value: Json | undefined, what: string): JsonObject {
  if (!isObject(value)) throw new TypeError(`${what} is not an object`);
  return value;
}

/** The list of strings at `value`; a missing value is the empty list. */
export function stringList(value: Json | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** A copy with every object's members passed through `change`, deepest last. */
export function mapObjects(value: Json, change: (object: JsonObject) => Json): Json {
  if (Array.isArray(value)) return value.map((item: Json) => mapObjects(item, change));
  if (!isObject(value)) return value;
  const changed = change(value);
  if (!isObject(changed)) return Array.isArray(changed) ? mapObjects(changed, change) : changed;
  return mapMembers(changed, (member) => mapObjects(member, change));
}

/** `value` as an object; the empty object for a missing or other value. */
export function toObject(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

/** `value` as a list; the empty list for a missing or other value. */
export function toList(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

/** `value` when it is a string, else the empty string. */
export function toText(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** The member of an object, unless it is inherited from the prototype of all objects. */
export function memberOf(value: unknown, name: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** The entries of an object in their order, without undefined members. */
export function toEntries(value: Json | undefined): readonly (readonly [string, Json])[] {
  return Object.entries(toObject(value)).flatMap(([name, member]) =>
    member === undefined ? [] : [[name, member] as const],
  );
}

/** The names of the members of two versions of an object, in the order of the later one. */
export function namesOf(before: object, after: object): readonly string[] {
  return [...new Set([...Object.keys(after), ...Object.keys(before)])];
}

/** A copy of an object with every member passed through `change`; the empty object for a missing or other value. */
export function mapMembers(
  object: Json | undefined,
  change: (value: Json, name: string) => Json,
): JsonObject {
  return Object.fromEntries(toEntries(object).map(([name, value]) => [name, change(value, name)]));
}

/** A copy of `object` with the members that `keep` accepts. */
export function filterMembers(
  object: JsonObject,
  keep: (name: string, value: Json | undefined) => boolean,
): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name, value]) => keep(name, value)));
}

/** A copy of `object` without the named members. */
export function omit(object: JsonObject, names: readonly string[]): JsonObject {
  return filterMembers(object, (name) => !names.includes(name));
}

/** The steps of a JSON pointer, unescaped. */
export function stepsOf(pointer: string): readonly string[] {
  const steps = pointer.split('/').slice(1);
  return steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Members that say where a statement comes from. */
export const PROVENANCE: readonly string[] = ['provenance', 'tier_provenance'];

/** A copy without the provenance of any statement. */
export function withoutProvenance(value: Json): Json {
  return mapObjects(value, (object) => omit(object, PROVENANCE));
}

/** The target of a local `$ref` chain in `document`; throws on a dangling reference. */
export function resolve(document: JsonObject, value: Json | undefined): Json | undefined {
  let current = value;
  for (let hops = 0; hops < 32; hops += 1) {
    if (!isObject(current) || typeof current.$ref !== 'string') return current;
    const next = lookUp(document, current.$ref);
    if (next === undefined)
      throw new Error(`"${current.$ref}" does not resolve: the document is not bundled.`);
    current = next;
  }
  throw new Error(`A chain of references does not end: ${JSON.stringify(value)}`);
}

function lookUp(document: JsonObject, reference: string): Json | undefined {
  if (!reference.startsWith('#/')) return undefined;
  let current: Json | undefined = document;
  for (const segment of reference.slice(2).split('/')) {
    const name = decodeURIComponent(segment).replaceAll('~1', '/').replaceAll('~0', '~');
    current = toObject(current)[name];
  }
  return current;
}
