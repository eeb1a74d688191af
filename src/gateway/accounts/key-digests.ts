/** A cache of the digests of keys in use, by `Authorization` header: parsing and hashing it on each request is expensive. */
export type KeyDigests = ReturnType<typeof createKeyDigests>;

/** With more, all are forgotten and found again. */
const MAX_KEYS = 1000;

/** Creates an empty cache. Every request still looks its digest up in the store: a revoked key is refused at once. */
export function createKeyDigests() {
  const known = new Map<string, string>();
  return {
    find: (authorization: string) => known.get(authorization),
    /** Caches an accepted key, so that guesses never evict the keys in use. */
    accept(authorization: string, digest: string) {
      if (known.size >= MAX_KEYS) known.clear();
      known.set(authorization, digest);
    },
  };
}
