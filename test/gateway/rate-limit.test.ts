import { describe, expect, test } from 'vitest';
import { createMemoryRateLimiter } from '../../src/adapters/rate-limit/create-memory-rate-limiter.ts';
import { at, openWire } from '../support/open-wire.ts';
import { shells } from '../support/shells.ts';

const keys = {
  'sk-alpha': { account: 'alpha', rateLimit: { requests: 5, seconds: 10 } },
  'sk-beta': { account: 'beta' },
};

describe.each(shells)('rate limits through the $name shell', (shell) => {
  const open = () => openWire(shell, { keys, ports: { rateLimiter: createMemoryRateLimiter() } });

  test('answers 429 with every header beyond the limit of the key', async () => {
    await using wire = await open();
    for (let left = 4; left >= 0; left -= 1) {
      const allowed = await wire.get('/v1/user/balance');
      expect(allowed.status).toBe(200);
      expect(allowed.headers.get('x-ratelimit-limit-requests')).toBe('5');
      expect(allowed.headers.get('x-ratelimit-remaining-requests')).toBe(String(left));
    }
    const refused = await wire.get('/v1/user/balance');
    expect(refused.status).toBe(429);
    expect(at(refused.body, 'error')).toMatchObject({
      message: 'This API key has reached its limit of 5 requests per 10 seconds: try again in 10 seconds.',
      type: 'rate_limit_error',
    });
    expect(Object.fromEntries(refused.headers)).toMatchObject({
      'retry-after': '10',
      'retry-after-ms': '10000',
      'x-ratelimit-limit-requests': '5',
      'x-ratelimit-remaining-requests': '0',
      'x-ratelimit-reset-requests': '10',
      ratelimit: '"requests";r=0;t=10',
      'ratelimit-policy': '"requests";q=5;w=10',
    });
  });

  test('says when the window ends, rounded up to seconds', async () => {
    await using wire = await open();
    for (let count = 0; count < 5; count += 1) await wire.get('/v1/user/balance');
    await wire.advance(0.5);
    expect(Object.fromEntries((await wire.get('/v1/user/balance')).headers)).toMatchObject({
      'retry-after': '10',
      'retry-after-ms': '9500',
      'x-ratelimit-reset-requests': '10',
      ratelimit: '"requests";r=0;t=10',
    });
    await wire.advance(8.5);
    expect(Object.fromEntries((await wire.get('/v1/user/balance')).headers)).toMatchObject({
      'retry-after': '1',
      'retry-after-ms': '1000',
      'x-ratelimit-reset-requests': '1',
      ratelimit: '"requests";r=0;t=1',
      'ratelimit-policy': '"requests";q=5;w=10',
    });
  });

  test.each([
    [0, '1', '1'],
    [0.5, '1', '1'],
    [60_000, '60', '60000'],
    [3_600_000, '60', '60000'],
  ])('for a window that ends in %d ms the wait is %s s', async (resetMs, seconds, milliseconds) => {
    const decision = { isAllowed: false, limit: 5, remaining: 0, resetMs };
    await using wire = await openWire(shell, {
      keys,
      ports: { rateLimiter: { take: async () => decision } },
    });
    const { status, headers } = await wire.get('/v1/user/balance');
    expect([status, headers.get('retry-after'), headers.get('retry-after-ms')]).toEqual([
      429,
      seconds,
      milliseconds,
    ]);
  });

  test('names a limit of one request', async () => {
    const decision = { isAllowed: false, limit: 1, remaining: 0, resetMs: 1000 };
    await using wire = await openWire(shell, {
      keys,
      ports: { rateLimiter: { take: async () => decision } },
    });
    expect(at((await wire.get('/v1/user/balance')).body, 'error', 'message')).toBe(
      'This API key has reached its limit of 1 request per 10 seconds: try again in 1 second.',
    );
  });

  test('allows what the limiter does not count', async () => {
    await using wire = await openWire(shell, {
      keys,
      ports: { rateLimiter: { take: async () => undefined } },
    });
    const { status, headers } = await wire.get('/v1/user/balance');
    expect([status, headers.get('ratelimit')]).toEqual([200, null]);
  });

  test('accepts the key again when the window has ended', async () => {
    await using wire = await open();
    for (let count = 0; count < 6; count += 1) await wire.get('/v1/user/balance');
    await wire.advance(10);
    expect((await wire.get('/v1/user/balance')).status).toBe(200);
  });

  test('a rate-limited submission creates no task and holds nothing', async () => {
    await using wire = await open();
    for (let count = 0; count < 5; count += 1) await wire.get('/v1/models');
    const refused = await wire.postImage({ model: 'qx-image-3.0', prompt: 'A paper boat' });
    expect(refused.status).toBe(429);
    await wire.advance(10);
    expect(at((await wire.get('/v1/user/balance')).body, 'remain_balance')).toBe(1000);
  });

  test('limits each key separately, and a key without a limit not at all', async () => {
    await using wire = await open();
    for (let count = 0; count < 8; count += 1) {
      const other = await wire.get('/v1/user/balance', { key: 'sk-beta' });
      expect(other.status).toBe(200);
      expect(other.headers.get('x-ratelimit-limit-requests')).toBeNull();
    }
  });
});
