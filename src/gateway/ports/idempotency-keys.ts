/** Identifies one idempotent submit: account and route, and the client's key. */
export interface IdempotencyScope {
  readonly accountId: string;
  readonly operationId: string;
  readonly key: string;
}

/** A claim of an idempotency key with a unique token: only its holder may store a response. */
export interface ClaimedKey {
  readonly scope: IdempotencyScope;
  readonly claim: string;
}

/** What is stored under an idempotency key. */
export type IdempotencyClaim =
  | { readonly kind: 'claimed'; readonly claim: string }
  | { readonly kind: 'in_progress' }
  | { readonly kind: 'mismatch' }
  | { readonly kind: 'replay'; readonly status: number; readonly body: unknown };

/** The response that a later request with the same idempotency key gets; stored atomically with its task. */
export interface Replay extends ClaimedKey {
  readonly answer: { readonly status: number; readonly body: unknown };
}

/** Idempotency keys of submissions (24 hours). */
export interface IdempotencyKeys {
  claimIdempotency(scope: IdempotencyScope, bodyDigest: string, now: number): Promise<IdempotencyClaim>;
  /** Releases a claimed key without a stored response (`acceptTask` stores one); otherwise changes nothing. */
  releaseIdempotency(claimed: ClaimedKey): Promise<void>;
}
