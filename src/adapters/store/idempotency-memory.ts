import { createEviction } from '../../gateway/memory/eviction.ts';
import type { IdempotencyScope, IdempotencyStore, Replay } from '../../gateway/ports/store.ts';

/** The idempotency keys of a memory store. */
export interface IdempotencyMemory {
  /** Keeps the answer for replays of a claimed key. */
  keep(replay: Replay): void;
  readonly verbs: IdempotencyStore;
}

interface Claim {
  readonly bodyDigest: string;
  readonly claimedAt: number;
  readonly answer?: Replay['answer'];
}

/** Creates an empty memory: answers live `seconds` from their claim, and at most `keep` are kept, the oldest going first. */
export function createIdempotencyMemory({
  seconds,
  keep,
}: {
  readonly seconds: number;
  readonly keep: number;
}): IdempotencyMemory {
  const claims = new Map<string, Claim>();
  const replays = new Map<string, Claim>();
  const evictReplays = createEviction(replays, { most: keep });
  return {
    keep({ scope, answer }) {
      const name = nameOf(scope);
      const claim = claims.get(name);
      if (!claim) return;
      claims.delete(name);
      replays.set(name, { ...claim, answer });
      evictReplays();
    },
    verbs: {
      async claimIdempotency(scope, bodyDigest, now) {
        const name = nameOf(scope);
        const replay = replays.get(name);
        if (replay && replay.claimedAt <= now - seconds * 1000) replays.delete(name);
        const known = replays.get(name) ?? claims.get(name);
        if (!known) {
          claims.set(name, { bodyDigest, claimedAt: now });
          return { kind: 'claimed' };
        }
        if (known.bodyDigest !== bodyDigest) return { kind: 'mismatch' };
        return known.answer ? { kind: 'replay', ...known.answer } : { kind: 'in_progress' };
      },
      async releaseIdempotency(scope) {
        claims.delete(nameOf(scope));
      },
    },
  };
}

function nameOf({ accountId, operationId, key }: IdempotencyScope): string {
  return JSON.stringify([accountId, operationId, key]);
}
