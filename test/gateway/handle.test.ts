import { expect, test } from 'vitest';
import { createImageProber } from '../../src/adapters/media/probe/create-image-prober.ts';
import { createWordListModerator } from '../../src/adapters/moderator/create-word-list-moderator.ts';
import { createInlineWorkers } from '../../src/adapters/workers/create-inline-workers.ts';
import type { GatewayRequest } from '../../src/gateway/exchange.ts';
import type { BodyReader } from '../../src/gateway/ports/body-reader.ts';
import type { ReferenceFetcher } from '../../src/gateway/ports/media/media.ts';
import type { Moderator } from '../../src/gateway/ports/text/moderator.ts';
import { createTestGateway } from '../support/create-test-gateway.ts';
import { dataUri } from '../support/reference-images.ts';

/** A submission as a shell passes it on. */
function submission(body: object, signal?: AbortSignal): GatewayRequest {
  const bytes = new TextEncoder().encode(JSON.stringify(body));
  return {
    ...poll('/v1/images/generations'),
    method: 'POST',
    readBody: async () => bytes,
    signal: () => signal,
  };
}

function poll(target: string): GatewayRequest {
  const headers = new Map([
    ['authorization', 'Bearer sk-alpha'],
    ['content-type', 'application/json'],
  ]);
  return {
    method: 'GET',
    target,
    origin: 'http://127.0.0.1',
    header: (name) => headers.get(name),
    readBody: async () => new Uint8Array(),
    signal: () => undefined,
  };
}

const boat = { model: 'qx-image-3.0', prompt: 'A paper boat', nsfw_check: true };

test('a request can have ports of its own, which the next one has not', async () => {
  const { gateway, store } = createTestGateway({ ports: { moderator: createWordListModerator() } });
  const moderator: Moderator = { moderate: async () => ({ isFlagged: true, categories: ['violence'] }) };
  expect((await gateway.handle(submission(boat), { moderator })).status).toBe(400);
  expect((await gateway.handle(submission(boat))).status).toBe(200);
  expect(await store.findUnfinishedTask('task_000001')).toBeDefined();
});

test('a response comes with the facts that a log needs', async () => {
  const { gateway } = createTestGateway({ ports: { moderator: createWordListModerator() } });
  const { facts } = await gateway.handle(submission(boat));
  expect(facts).toMatchObject({
    operationId: 'createImage',
    accountId: 'alpha',
    model: 'qx-image-3.0',
    taskId: 'task_000001',
    cost: expect.any(BigInt),
  });
  const unknown = await gateway.handle(submission({ ...boat, model: 'x'.repeat(1000) }));
  expect(unknown.facts).toMatchObject({ model: 'x'.repeat(200), reason: 'unknown_model' });
  const nameless = await gateway.handle(submission({ ...boat, model: 7 }));
  expect(nameless.facts?.model).toBeUndefined();
});

test.each([
  [
    'too_large',
    413,
    'The request body is larger than the 441450496 bytes that this endpoint accepts. Send images and files as URLs.',
  ],
  ['aborted', 400, 'The request body is incomplete: the client disconnected.'],
  [
    'fragmented',
    400,
    'The request body was sent in more than 20000 chunks averaging fewer than 64 bytes: send larger chunks, or a Content-Length.',
  ],
  ['not_gzip', 400, 'The request body is not valid gzip, although its Content-Encoding is gzip.'],
  ['not_one_gzip_member', 400, 'The request body must be exactly one complete gzip member.'],
] as const)('a body that a shell calls %s is refused', async (why, status, message) => {
  const { gateway } = createTestGateway({ ports: { moderator: createWordListModerator() } });
  const response = await gateway.handle({ ...submission(boat), readBody: async () => why });
  expect([response.status, JSON.parse(String(response.body))]).toMatchObject([
    status,
    { error: { message } },
  ]);
});

test('a long body is read as long as its client stays', async () => {
  const { signal } = new AbortController();
  const { gateway } = createTestGateway({ ports: { moderator: createWordListModerator() } });
  const seen: unknown[] = [];
  const bodyReader: BodyReader = {
    read: async (_bytes, _reading, sender) => {
      seen.push(sender.signal);
      return { kind: 'cancelled' };
    },
  };
  const long = submission({ ...boat, note: 'x'.repeat(300_000) }, signal);
  expect((await gateway.handle(long, { bodyReader })).status).toBe(503);
  expect(seen).toEqual([signal]);
});

test('polls and files have the model of their task, and what it costs', async () => {
  const { gateway, advance } = createTestGateway({ ports: { moderator: createWordListModerator() } });
  const { facts } = await gateway.handle(submission(boat));
  const known = { model: 'qx-image-3.0', cost: facts?.cost };
  expect(facts?.cost).toBeGreaterThan(0n);
  for (const seconds of [0, 60]) {
    await advance(seconds);
    for (const target of ['/v1/tasks/task_000001', '/files/task_000001/0.png'])
      expect((await gateway.handle(poll(target))).facts).toMatchObject(known);
  }
});

test('nothing is fetched for a client that left while the references of its body were probed', async () => {
  const client = new AbortController();
  const asked: string[] = [];
  const fetcher: ReferenceFetcher = {
    fetch: async (address) => {
      asked.push(address);
      return { kind: 'unreachable', reason: 'no host in this test' };
    },
  };
  const real = createImageProber({
    workers: createInlineWorkers(),
    copier: { copy: async () => undefined },
    reportFault: () => {},
  });
  const prober: typeof real = {
    ...real,
    probeData(...order) {
      client.abort();
      return real.probeData(...order);
    },
  };
  const { gateway } = createTestGateway({ ports: { fetcher, prober } });
  const inBody = await dataUri({ width: 640, height: 480, format: 'png', bytes: 100_000 });
  const body = { model: 'sx-5-0-pro', prompt: 'A boat', image_urls: [inBody, 'https://a.example/1.png'] };
  expect((await gateway.handle(submission(body, client.signal))).status).toBe(400);
  expect(asked).toEqual([]);
});
