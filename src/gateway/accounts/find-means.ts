import type { Means } from '../../contract/holds/hold-item.ts';
import { lesserOf, remainingQuota } from '../ledger/quota.ts';
import type { ApiKey, Store } from '../ports/store.ts';

/** What a key may spend: the balance of its account, or what remains of its own quota if that is less (section 2.6). */
export async function findMeans(store: Store, { accountId, digest, quota }: ApiKey): Promise<Means> {
  const available = (await store.findAccount(accountId))?.available ?? 0n;
  if (quota === undefined) return { available };
  return lesserOf(available, remainingQuota(quota, await store.findKeyUsage(digest)));
}
