import { describe, expect, test } from 'vitest';
import { operations } from '../../generated/operations.ts';
import { createMemoryRateLimiter } from '../../src/adapters/rate-limit/create-memory-rate-limiter.ts';
import type { WholeStore } from '../../src/adapters/store/whole-store.ts';
import type { ReferenceFetcher } from '../../src/gateway/ports/media/media.ts';
import { UnavailableError } from '../../src/gateway/ports/unavailable.ts';
import { createTestGateway } from '../support/create-test-gateway.ts';
import { openapi } from '../support/expect-declared.ts';
import { openWire, type SendOptions, type Wire } from '../support/open-wire.ts';
import { type OperationRequest, operationRequests } from '../support/operation-requests.ts';
import { shells } from '../support/shells.ts';

/** What a page sends, through a proxy that compresses. */
const PAGE = { origin: 'https://page.example', 'accept-encoding': 'gzip' };
const keys = {
  'sk-alpha': { account: 'alpha' },
  'sk-counted': { account: 'alpha', rateLimit: { requests: 1, seconds: 60 } },
  'sk-narrow': { account: 'alpha', models: ['sx-5-0-lite'] },
  'sk-poor': { account: 'poor' },
};
const fetcher: ReferenceFetcher = {
  fetch: async () => ({ kind: 'unreachable', reason: 'no host in this test' }),
};
const deposits = { alpha: '1000', poor: '0' };

/** Every answer is checked against the document where it is read: status, headers and body. */
async function ask(wire: Wire, { method, target, body }: OperationRequest, options: SendOptions = {}) {
  const headers = { ...PAGE, ...options.headers };
  const answer = await wire.send(method, target, { ...(body ? { body } : {}), ...options, headers });
  expect(answer.headers.get('access-control-expose-headers')).not.toBeNull();
  return answer;
}

test('every operation is called', () => {
  expect(operationRequests.map(({ operationId }) => operationId)).toEqual(Object.keys(operations).sort());
});

describe.each(shells)('through the $name shell every header that is sent is declared', (shell) => {
  test.each(operationRequests)('of $operationId', async (request) => {
    await using wire = await openWire(shell, {
      keys,
      deposits,
      ports: { rateLimiter: createMemoryRateLimiter(), fetcher },
    });
    const { target, method } = request;
    const counted = await ask(wire, request, { key: 'sk-counted' });
    expect(counted.headers.get('x-ratelimit-remaining-requests')).toBe('0');
    expect((await ask(wire, request, { key: 'sk-counted' })).status).toBe(429);
    expect((await ask(wire, request, { key: null })).headers.get('www-authenticate')).toBe('Bearer');
    expect((await ask(wire, request)).status).toBe(counted.status);
    await ask(wire, request, { key: 'sk-narrow' });
    await ask(wire, request, { key: 'sk-poor' });
    expect((await wire.send('DELETE', target, { headers: PAGE })).status).toBe(405);
    expect((await wire.send('OPTIONS', target, { headers: PAGE, key: null })).status).toBe(204);
    if (method === 'GET')
      await ask(wire, { ...request, method: 'HEAD' as 'GET' }); // the wire knows every method
    else await ask(wire, request, { body: '{', headers: { 'idempotency-key': 'a b' } });
  });

  test.each(operationRequests)('of $operationId when the gateway fails', async (request) => {
    const failures = [new UnavailableError('The database is away.'), new TypeError('a fault')];
    for (const failure of failures) {
      const fail = () => Promise.reject(failure);
      const operations = Object.keys(createTestGateway().store).map((name) => [name, fail]);
      const store = Object.fromEntries(operations) as WholeStore; // the names of a store
      await using wire = await openWire(shell, { ports: { store } });
      const { status } = await ask(wire, request);
      expect(status).toBe(failure instanceof UnavailableError ? 503 : 500);
      expect(wire.faults.splice(0)).toEqual([failure]);
    }
  });

  test('of unknown paths', async () => {
    await using wire = await openWire(shell);
    for (const method of ['GET', 'POST', 'OPTIONS'])
      expect((await wire.send(method, '/v2/models', { headers: PAGE })).status).toBe(404);
  });

  test('of a replayed submission', async () => {
    await using wire = await openWire(shell);
    const headers = { ...PAGE, 'idempotency-key': 'order-1' };
    const body = { model: 'qx-image-3.0', prompt: 'A paper boat', sise: '1K' };
    expect((await wire.postImage(body, { headers })).headers.get('x-warning')).not.toBeNull();
    expect((await wire.postImage(body, { headers })).headers.get('idempotency-replayed')).toBe('true');
    const other = await wire.postImage({ ...body, n: 2 }, { headers });
    expect([other.status, other.headers.get('x-should-retry')]).toEqual([409, 'false']);
  });
});

test('the document declares the common headers on every response', () => {
  const responses = Object.values(openapi.paths).flatMap((item) =>
    Object.values(item).flatMap((operation) => Object.values(operation.responses)),
  );
  const own = responses.filter((response) => !('$ref' in response));
  expect(own.length).toBeGreaterThan(10);
  for (const response of own) expect(JSON.stringify(response)).toContain('#/components/headers/RequestId');
});
