import type { Digest } from '../ports/digest.ts';

/** Digests of API keys, remembered for the keys in use: hashing is dear on every request. */
export interface KeyDigests {
  of(secret: string): string;
  /** Remembers a key that was accepted, so that guesses never push out the keys in use. */
  accept(secret: string, digest: string): void;
}

const MOST_KEYS = 1000;

/** Creates an empty memory. Every request still looks its digest up in the store: a revoked key is refused at once. */
export function createKeyDigests(digest: Digest): KeyDigests {
  const known = new Map<string, string>();
  return {
    of: (secret) => known.get(secret) ?? digest.sha256(secret),
    accept(secret, value) {
      if (known.size >= MOST_KEYS && !known.has(secret)) known.clear();
      known.set(secret, value);
    },
  };
}
