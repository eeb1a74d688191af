import type { IdempotencyScope, Store } from '../../gateway/ports/store.ts';

interface Remembered {
  readonly bodyDigest: string;
  readonly claimedAt: number;
  answer?: { readonly status: number; readonly body: unknown };
}

/** The idempotency verbs of a memory store: keys live `seconds` from their claim, oldest first. */
export function createIdempotencyMemory(
  seconds: number,
): Pick<Store, 'claimIdempotency' | 'resolveIdempotency'> {
  const claims = new Map<string, Remembered>();
  return {
    async claimIdempotency(scope, bodyDigest, now) {
      forgetExpired(claims, now - seconds * 1000);
      const known = claims.get(nameOf(scope));
      if (!known) {
        claims.set(nameOf(scope), { bodyDigest, claimedAt: now });
        return { kind: 'claimed' };
      }
      if (known.bodyDigest !== bodyDigest) return { kind: 'mismatch' };
      return known.answer ? { kind: 'replay', ...known.answer } : { kind: 'in_progress' };
    },
    async resolveIdempotency(scope, answer) {
      const known = claims.get(nameOf(scope));
      if (answer && known) known.answer = answer;
      else claims.delete(nameOf(scope));
    },
  };
}

function nameOf({ accountId, operationId, key }: IdempotencyScope): string {
  return JSON.stringify([accountId, operationId, key]);
}

function forgetExpired(claims: Map<string, Remembered>, before: number): void {
  for (const [name, { claimedAt, answer }] of claims) {
    if (claimedAt > before) return;
    if (answer) claims.delete(name);
  }
}
