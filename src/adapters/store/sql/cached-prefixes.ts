import type { Kysely } from 'kysely';
import type { CachedPrefixes } from '../../../gateway/ports/text/cached-prefixes.ts';
import type { Tables } from './tables.ts';

/** Expired rows are never found, whether they are deleted or not. */
const PURGE_EVERY_MS = 60_000;

/**
 * Operations on explicitly cached prompts. A row is written once and never changed, and only expired rows are
 * deleted, so that processes never wait for one another.
 */
export function createCachedPrefixOperations(db: Kysely<Tables>): CachedPrefixes {
  let purgedAt = Number.NEGATIVE_INFINITY;
  const purge = async (now: number) => {
    if (now - purgedAt < PURGE_EVERY_MS) return;
    purgedAt = now;
    await db.deleteFrom('prompt_marks').where('expires_at', '<=', BigInt(now)).execute();
  };
  return {
    async findCachedPrefixes(digests, now) {
      if (digests.length === 0) return new Set();
      const rows = await db
        .selectFrom('prompt_marks')
        .select('digest')
        .where('digest', 'in', digests)
        .where('expires_at', '>', BigInt(now))
        .execute();
      return new Set(rows.map(({ digest }) => digest));
    },
    async saveCachedPrefixes(digests, { now, expiresAt }) {
      if (digests.length === 0) return;
      await purge(now);
      await db
        .insertInto('prompt_marks')
        .values(digests.map((digest) => ({ digest, expires_at: expiresAt })))
        .onConflict((clash) => clash.doNothing())
        .execute();
    },
  };
}
