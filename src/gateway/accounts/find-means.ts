import type { Means } from '../../contract/holds/hold-item.ts';
import type { NanoUsd } from '../../contract/money.ts';
import type { ApiKey, KeyUsage, Store } from '../ports/store.ts';

/** What a key may spend: the balance of its account, or what remains of its own quota if that is less (section 2.6). */
export async function findMeans(store: Store, { accountId, digest, quota }: ApiKey): Promise<Means> {
  const available = (await store.findAccount(accountId))?.available ?? 0n;
  if (quota === undefined) return { available };
  return lesserOf(available, remainingQuota(quota, await store.findKeyUsage(digest)));
}

/** What remains of a quota: what is held for running tasks and answers is not available. */
export function remainingQuota(quota: NanoUsd, { used, held }: KeyUsage): NanoUsd {
  const remaining = quota - used - held;
  return remaining > 0n ? remaining : 0n;
}

/** The lesser of a balance and what remains of a quota, if there is one. */
export function lesserOf(balance: NanoUsd, quota: NanoUsd | undefined): Means {
  return quota !== undefined && quota < balance
    ? { available: quota, isQuota: true }
    : { available: balance };
}
