import type { Json, JsonObject } from '../contract/contract.ts';
import { isObject, toEntries, toObject } from '../contract/json.ts';
import { policyValues } from '../emit/tables/policies.ts';

const SHARED = [
  ...['poll_seconds', 'give_up_seconds', 'silence_seconds'],
  ...['max_retries', 'retry_milliseconds', 'longest_retry_after_seconds'],
  ...['terminal', 'success_values', 'kept_callback_ids'],
  ...['signature_tolerance_seconds', 'secret_bytes', 'max_signatures'],
];

/** The behaviour that clients share, as plain values without provenance. */
export function clientPolicies(policies: JsonObject): JsonObject {
  const { client, tasks, callbacks } = toObject(policyValues(policies));
  const all = { ...toObject(client), ...toObject(tasks), ...toObject(callbacks) };
  return Object.fromEntries(SHARED.map((name) => [name, all[name]]));
}

/** Policies by name, such as `poll_seconds_min`. */
export function listPolicyValues(policies: JsonObject, prefix = ''): readonly (readonly [string, Json])[] {
  return toEntries(policies).flatMap(([name, value]) =>
    isObject(value) ? listPolicyValues(value, `${prefix}${name}_`) : [[prefix + name, value] as const],
  );
}
