import { policies } from '../../../generated/policies.ts';
import { formatWait, plural } from '../../contract/plural.ts';
import { problem, type Refused, refused } from '../../contract/problem.ts';
import type { Ports } from '../ports/ports.ts';
import type { RateDecision } from '../ports/rate-limiter.ts';
import type { ApiKey } from '../ports/store.ts';

/** Whether a request is within the rate limit of its key, and the headers with the state of that limit. */
export type RateCheck = { readonly kind: 'allowed'; readonly headers?: Headers } | Refused<'rate_limited'>;

type Headers = Readonly<Record<string, string>>;

/** The check of a key without a limit. */
export const NO_LIMIT: RateCheck = { kind: 'allowed' };

/** Counts a request against the rate limit of its key (section 7: 429 when exceeded). */
export async function limitRate({ rateLimiter, clock }: Ports, key: ApiKey): Promise<RateCheck> {
  if (!key.rateLimit) return NO_LIMIT;
  const { seconds } = key.rateLimit;
  const decision = await rateLimiter.take(key, clock.now());
  if (!decision) return NO_LIMIT;
  const headers = limitHeaders(decision, seconds);
  return decision.isAllowed
    ? { kind: 'allowed', headers }
    : refuse(decision, { windowSeconds: seconds, headers });
}

function limitHeaders({ limit, remaining, resetMs }: RateDecision, windowSeconds: number) {
  const reset = Math.ceil(resetMs / 1000);
  return {
    'x-ratelimit-limit-requests': String(limit),
    'x-ratelimit-remaining-requests': String(remaining),
    'x-ratelimit-reset-requests': String(reset),
    ratelimit: `"requests";r=${remaining};t=${reset}`,
    'ratelimit-policy': `"requests";q=${limit};w=${windowSeconds}`,
  };
}

function refuse(
  { limit, resetMs }: RateDecision,
  { windowSeconds, headers }: { readonly windowSeconds: number; readonly headers: Headers },
): RateCheck {
  const waitMs = Math.min(Math.max(resetMs, 1), policies.rate_limits.retry_after_max_seconds * 1000);
  const seconds = Math.ceil(waitMs / 1000);
  const retry = { 'retry-after': String(seconds), 'retry-after-ms': String(Math.ceil(waitMs)) };
  const values = {
    limit: `${plural(limit, 'request')} per ${formatWait(windowSeconds)}`,
    wait: formatWait(seconds),
  };
  return refused(problem('rate_limited', { values, headers: { ...headers, ...retry } }));
}
