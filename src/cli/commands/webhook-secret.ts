import { randomBytes } from 'node:crypto';
import { toWebhookSecret } from '../../contract/signature.ts';
import type { Store } from '../../gateway/ports/store.ts';

const SECRET_BYTES = 32;
/** The one that signs, and the one before it, while receivers change over. */
const ACTIVE = 2;

/** The active signing secrets of an account, newest first; makes the first one when there is none. */
export async function ensureWebhookSecrets(store: Store, accountId: string): Promise<readonly string[]> {
  const active = await store.findWebhookSecrets(accountId);
  return active.length > 0 ? active : rotateWebhookSecrets(store, accountId);
}

/** Puts a new secret before the current one; both sign until the next rotation. */
export async function rotateWebhookSecrets(store: Store, accountId: string): Promise<readonly string[]> {
  const active = await store.findWebhookSecrets(accountId);
  const rotated = [toWebhookSecret(randomBytes(SECRET_BYTES)), ...active].slice(0, ACTIVE);
  await store.saveWebhookSecrets(accountId, rotated);
  return rotated;
}
