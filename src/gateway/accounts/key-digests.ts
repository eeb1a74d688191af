/** Digests of the keys in use, by the `Authorization` header that brings them: reading and hashing it each time is dear. */
export interface KeyDigests {
  find(authorization: string): string | undefined;
  /** Remembers a key that was accepted, so that guesses never push out the keys in use. */
  accept(authorization: string, digest: string): void;
}

const MOST_KEYS = 1000;

/** Creates an empty memory. Every request still looks its digest up in the store: a revoked key is refused at once. */
export function createKeyDigests(): KeyDigests {
  const known = new Map<string, string>();
  return {
    find: (authorization) => known.get(authorization),
    accept(authorization, digest) {
      if (known.size >= MOST_KEYS && !known.has(authorization)) known.clear();
      known.set(authorization, digest);
    },
  };
}
