import type { RateDecision } from '../../gateway/ports/rate-limiter.ts';
import type { RateLimit } from '../../gateway/ports/store.ts';

/** The decision on the last of `count` requests in the window that ends at `endsAt`. */
export function toDecision(
  { requests }: RateLimit,
  { count, endsAt, now }: { readonly count: number; readonly endsAt: number; readonly now: number },
): RateDecision {
  return {
    isAllowed: count <= requests,
    limit: requests,
    remaining: Math.max(0, requests - count),
    resetMs: Math.max(0, endsAt - now),
  };
}
