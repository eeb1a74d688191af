import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createPostgresRateLimiter,
  type DurableRateLimiter,
} from '../../../src/adapters/rate-limit/create-postgres-rate-limiter.ts';
import type { ApiKey } from '../../../src/gateway/ports/store.ts';
import { createPostgresDatabase, hasPostgres, query } from '../../support/postgres.ts';

const NOON = Date.UTC(2026, 0, 1, 12);
const postgresTest = test.skipIf(!hasPostgres);

let connectionString: string;
let limiters: readonly [DurableRateLimiter, DurableRateLimiter];

beforeAll(async () => {
  if (!hasPostgres) return;
  connectionString = await createPostgresDatabase();
  const open = () => createPostgresRateLimiter({ connectionString });
  limiters = await Promise.all([open(), open()]); // both find no table, as two processes may
});

afterAll(async () => {
  if (hasPostgres) await Promise.all(limiters.map((limiter) => limiter.close()));
});

postgresTest('shares one limit between processes', async () => {
  const key = limitedKey('shared', 5, 10);
  const takes = Array.from({ length: 20 }, (_, index) => limiters[index % 2 === 0 ? 0 : 1].take(key, NOON));
  const decisions = await Promise.all(takes);
  expect(decisions.filter((decision) => decision?.isAllowed)).toHaveLength(5);
});

postgresTest('tells what remains, and when the window ends', async () => {
  const key = limitedKey('told', 2, 10);
  const [first, second] = limiters;
  expect(await first.take(key, NOON + 3000)).toEqual({
    isAllowed: true,
    limit: 2,
    remaining: 1,
    resetMs: 7000,
  });
  expect(await second.take(key, NOON + 4000)).toMatchObject({ isAllowed: true, remaining: 0, resetMs: 6000 });
  expect(await first.take(key, NOON + 9999)).toMatchObject({ isAllowed: false, remaining: 0, resetMs: 1 });
  expect(await first.take(key, NOON + 10_000)).toMatchObject({ isAllowed: true, remaining: 1 });
});

postgresTest('keeps a count for longer than its window, but not for hours', async () => {
  const now = Date.now();
  await limiters[0].take(limitedKey('kept', 1, 60), now);
  const rows = await query(
    connectionString,
    "select expire::float8 from rate_limit_counts where key like '%kept%'",
  );
  expect(rows).toEqual([{ expire: expect.any(Number) }]);
  const [{ expire }] = rows as [{ readonly expire: number }]; // as was just checked
  expect(expire).toBeGreaterThanOrEqual(now + 60_000);
  expect(expire).toBeLessThan(now + 3_600_000);
});

postgresTest('leaves keys without a limit alone, and keeps no text of a key', async () => {
  const { rateLimit: _, ...free } = limitedKey('free', 1, 10);
  expect(await limiters[0].take(free, NOON)).toBeUndefined();
  const rows = await query(connectionString, "select key from rate_limit_counts where key like '%free%'");
  expect(rows).toEqual([]);
});

function limitedKey(digest: string, requests: number, seconds: number): ApiKey {
  const rateLimit = { requests, seconds };
  return { digest, accountId: 'alpha', models: undefined, group: 'default', groupRatio: '1', rateLimit };
}

postgresTest('many processes may make the table at once', async () => {
  const fresh = await createPostgresDatabase();
  const opened = await Promise.all(
    Array.from({ length: 12 }, () => createPostgresRateLimiter({ connectionString: fresh })),
  );
  const decisions = await Promise.all(
    opened.map((limiter) => limiter.take(limitedKey('crowd', 7, 10), NOON)),
  );
  expect(decisions.filter((decision) => decision?.isAllowed)).toHaveLength(7);
  await Promise.all(opened.map((limiter) => limiter.close()));
});
