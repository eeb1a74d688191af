import { policies } from '../../../../generated/policies.ts';
import { createEviction } from '../../../gateway/memory/eviction.ts';
import type { CachedPrefixes } from '../../../gateway/ports/text/cached-prefixes.ts';

/** Creates an empty memory of explicitly cached prompts: at most `keep`, evicting the oldest. */
export function createCachedPrefixMemory(keep: number = policies.text.kept_cached_prefixes): CachedPrefixes {
  const expiries = new Map<string, number>();
  const evict = createEviction(expiries, { most: keep });
  return {
    findCachedPrefixes: async (digests, now) =>
      new Set(digests.filter((digest) => (expiries.get(digest) ?? 0) > now)),
    async saveCachedPrefixes(digests, { expiresAt }) {
      for (const digest of digests) {
        const known = expiries.get(digest) ?? 0;
        expiries.delete(digest);
        expiries.set(digest, Math.max(known, expiresAt));
        evict();
      }
    },
  };
}
