import { describe, expect, test } from 'vitest';
import { policies } from '../../generated/policies.ts';
import { createMemoryRateLimiter } from '../../src/adapters/rate-limit/create-memory-rate-limiter.ts';
import { openapi } from '../support/expect-declared.ts';
import { openWire } from '../support/open-wire.ts';
import { shells } from '../support/shells.ts';

/** Read by every page (Fetch, "CORS-safelisted response-header name"), or meant for the browser itself. */
const WITHOUT_ASKING =
  /^(cache-control|content-language|content-length|content-type|expires|last-modified|pragma|access-control-.*)$/;

/** Every header that the document declares for an answer, in lower case. */
function declaredHeaders(): readonly string[] {
  const names = new Set<string>();
  JSON.parse(JSON.stringify([openapi.paths, Reflect.get(openapi, 'components')]), (key, value: unknown) => {
    if (key === 'headers' && isMapOfHeaders(value))
      for (const name of Object.keys(value)) names.add(name.toLowerCase());
    return value;
  });
  for (const response of Object.values(openapi['x-responses-of-any-path']))
    for (const name of Object.keys(Object(Reflect.get(response, 'headers')) as object))
      names.add(name.toLowerCase());
  return [...names].sort();
}

/** The headers of a response; not those among the components, which are named by what they say. */
function isMapOfHeaders(value: unknown): value is object {
  return typeof value === 'object' && value !== null && 'x-request-id' in value;
}

test('a page may read every header that is declared', () => {
  const declared = declaredHeaders();
  const exposed: readonly string[] = policies.cors.expose_headers;
  expect(declared.length).toBeGreaterThan(20);
  expect(declared).toEqual(expect.arrayContaining(['etag', 'retry-after', 'x-warning', 'allow']));
  expect(declared.filter((name) => !exposed.includes(name) && !WITHOUT_ASKING.test(name))).toEqual([]);
  expect(exposed.filter((name) => !declared.includes(name))).toEqual([]);
});

describe.each(shells)('through the $name shell', (shell) => {
  test('a response exposes the headers that it has, whatever its origin', async () => {
    await using wire = await openWire(shell, {
      keys: { 'sk-alpha': { account: 'alpha', rateLimit: { requests: 1, seconds: 60 } } },
      ports: { rateLimiter: createMemoryRateLimiter() },
    });
    const exposed = async (key: string) => {
      const { headers } = await wire.get('/v1/user/balance', { key });
      return headers.get('access-control-expose-headers');
    };
    const limit =
      'x-ratelimit-limit-requests, x-ratelimit-remaining-requests, x-ratelimit-reset-requests, ratelimit, ratelimit-policy';
    expect(await exposed('sk-alpha')).toBe(`${limit}, x-request-id`);
    expect(await exposed('sk-alpha')).toBe(`${limit}, retry-after, retry-after-ms, x-request-id`);
    expect(await exposed('sk-nobody')).toBe('www-authenticate, x-request-id');
  });
});
