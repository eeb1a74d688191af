import type { Json, JsonObject } from '../contract/contract.ts';
import { isObject, toEntries } from '../contract/json.ts';

/** Values of policies by name, such as `poll_seconds_min`. */
export function listPolicyValues(policies: JsonObject, prefix = ''): readonly (readonly [string, Json])[] {
  return toEntries(policies).flatMap(([name, value]) =>
    isObject(value) ? listPolicyValues(value, `${prefix}${name}_`) : [[prefix + name, value] as const],
  );
}
