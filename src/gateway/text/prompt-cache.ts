import type { Text } from '../../../generated/vocabulary.ts';
import { createEviction } from '../memory/eviction.ts';
import type { CachedInput } from './text-usage.ts';

/** One place in a prompt up to which it can be compared with others: the digest stands for everything before it. */
export interface PrefixLink {
  /** Of account, model and the whole prompt up to here. */
  readonly digest: string;
  /** Tokens of the prompt up to here. */
  readonly tokens: number;
  /** Whether explicitly cached content ends here. */
  readonly isMark: boolean;
}

/** What a cache knows of a prompt, and how to remember it. */
export interface CacheLook {
  readonly input: CachedInput;
  /** Remembers the prompt; called once the model has begun to answer. */
  remember(): void;
}

/** Remembers prefixes of prompts (section 4.5, rules 4 and 5). */
export interface PromptCache {
  look(
    links: readonly PrefixLink[],
    rules: Pick<Text, 'explicit_cache' | 'implicit_cache'>,
    now: number,
  ): CacheLook;
}

const NOTHING: CachedInput = { cached: 0, created: 0, isExplicit: false };

/**
 * Creates the memory of one process; the least recently used prefixes go first. A prompt with a mark of sufficient
 * length uses the explicit cache alone. An entry lives from its creation; a hit does not prolong it.
 */
export function createPromptCache({ maxLinks = 50_000, maxMarks = 10_000 } = {}): PromptCache {
  const seen = createRecentlyUsed<true>(maxLinks);
  const expiries = createRecentlyUsed<number>(maxMarks);

  const rememberLinks = (links: readonly PrefixLink[], blockTokens: number) => {
    // From the end, so that the longest prefixes are forgotten first.
    for (const { digest, tokens } of links.toReversed()) {
      if (tokens >= blockTokens) seen.touch(digest, true);
    }
  };
  const isAlive = ({ digest }: PrefixLink, now: number) => (expiries.get(digest) ?? 0) > now;

  return {
    look(links, { explicit_cache: explicit, implicit_cache: implicit }, now) {
      const marks = explicit
        ? links.filter(({ isMark, tokens }) => isMark && tokens >= explicit.min_tokens)
        : [];
      const blockTokens = implicit?.block_tokens ?? Number.POSITIVE_INFINITY;
      const dead = marks.filter((mark) => !isAlive(mark, now));
      const lifeMs = (explicit?.life_seconds ?? 0) * 1000;
      const remember = () => {
        rememberLinks(links, blockTokens);
        for (const { digest } of dead) expiries.touch(digest, now + lifeMs);
      };
      const last = marks.at(-1);
      if (last) {
        const cached = marks.findLast((mark) => isAlive(mark, now))?.tokens ?? 0;
        return { input: { cached, created: last.tokens - cached, isExplicit: true }, remember };
      }
      const hit = implicit && links.findLast(({ digest }) => seen.get(digest));
      const cached = hit ? Math.floor(hit.tokens / blockTokens) * blockTokens : 0;
      return { input: { ...NOTHING, cached }, remember };
    },
  };
}

/** A memory whose least recently used entries go first. */
interface RecentlyUsed<Value> {
  get(key: string): Value | undefined;
  touch(key: string, value: Value): void;
}

function createRecentlyUsed<Value>(most: number): RecentlyUsed<Value> {
  const memory = new Map<string, Value>();
  const evict = createEviction(memory, { most });
  return {
    get: (key) => memory.get(key),
    touch(key, value) {
      memory.delete(key);
      memory.set(key, value);
      evict();
    },
  };
}
