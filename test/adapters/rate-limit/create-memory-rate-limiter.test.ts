import { expect, test } from 'vitest';
import { createMemoryRateLimiter } from '../../../src/adapters/rate-limit/create-memory-rate-limiter.ts';
import type { ApiKey } from '../../../src/gateway/ports/store.ts';

const NOON = Date.UTC(2026, 0, 1, 12);

test('lets five requests pass in ten seconds and refuses the sixth', async () => {
  const limiter = createMemoryRateLimiter();
  const key = limitedKey('a', 5, 10);
  const decisions = [];
  for (let request = 0; request < 6; request += 1)
    decisions.push(await limiter.take(key, NOON + request * 1000));
  expect(decisions.map((decision) => decision?.isAllowed)).toEqual([true, true, true, true, true, false]);
  expect(decisions.map((decision) => decision?.remaining)).toEqual([4, 3, 2, 1, 0, 0]);
  expect(decisions.map((decision) => decision?.resetMs)).toEqual([10_000, 9000, 8000, 7000, 6000, 5000]);
  expect(decisions[5]?.limit).toBe(5);
});

test('begins a window with the first request after the last one ended', async () => {
  const limiter = createMemoryRateLimiter();
  const key = limitedKey('a', 1, 10);
  expect(await limiter.take(key, NOON)).toMatchObject({ isAllowed: true });
  expect(await limiter.take(key, NOON + 9999)).toMatchObject({ isAllowed: false, resetMs: 1 });
  expect(await limiter.take(key, NOON + 10_000)).toMatchObject({ isAllowed: true, resetMs: 10_000 });
  expect(await limiter.take(key, NOON + 25_000)).toMatchObject({ isAllowed: true, resetMs: 10_000 });
});

test('counts requests that arrive together', async () => {
  const limiter = createMemoryRateLimiter();
  const key = limitedKey('a', 5, 10);
  const decisions = await Promise.all(Array.from({ length: 20 }, () => limiter.take(key, NOON)));
  expect(decisions.filter((decision) => decision?.isAllowed)).toHaveLength(5);
});

test('counts keys separately, and not those without a limit', async () => {
  const limiter = createMemoryRateLimiter();
  await limiter.take(limitedKey('a', 1, 10), NOON);
  expect(await limiter.take(limitedKey('a', 1, 10), NOON)).toMatchObject({ isAllowed: false });
  expect(await limiter.take(limitedKey('b', 1, 10), NOON)).toMatchObject({ isAllowed: true });
  const { rateLimit: _, ...free } = limitedKey('c', 1, 10);
  expect(await limiter.take(free, NOON)).toBeUndefined();
});

test('applies a changed limit', async () => {
  const limiter = createMemoryRateLimiter();
  await limiter.take(limitedKey('a', 1, 10), NOON);
  expect(await limiter.take(limitedKey('a', 3, 10), NOON)).toMatchObject({ isAllowed: true, remaining: 1 });
  expect(await limiter.take(limitedKey('a', 3, 60), NOON)).toMatchObject({ remaining: 2, resetMs: 60_000 });
});

function limitedKey(digest: string, requests: number, seconds: number): ApiKey {
  const rateLimit = { requests, seconds };
  return { digest, accountId: 'alpha', models: undefined, group: 'default', groupRatio: '1', rateLimit };
}
