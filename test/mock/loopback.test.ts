import { networkInterfaces } from 'node:os';
import { expect, test } from 'vitest';
import type { GatewayRequest } from '../../src/gateway/exchange.ts';
import { createMock } from '../../src/mock/create-mock.ts';
import { startMockServer } from '../../src/node/mock-server.ts';

function requestFrom(peer: string | undefined, target = '/__mock/clock'): GatewayRequest {
  return {
    method: 'GET',
    target,
    origin: 'http://mock.example',
    ...(peer === undefined ? {} : { peer }),
    header: () => undefined,
    readBody: async () => new Uint8Array(),
    signal: () => undefined,
  };
}

test.each<[string | undefined, number]>([
  ['127.0.0.1', 200],
  ['127.8.9.10', 200],
  ['::1', 200],
  ['::ffff:127.0.0.1', 200],
  [undefined, 200],
  ['10.0.0.1', 403],
  ['192.168.1.20', 403],
  ['::ffff:10.0.0.1', 403],
  ['fe80::1', 403],
  ['203.0.113.5', 403],
  ['128.0.0.1', 403],
  ['::ffff:128.0.0.1', 403],
  ['127.0.0.1.example', 403],
  ['', 403],
])('the control plane answers %s with %d', async (peer, status) => {
  const mock = createMock({ isFrozen: true, reportFault: () => {} });
  for (const target of ['/__mock/clock', '/__session/own/__mock/clock']) {
    expect((await mock.gateway.handle(requestFrom(peer, target))).status).toBe(status);
  }
  const models = await mock.gateway.handle(requestFrom(peer, '/v1/models'));
  expect(models.status).toBe(401);
  mock.close();
});

const outside = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ internal, family }) => !internal && family === 'IPv4')?.address;

test.runIf(outside)('is closed to callers from the network', async () => {
  const started = await startMockServer({ port: 0, host: '0.0.0.0' });
  if (started.kind === 'failed') throw new Error(started.message);
  const { port } = new URL(started.baseUrl);
  try {
    const statuses = await Promise.all(
      [`http://127.0.0.1:${port}`, `http://${outside}:${port}`].map(async (base) => {
        const headers = { authorization: 'Bearer sk-mock' };
        const asked = ['/__mock/clock', '/v1/models'].map((path) => fetch(`${base}${path}`, { headers }));
        return (await Promise.all(asked)).map(({ status }) => status);
      }),
    );
    expect(statuses).toEqual([
      [200, 200],
      [403, 200],
    ]);
  } finally {
    await started.close();
  }
});

test('the page is open to every caller, but not as a part of the control plane', async () => {
  const mock = createMock({ isFrozen: true, reportFault: () => {} });
  const statuses = [];
  for (const target of ['/', '/healthz', '/openapi.json', '/__mock', '/__mock/', '/__mock?a']) {
    statuses.push((await mock.gateway.handle(requestFrom('203.0.113.5', target))).status);
  }
  expect(statuses).toEqual([200, 200, 200, 403, 403, 403]);
  mock.close();
});
