import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { RateLimiter } from '../../gateway/ports/rate-limiter.ts';
import { toDecision } from './to-decision.ts';

/**
 * Counts in this process; a window begins with its first request. The library's own expiry is not used,
 * because its windows follow the real clock and these follow the time that is passed in.
 */
export function createMemoryRateLimiter(): RateLimiter {
  const counts = new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: 0 });
  const windows = new Map<string, { readonly endsAt: number; readonly seconds: number }>();
  return {
    async take({ digest, rateLimit }, now) {
      if (!rateLimit) return undefined;
      const { seconds } = rateLimit;
      let window = windows.get(digest);
      if (!window || window.seconds !== seconds || window.endsAt <= now) {
        window = { endsAt: now + seconds * 1000, seconds };
        windows.set(digest, window);
        // Resets before the first count: a memory limiter takes effect before it returns its promise.
        void counts.delete(digest);
      }
      const { consumedPoints } = await counts.consume(digest);
      return toDecision(rateLimit, { count: consumedPoints, endsAt: window.endsAt, now });
    },
  };
}
