import type { Json, JsonObject } from './contract.ts';

/** True for a JSON object, false for arrays, null and scalars. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object at `value`, or a complaint that names what was expected. */
export function expectObject(value: Json | undefined, what: string): JsonObject {
  if (!isObject(value)) throw new TypeError(`${what} is not an object`);
  return value;
}

/** The string at `value`, or a complaint that names what was expected. */
export function expectString(value: Json | undefined, what: string): string {
  if (typeof value !== 'string') throw new TypeError(`${what} is not a string`);
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
  return Object.fromEntries(
    Object.entries(changed).map(([name, member]) => [
      name,
      member === undefined ? undefined : mapObjects(member, change),
    ]),
  );
}

/** A copy whose object members are in alphabetical order, all the way down. */
export function sortMembers(value: Json): Json {
  if (Array.isArray(value)) return value.map(sortMembers);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .flatMap((name) => {
        const member = value[name];
        return member === undefined ? [] : [[name, sortMembers(member)]];
      }),
  );
}
