import type { ApiKey } from './store.ts';

/** The state of a key's rate limit after one more request. */
export interface RateDecision {
  readonly isAllowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Milliseconds until the window resets. */
  readonly resetMs: number;
}

/** Counts requests against the rate limit of a key; keys without a limit are not counted. */
export interface RateLimiter {
  take(key: ApiKey, now: number): Promise<RateDecision | undefined>;
}
