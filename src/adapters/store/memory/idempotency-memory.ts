import { createEviction } from '../../../gateway/memory/eviction.ts';
import type {
  ClaimedKey,
  IdempotencyKeys,
  IdempotencyScope,
  Replay,
} from '../../../gateway/ports/idempotency-keys.ts';

interface Claim {
  readonly bodyDigest: string;
  readonly claimedAt: number;
  readonly claim: string;
  readonly answer?: Replay['answer'];
}

/** Creates an empty memory of idempotency keys: responses live `seconds` from their claim, and at most `keep` are kept, evicting the oldest. */
export function createIdempotencyMemory({ seconds, keep }: { seconds: number; keep: number }) {
  const claims = new Map<string, Claim>();
  const replays = new Map<string, Claim>();
  const evictReplays = createEviction(replays, { most: keep });
  let count = 0;
  /** Whether a claim is still the current one of its key. */
  const holds = ({ scope, claim }: ClaimedKey) => claims.get(nameOf(scope))?.claim === claim;
  const operations: IdempotencyKeys = {
    async claimIdempotency(scope, bodyDigest, now) {
      const name = nameOf(scope);
      const replay = replays.get(name);
      if (replay && replay.claimedAt <= now - seconds * 1000) replays.delete(name);
      const known = replays.get(name) ?? claims.get(name);
      if (!known) {
        count += 1;
        const claim = String(count);
        claims.set(name, { bodyDigest, claimedAt: now, claim });
        return { kind: 'claimed', claim };
      }
      if (known.bodyDigest !== bodyDigest) return { kind: 'mismatch' };
      return known.answer ? { kind: 'replay', ...known.answer } : { kind: 'in_progress' };
    },
    async releaseIdempotency(claimed) {
      if (holds(claimed)) claims.delete(nameOf(claimed.scope));
    },
  };
  return {
    operations,
    holds,
    /** Stores the response for replays of a claimed key. */
    keep({ scope, answer }: Replay) {
      const name = nameOf(scope);
      const claim = claims.get(name);
      if (!claim) return;
      claims.delete(name);
      replays.set(name, { ...claim, answer });
      evictReplays();
    },
  };
}

function nameOf({ accountId, operationId, key }: IdempotencyScope): string {
  return JSON.stringify([accountId, operationId, key]);
}
