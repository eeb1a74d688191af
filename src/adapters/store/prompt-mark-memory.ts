import { createEviction } from '../../gateway/memory/eviction.ts';
import type { PromptMarkStore } from '../../gateway/ports/store.ts';

/** Creates an empty memory of explicitly cached prompts: at most `keep`, evicting the oldest. */
export function createPromptMarkMemory({ keep = 10_000 } = {}): PromptMarkStore {
  const expiries = new Map<string, number>();
  const evict = createEviction(expiries, { most: keep });
  return {
    findPromptMarks: async (digests, now) =>
      new Set(digests.filter((digest) => (expiries.get(digest) ?? 0) > now)),
    async savePromptMarks(digests, { expiresAt }) {
      for (const digest of digests) {
        const known = expiries.get(digest) ?? 0;
        expiries.delete(digest);
        expiries.set(digest, Math.max(known, expiresAt));
        evict();
      }
    },
  };
}
