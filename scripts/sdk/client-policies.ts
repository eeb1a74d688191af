import type { JsonObject } from '../contract/contract.ts';
import { mapObjects, toObject } from '../contract/json.ts';

/** The behaviour that clients share, as plain values without provenance. */
export function clientPolicies(policies: JsonObject): JsonObject {
  const { client, tasks, callbacks } = toObject(
    mapObjects(policies, (object) =>
      'value' in object && 'provenance' in object ? (object.value ?? null) : object,
    ),
  );
  const { poll_seconds, give_up_seconds, silence_seconds, kept_callback_ids } = toObject(client);
  const { max_retries, retry_milliseconds, longest_retry_after_seconds } = toObject(client);
  const { terminal, success_values } = toObject(tasks);
  const { signature_tolerance_seconds, secret_bytes, max_signatures } = toObject(callbacks);
  return {
    poll_seconds,
    give_up_seconds,
    silence_seconds,
    max_retries,
    retry_milliseconds,
    longest_retry_after_seconds,
    terminal,
    success_values,
    kept_callback_ids,
    signature_tolerance_seconds,
    secret_bytes,
    max_signatures,
  };
}
