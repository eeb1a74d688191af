import { policies } from '../../../../generated/policies.ts';
import type { Text } from '../../../../generated/vocabulary.ts';
import { createEviction } from '../../memory/eviction.ts';
import type { CachedPrefixes } from '../../ports/text/cached-prefixes.ts';
import type { CachedInput } from '../text-usage.ts';

/** A prefix of a prompt that can be compared with others: the digest stands for everything before it. */
export interface PrefixLink {
  /** Digest of account, model and the whole prompt up to here. */
  readonly digest: string;
  /** Tokens of the prompt up to here. */
  readonly tokens: number;
  /** Whether explicitly cached content ends here. */
  readonly isMark: boolean;
}

/** Caches prefixes of prompts (section 4.5, rules 4 and 5). */
export type PromptCache = ReturnType<typeof createPromptCache>;

const NOTHING: CachedInput = { cached: 0, created: 0, isExplicit: false };

export interface PromptCacheOptions {
  /** Where explicit entries are stored: all gateways on one store share them. */
  readonly marks: CachedPrefixes;
  /** Prefixes in the implicit cache of this process; the least recently used are evicted first. */
  readonly maxLinks?: number;
}

/**
 * Creates a cache whose explicit entries are in the store and whose implicit ones, best effort, are in this process. A
 * prompt with a long enough marker uses the explicit cache only. An entry lives from its creation; a hit does not
 * extend it.
 */
export function createPromptCache({
  marks: store,
  maxLinks = policies.text.implicit_cache_prefixes,
}: PromptCacheOptions) {
  const implicit = createImplicitCache(maxLinks);
  return {
    /** What the cache contains of a prompt; `remember` adds the prompt, once the model has started to answer. */
    async look(
      links: readonly PrefixLink[],
      { explicit_cache: explicit, implicit_cache: rules }: Pick<Text, 'explicit_cache' | 'implicit_cache'>,
      now: number,
    ): Promise<{ readonly input: CachedInput; remember(): Promise<void> }> {
      const marks = explicit
        ? links.filter(({ isMark, tokens }) => isMark && tokens >= explicit.min_tokens)
        : [];
      const last = marks.at(-1);
      const blockTokens = rules?.block_tokens ?? Number.POSITIVE_INFINITY;
      if (!explicit || !last) {
        const input = { ...NOTHING, cached: rules ? implicit.countCached(links, blockTokens) : 0 };
        return { input, remember: async () => implicit.remember(links, blockTokens) };
      }
      const alive = await store.findCachedPrefixes(marks.map(digestOf), now);
      const cached = marks.findLast(({ digest }) => alive.has(digest))?.tokens ?? 0;
      // Nothing is created below a hit: usage would not report it.
      const created = marks.filter(({ tokens }) => tokens > cached).map(digestOf);
      const expiresAt = now + explicit.life_seconds * 1000;
      return {
        input: { cached, created: last.tokens - cached, isExplicit: true },
        async remember() {
          implicit.remember(links, blockTokens);
          if (created.length > 0) await store.saveCachedPrefixes(created, { now, expiresAt });
        },
      };
    },
  };
}

const digestOf = ({ digest }: PrefixLink): string => digest;

/** The prefixes that this process has seen. */
function createImplicitCache(most: number) {
  const seen = new Set<string>();
  const evict = createEviction(seen, { most });
  return {
    /** Tokens of the longest known prefix, in whole blocks. */
    countCached(links: readonly PrefixLink[], blockTokens: number) {
      const hit = links.findLast(({ digest }) => seen.has(digest));
      return hit ? Math.floor(hit.tokens / blockTokens) * blockTokens : 0;
    },
    remember(links: readonly PrefixLink[], blockTokens: number) {
      // From the end, so that the longest prefixes are evicted first.
      for (const { digest, tokens } of links.toReversed()) {
        if (tokens < blockTokens) continue;
        seen.delete(digest);
        seen.add(digest);
        evict();
      }
    },
  };
}
