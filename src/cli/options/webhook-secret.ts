import { randomBytes } from 'node:crypto';
import { policies } from '../../../generated/policies.ts';
import type { DurableStore } from '../../adapters/store/durable-store.ts';
import { toWebhookSecret } from '../../contract/signature.ts';

const { new_secret_bytes: SECRET_BYTES, active_secrets: ACTIVE } = policies.callbacks;

/** The active signing secrets of an account, newest first; creates the first one when there is none. */
export async function ensureWebhookSecrets(
  store: DurableStore,
  accountId: string,
): Promise<readonly string[]> {
  const active = await store.findWebhookSecrets(accountId);
  if (active.length > 0) return active;
  return store.changeWebhookSecrets(accountId, (current) => (current.length > 0 ? current : rotate([])));
}

/** Adds a new secret in front of the current one; both sign until the next rotation. */
export function rotateWebhookSecrets(store: DurableStore, accountId: string): Promise<readonly string[]> {
  return store.changeWebhookSecrets(accountId, rotate);
}

function rotate(active: readonly string[]): readonly string[] {
  return [toWebhookSecret(randomBytes(SECRET_BYTES)), ...active].slice(0, ACTIVE);
}
