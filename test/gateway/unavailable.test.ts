import { describe, expect, test } from 'vitest';
import type { WholeStore } from '../../src/adapters/store/whole-store.ts';
import { UnavailableError } from '../../src/gateway/ports/unavailable.ts';
import { createTestGateway, type TestGatewayOptions } from '../support/create-test-gateway.ts';
import { openapi } from '../support/expect-declared.ts';
import { at, openWire, type SendOptions, type Wire } from '../support/open-wire.ts';
import { shells } from '../support/shells.ts';

const MESSAGE = 'The service is temporarily unavailable: try again in 2 seconds.';
const ENVELOPE = {
  error: { code: 503, message: MESSAGE, type: 'server_error', reason: 'service_unavailable' },
};
const FAILURE = { success: false, message: MESSAGE };

const IMAGE = { model: 'qx-image-3.0', prompt: 'A paper boat' };
const VIDEO = { model: 'vxq3', prompt: 'It sails', image_urls: ['https://images.example.net/boat.png'] };
const CHAT = { model: 'qx3.8-max', messages: [{ role: 'user', content: 'What floats?' }] };

/** One good request for each operation of the contract. */
const requests: readonly (readonly [method: string, path: string, options: SendOptions, body: object])[] = [
  ['GET', '/v1/models', {}, ENVELOPE],
  ['GET', '/v1/models/vxq3/schema', {}, ENVELOPE],
  ['GET', '/v1/model-schema?model=vxq3', {}, ENVELOPE],
  ['POST', '/v1/images/generations', { body: IMAGE }, ENVELOPE],
  ['POST', '/v1/videos/generations', { body: VIDEO }, ENVELOPE],
  ['POST', '/v1/chat/completions', { body: CHAT }, ENVELOPE],
  ['POST', '/v1/responses', { body: { model: 'qx3.8-max', input: 'What floats?' } }, ENVELOPE],
  ['GET', '/v1/tasks/task_000001', {}, ENVELOPE],
  ['GET', '/v1/user/balance', {}, FAILURE],
  ['GET', '/user/balance', {}, FAILURE],
  ['GET', '/v1/balance', {}, FAILURE],
  ['GET', '/api/pricing/model?model=vxq3', {}, ENVELOPE],
  ['GET', '/v1/dashboard/billing/usage', {}, ENVELOPE],
  ['GET', '/v1/dashboard/billing/subscription', {}, ENVELOPE],
];
const file = ['GET', '/files/task_000001/0.png', {}, ENVELOPE] as const;

const away = () => Promise.reject(new UnavailableError('The database is away.'));

/** A store on which only these operations work. */
function failingStore(...answering: readonly (keyof WholeStore)[]): TestGatewayOptions {
  const { store } = createTestGateway();
  const operations = Object.entries(store).map(([name, operation]) => [
    name,
    answering.some((known) => known === name) ? operation : away,
  ]);
  return { ports: { store: Object.fromEntries(operations) as WholeStore } }; // the names of the store itself
}

/** Sends a request whose response asks for a retry; the reason is reported to the operator. */
async function expectUnavailable(
  wire: Wire,
  [method, path, options, body]: (typeof requests)[number],
): Promise<void> {
  const answer = await wire.send(method, path, options);
  expect([path, answer.status, answer.body]).toEqual([path, 503, body]);
  expect(answer.headers.get('retry-after')).toBe('2');
  expect(wire.faults.splice(0)).toEqual([expect.any(UnavailableError)]);
}

test('every operation is called', () => {
  const declared = Object.entries(openapi.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect([...requests, file]).toHaveLength(declared.length);
});

test.each(['/v1/user/balance', '/user/balance', '/v1/balance'])(
  'a query of GET %s that fails is a 500 in the form of the balance endpoints',
  async (path) => {
    const { store } = createTestGateway();
    const fault = new Error('no such table: accounts');
    const fails = () => Promise.reject(fault);
    const broken = { ...store, findAccount: fails, findKeyUsage: fails };
    await using wire = await openWire(shells[0], { ports: { store: broken } });
    const answer = await wire.get(path);
    expect(wire.faults.splice(0)).toEqual([fault]);
    expect(answer.status).toBe(500);
    expect(answer.body).toEqual({
      success: false,
      message: expect.stringMatching(
        /^Internal server error\. Please include request id req_\w+ when you report it\.$/,
      ),
    });
  },
);

describe.each(shells)('through the $name shell', (shell) => {
  test('every operation and file is 503 while the store is unavailable', async () => {
    await using wire = await openWire(shell, failingStore());
    for (const request of [...requests, file]) await expectUnavailable(wire, request);
  });

  test('an operation whose store fails after the key was found is also 503', async () => {
    await using wire = await openWire(shell, failingStore('findKey', 'findCachedPrefixes'));
    const [, , , image, , chat, responses, task, balance, alias, keyBalance] = requests;
    for (const request of [image, chat, responses, task, balance, alias, keyBalance])
      if (request) await expectUnavailable(wire, request);
  });

  test('a request that cannot be counted is also 503', async () => {
    const keys = { 'sk-alpha': { account: 'alpha', rateLimit: { requests: 9, seconds: 60 } } };
    await using wire = await openWire(shell, { keys, ports: { rateLimiter: { take: away } } });
    for (const request of requests) await expectUnavailable(wire, request);
  });

  test('an answer that cannot start charges nothing', async () => {
    const memory = createTestGateway().store;
    const store = { ...memory, saveCachedPrefixes: away };
    await using wire = await openWire(shell, { ports: { store } });
    const content = [{ type: 'text', text: 'boat '.repeat(3000), cache_control: { type: 'ephemeral' } }];
    const body = { ...CHAT, messages: [{ role: 'user', content }], stream: false };
    const answer = await wire.send('POST', '/v1/chat/completions', { body });
    expect([answer.status, at(answer.body, 'error', 'reason')]).toEqual([503, 'service_unavailable']);
    expect(await store.findAccount('alpha')).toMatchObject({ held: 0n, used: 0n });
    expect(wire.faults.splice(0)).toEqual([expect.any(UnavailableError)]);
  });

  test('a failure that a retry cannot fix stays a 500', async () => {
    const { store } = createTestGateway();
    const broken = { ...store, findTask: () => Promise.reject(new TypeError('a fault')) };
    await using wire = await openWire(shell, { ports: { store: broken } });
    expect((await wire.get('/v1/tasks/task_000001')).status).toBe(500);
    expect(wire.faults.splice(0)).toEqual([expect.any(TypeError)]);
  });
});

test('an accepted submission is answered although its key cannot be released, and a rejected one gives its reason', async () => {
  const { store } = createTestGateway();
  const [shell] = shells;
  if (!shell) throw new Error('There is no shell.');
  await using wire = await openWire(shell, { ports: { store: { ...store, releaseIdempotency: away } } });
  const headers = { 'idempotency-key': 'order-1' };
  expect((await wire.postImage(IMAGE, { headers })).status).toBe(200);
  expect(wire.faults).toEqual([]);
  const refused = await wire.postImage(
    { ...IMAGE, size: '9:21' },
    { headers: { 'idempotency-key': 'order-2' } },
  );
  expect(refused.status).toBe(400);
  expect(wire.faults.splice(0)).toEqual([expect.any(UnavailableError)]);
});
