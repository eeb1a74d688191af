import { describe, expect, test } from 'vitest';
import { at } from '../support/open-wire.ts';
import { shells } from '../support/shells.ts';
import { until } from '../support/until.ts';
import { type OpenMock, openMock } from './open-mock.ts';

/** A clock that was set to a pace and runs. */
const at20 = { speed: 20, isFrozen: false } as const;

async function spendLimit(mock: OpenMock) {
  for (let count = 0; count < 5; count += 1) await mock.ask('GET', '/v1/models', { key: 'sk-mock-limited' });
  return mock.ask('GET', '/v1/models', { key: 'sk-mock-limited' });
}

describe.each(shells)('$name shell', (shell) => {
  test('a limit of ten seconds ends after half a second at twenty times the speed, and says so', async () => {
    await using mock = await openMock(shell, at20);
    const first = await mock.ask('GET', '/v1/models', { key: 'sk-mock-limited' });
    expect(first.headers.get('x-ratelimit-reset-requests')).toBe('1');
    expect(first.headers.get('ratelimit')).toBe('"requests";r=4;t=1');
    expect(first.headers.get('ratelimit-policy')).toBe('"requests";q=5;w=1');
    const limited = await until('the limit is reached', async () => {
      const answer = await spendLimit(mock);
      return answer.status === 429 && answer;
    });
    expect(limited.headers.get('retry-after')).toBe('1');
    const milliseconds = Number(limited.headers.get('retry-after-ms'));
    expect(milliseconds).toBeGreaterThan(0);
    expect(milliseconds).toBeLessThanOrEqual(500);
    expect(at(limited.body, 'error', 'message')).toBe(
      'This API key has reached its limit of 5 requests per 0.5 seconds: try again in 1 second.',
    );
  });

  test('the catalogue may be cached for as long as the clock of the mock allows', async () => {
    for (const [speed, want] of [
      [1, 'private, max-age=60'],
      [20, 'private, max-age=3'],
      [1000, 'private, max-age=0'],
      [0.5, 'private, max-age=120'],
    ] as const) {
      await using mock = await openMock(shell, { speed, isFrozen: false });
      const answer = await mock.ask('GET', '/v1/models');
      expect(answer.headers.get('cache-control'), String(speed)).toBe(want);
    }
  });

  test('a frozen clock reports the seconds by which it must be advanced', async () => {
    await using mock = await openMock(shell, { speed: 20 });
    const limited = await spendLimit(mock);
    expect(limited.headers.get('retry-after')).toBe('10');
    const models = await mock.ask('GET', '/v1/models');
    expect(models.headers.get('cache-control')).toBe('private, max-age=60');
  });

  test('advice that does not depend on the clock stays as it is', async () => {
    await using mock = await openMock(shell, at20);
    const busy = await mock.ask('GET', '/files/task_1/0.png', { headers: { prefer: 'code=503' } });
    expect(busy.headers.get('retry-after')).toBe('2');
  });
});
