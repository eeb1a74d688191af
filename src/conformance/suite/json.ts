export type Json = string | number | boolean | null | readonly Json[] | JsonObject;

/** A JSON object; a member that is undefined is absent. */
export interface JsonObject {
  readonly [name: string]: Json | undefined;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object, or an empty one. */
export function toObject(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** The list, or an empty one. */
export function toList(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

/** The value with every string in it replaced. */
export function mapStrings(value: Json | undefined, replace: (text: string) => Json): Json | undefined {
  if (typeof value === 'string') return replace(value);
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, replace) ?? null);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, mapStrings(member, replace)]),
  );
}

const MAX_LEVELS = 1000;

/** Parses JSON text; undefined when it is not JSON, or nested too deeply for recursion. */
export function parseJson(text: string): Json | undefined {
  try {
    const value = JSON.parse(text) as Json;
    return isDeeper(value, MAX_LEVELS) ? undefined : value;
  } catch {
    return undefined;
  }
}

function isDeeper(value: Json, levels: number): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > levels) return true;
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  }
  return false;
}
