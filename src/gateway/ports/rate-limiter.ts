import type { ApiKey } from './store.ts';

/** How a key stands after one more request. */
export interface RateDecision {
  readonly isAllowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Milliseconds until the window starts anew. */
  readonly resetMs: number;
}

/** Counts requests against the limit of a key; keys without a limit are not counted. */
export interface RateLimiter {
  take(key: ApiKey, now: number): Promise<RateDecision | undefined>;
}
