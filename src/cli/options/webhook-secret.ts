import { randomBytes } from 'node:crypto';
import { policies } from '../../../generated/policies.ts';
import type { WholeStore } from '../../adapters/store/whole-store.ts';
import { toWebhookSecret } from '../../contract/signature.ts';

const { new_secret_bytes: SECRET_BYTES, active_secrets: ACTIVE } = policies.callbacks;

/** The active signing secrets of an account, newest first; creates the first one when there is none. */
export async function ensureWebhookSecrets(store: WholeStore, accountId: string): Promise<readonly string[]> {
  const active = await store.findWebhookSecrets(accountId);
  return active.length > 0 ? active : rotateWebhookSecrets(store, accountId);
}

/** Adds a new secret in front of the current one; both sign until the next rotation. */
export async function rotateWebhookSecrets(store: WholeStore, accountId: string): Promise<readonly string[]> {
  const active = await store.findWebhookSecrets(accountId);
  const rotated = [toWebhookSecret(randomBytes(SECRET_BYTES)), ...active].slice(0, ACTIVE);
  await store.saveWebhookSecrets(accountId, rotated);
  return rotated;
}
