import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { GatewayResponse } from '../../src/gateway/exchange.ts';
import { createFetchHandler } from '../../src/http/fetch.ts';
import { createTestGateway } from '../support/create-test-gateway.ts';
import { startReferenceServer } from '../support/reference-server.ts';

const origin = 'http://gateway.example';
const headers = { authorization: 'Bearer sk-alpha', 'content-type': 'application/json' };

test('a request that is aborted while a reference is read creates no task', async () => {
  await using references = await startReferenceServer();
  const { gateway, store, faults } = createTestGateway();
  const leave = new AbortController();
  const arrived = references.stalled();
  const body = JSON.stringify({
    model: 'sx-5-0-pro',
    prompt: 'A paper boat',
    image_urls: [references.faulty('stalled')],
  });
  const request = new Request(`${origin}/v1/images/generations`, {
    method: 'POST',
    headers,
    body,
    signal: leave.signal,
  });
  const answer = createFetchHandler(gateway)(request).catch(() => undefined);
  await arrived;
  leave.abort();
  const response = await answer;
  if (response) expect(response.status).not.toBe(200);
  expect((await store.findAccount('alpha'))?.held).toBe(0n);
  expect(faults).toEqual([]);
});

test('a body that is cut off is not a fault of the gateway', async () => {
  const { gateway, store, faults } = createTestGateway();
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"model":'));
      controller.error(new TypeError('the network went away'));
    },
  });
  const init = { method: 'POST', headers, body, duplex: 'half' } as const;
  const request = new Request(`${origin}/v1/images/generations`, init);
  const response = await createFetchHandler(gateway)(request).catch(() => undefined);
  if (response) expect(response.status).toBeLessThan(500);
  expect((await store.findAccount('alpha'))?.held).toBe(0n);
  expect(faults).toEqual([]);
});

test('counts the bytes of a body whatever its announced length', async () => {
  const { gateway } = createTestGateway();
  let pulled = 0;
  const body = new ReadableStream({
    pull(controller) {
      pulled += 1;
      controller.enqueue(new Uint8Array(256 * 1024).fill(0x20));
    },
  });
  const lying = { ...headers, 'content-length': '10' };
  const init = { method: 'POST', headers: lying, body, duplex: 'half' } as const;
  const request = new Request(`${origin}/v1/videos/generations`, init);
  const response = await createFetchHandler(gateway)(request);
  expect(response.status).toBe(413);
  expect(pulled).toBeLessThan(10);
});

test('refuses a body with too large an announced length without reading it', async () => {
  const { gateway } = createTestGateway();
  const init = { method: 'POST', headers: { ...headers, 'content-length': '99999999999' }, body: '{}' };
  const request = new Request(`${origin}/v1/images/generations`, init);
  expect((await createFetchHandler(gateway)(request)).status).toBe(413);
  expect(request.bodyUsed).toBe(false);
});

test('builds links from the origin of the request, or the public one', async () => {
  for (const [options, expected] of [
    [{}, `${origin}/files/`],
    [{ publicOrigin: 'https://public.example' }, 'https://public.example/files/'],
  ] as const) {
    const { gateway, advance } = createTestGateway();
    const handler = createFetchHandler(gateway, options);
    const body = '{"model":"sx-5-0-pro","prompt":"A paper boat"}';
    await handler(new Request(`${origin}/v1/images/generations`, { method: 'POST', headers, body }));
    await advance(90);
    const record = await handler(new Request(`${origin}/v1/tasks/task_000001`, { headers }));
    expect(await record.text()).toContain(`"url":["${expected}`);
  }
});

test('a file has exactly its bytes', async () => {
  const { gateway, advance } = createTestGateway();
  const handler = createFetchHandler(gateway);
  const body = '{"model":"sx-5-0-pro","prompt":"A paper boat"}';
  await handler(new Request(`${origin}/v1/images/generations`, { method: 'POST', headers, body }));
  await advance(90);
  const record = await handler(new Request(`${origin}/v1/tasks/task_000001`, { headers }));
  const [, url = ''] = /"url":\["([^"]+)"/.exec(await record.text()) ?? [];
  const file = await handler(new Request(url));
  const bytes = Buffer.from(await file.arrayBuffer());
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  expect([bytes.subarray(0, 2).toString('hex'), bytes.subarray(-2).toString('hex')]).toEqual([
    'ffd8',
    'ffd9',
  ]);
});

test('a compressed body is read', async () => {
  const { gateway } = createTestGateway();
  const body = gzipSync('{"model":"sx-5-0-pro","prompt":"A paper boat"}');
  const init = { method: 'POST', headers: { ...headers, 'content-encoding': 'gzip' }, body };
  const answer = await createFetchHandler(gateway)(new Request(`${origin}/v1/images/generations`, init));
  expect(answer.status).toBe(200);
});

test.each<[string, GatewayResponse['body'], string]>([
  ['nothing', undefined, ''],
  ['text', 'é', 'é'],
  ['bytes', new TextEncoder().encode('é'), 'é'],
  ['a stream of text and bytes', mixed(), 'one two three'],
])('a response can be %s', async (_what, body, want) => {
  const status = body === undefined ? 204 : 200;
  const handle = async () => ({ status, headers: { 'x-own': '1' }, body });
  const answer = await createFetchHandler({ handle })(new Request(origin));
  expect([answer.status, answer.headers.get('x-own')]).toEqual([status, '1']);
  expect(await answer.text()).toBe(want);
});

async function* mixed(): AsyncGenerator<string | Uint8Array> {
  yield 'one ';
  yield new TextEncoder().encode('two ');
  yield 'three';
}

test('a response can be read twice and carries no hop-by-hop headers', async () => {
  const { gateway } = createTestGateway();
  const response = await createFetchHandler(gateway)(new Request(`${origin}/v1/models`, { headers }));
  expect(await response.clone().text()).toBe(await response.text());
  expect(response.headers.get('connection')).toBeNull();
  expect(response.headers.get('transfer-encoding')).toBeNull();
});

test('a response to HEAD has the headers of the one to GET, and no body', async () => {
  const { gateway } = createTestGateway();
  const answer = (method: string) =>
    createFetchHandler(gateway)(new Request(`${origin}/v1/models`, { method, headers }));
  const [head, get] = [await answer('HEAD'), await answer('GET')];
  expect([head.status, await head.text()]).toEqual([200, '']);
  expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'));
});
