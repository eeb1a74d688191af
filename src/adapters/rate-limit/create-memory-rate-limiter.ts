import type { RateLimiter } from '../../gateway/ports/rate-limiter.ts';
import { toDecision } from './to-decision.ts';

interface Window {
  readonly endsAt: number;
  readonly seconds: number;
  count: number;
}

/** Counts in this process; a window begins with its first request, in the time that is passed in. */
export function createMemoryRateLimiter(): RateLimiter {
  const windows = new Map<string, Window>();
  return {
    async take({ digest, rateLimit }, now) {
      if (!rateLimit) return undefined;
      const { seconds } = rateLimit;
      let window = windows.get(digest);
      if (!window || window.seconds !== seconds || window.endsAt <= now) {
        window = { endsAt: now + seconds * 1000, seconds, count: 0 };
        windows.set(digest, window);
      }
      window.count += 1;
      return toDecision(rateLimit, { ...window, now });
    },
  };
}
