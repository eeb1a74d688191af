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
  answer?: Replay['answer'];
}

/** Creates an empty memory: keys live `seconds` from their claim, and at most `keep` are kept, the oldest going first. */
export function createIdempotencyMemory({
  seconds,
  keep,
}: {
  readonly seconds: number;
  readonly keep: number;
}): IdempotencyMemory {
  const claims = new Map<string, Claim>();
  return {
    keep({ scope, answer }) {
      const claim = claims.get(nameOf(scope));
      if (claim) claim.answer = answer;
    },
    verbs: {
      async claimIdempotency(scope, bodyDigest, now) {
        forget(claims, { before: now - seconds * 1000, keep });
        const known = claims.get(nameOf(scope));
        if (!known) {
          claims.set(nameOf(scope), { bodyDigest, claimedAt: now });
          return { kind: 'claimed' };
        }
        if (known.bodyDigest !== bodyDigest) return { kind: 'mismatch' };
        return known.answer ? { kind: 'replay', ...known.answer } : { kind: 'in_progress' };
      },
      async releaseIdempotency(scope) {
        if (!claims.get(nameOf(scope))?.answer) claims.delete(nameOf(scope));
      },
    },
  };
}

function nameOf({ accountId, operationId, key }: IdempotencyScope): string {
  return JSON.stringify([accountId, operationId, key]);
}

/** Claims are in the order they were made; one whose request is still under way stays. */
function forget(
  claims: Map<string, Claim>,
  limits: { readonly before: number; readonly keep: number },
): void {
  for (const [name, { claimedAt, answer }] of claims) {
    if (claimedAt > limits.before && claims.size <= limits.keep) return;
    if (answer) claims.delete(name);
  }
}
