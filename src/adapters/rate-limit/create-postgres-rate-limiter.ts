import { RateLimiterPostgres } from 'rate-limiter-flexible';
import type { RateLimiter } from '../../gateway/ports/rate-limiter.ts';
import { withPortErrors } from '../database/failures.ts';
import { openPostgresPool } from '../database/postgres-pool.ts';
import { toDecision } from './to-decision.ts';

/** A rate limiter with database connections. */
export interface DurableRateLimiter extends RateLimiter {
  close(): Promise<void>;
}

/** The database in which requests are counted. */
export interface PostgresRateLimiterOptions {
  readonly connectionString: string;
  /** Called when an idle connection breaks. */
  readonly onError?: (error: Error) => void;
}

/** Counting is one short statement. */
const MAX_CONNECTIONS = 4;
const TABLE = 'rate_limit_counts';

/**
 * Counts in PostgreSQL, so that any number of processes share one limit. Windows are aligned to the Unix
 * epoch, so that processes agree on them. The library's expiry only removes old windows.
 */
export async function createPostgresRateLimiter({
  connectionString,
  onError = () => {},
}: PostgresRateLimiterOptions): Promise<DurableRateLimiter> {
  const pool = openPostgresPool({
    connectionString,
    max: MAX_CONNECTIONS,
    name: 'gatewright rate limits',
    integers: 'number',
    onError,
  });
  const counts = await openCounts(pool);
  return withPortErrors<DurableRateLimiter>({
    close: () => pool.end(),
    async take({ digest, rateLimit }, now) {
      if (!rateLimit) return undefined;
      const { seconds } = rateLimit;
      const lengthMs = seconds * 1000;
      const window = Math.floor(now / lengthMs);
      const name = `${digest}/${seconds}/${window}`;
      // Twice the window: clocks of processes differ, and a count must not expire before its window does.
      const { consumedPoints } = await counts.consume(name, 1, { customDuration: 2 * seconds });
      return toDecision(rateLimit, { count: consumedPoints, endsAt: (window + 1) * lengthMs, now });
    },
  });
}

/** PostgreSQL's error when two processes create the same table at once, despite `if not exists`. */
const MADE_MEANWHILE = new Set(['23505', '42P07', '42710']);
const MAX_TRIES = 5;

async function openCounts(pool: object, tries = 1): Promise<RateLimiterPostgres> {
  try {
    return await makeCounts(pool);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (!MADE_MEANWHILE.has(code) || tries >= MAX_TRIES) throw error;
    return openCounts(pool, tries + 1);
  }
}

function makeCounts(pool: object): Promise<RateLimiterPostgres> {
  return new Promise((resolve, reject) => {
    const counts = new RateLimiterPostgres(
      {
        storeClient: pool,
        storeType: 'pool',
        tableName: TABLE,
        points: Number.MAX_SAFE_INTEGER,
        duration: 1,
      },
      (error?: Error) => (error ? reject(error) : resolve(counts)),
    );
  });
}
