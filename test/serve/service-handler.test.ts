import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { RequestLine } from '../../src/adapters/logging/create-service-log.ts';
import { createMetrics } from '../../src/adapters/metrics/create-metrics.ts';
import type { GatewayRequest, GatewayResponse } from '../../src/gateway/exchange.ts';
import { createServiceHandler } from '../../src/node/probes/service-handler.ts';

test('reports that it is starting, and lets clients retry', async () => {
  const { get } = openHandler();
  expect(await get('/healthz')).toMatchObject({ status: 200 });
  expect(await get('/readyz')).toMatchObject({ status: 503, body: '{"status":"starting"}' });
  const refused = await get('/v1/models');
  const headers = { 'retry-after': expect.stringMatching(/^[1-9]\d*$/), 'x-request-id': 'req_1' };
  expect(refused).toMatchObject({ status: 503, headers });
  const error = { code: 503, type: 'server_error', reason: 'service_unavailable' };
  expect(JSON.parse(String(refused.body))).toMatchObject({ error });
  const balance = await get('/v1/user/balance');
  expect(balance).toMatchObject({ status: 503, headers: { 'retry-after': headers['retry-after'] } });
  expect(JSON.parse(String(balance.body))).toEqual({
    success: false,
    message: expect.stringContaining('temporarily unavailable'),
  });
});

test('is ready when it is open and the store answers', async () => {
  const { handler, get } = openHandler();
  let isStoreThere = true;
  handler.open(answering('{}'), async () => {
    if (!isStoreThere) throw new Error('connection refused');
  });
  expect(await get('/readyz')).toMatchObject({ status: 200, body: '{"status":"ready"}' });
  isStoreThere = false;
  expect(await get('/readyz')).toMatchObject({ status: 503, body: '{"status":"store unreachable"}' });
});

test('is not ready when the store has not answered in time', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { handler, get } = openHandler();
  handler.open(answering('{}'), () => new Promise(() => {}));
  const asked = get('/readyz');
  const isLate = vi.advanceTimersByTimeAsync(60_000).then(() => nextTurn('no answer'));
  expect(await Promise.race([asked, isLate])).toMatchObject({
    status: 503,
    body: '{"status":"store unreachable"}',
  });
});

test('is ready when the store takes a second to answer', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { handler, get } = openHandler();
  handler.open(answering('{}'), () => new Promise((resolve) => void setTimeout(resolve, 1000)));
  const asked = get('/readyz');
  await vi.advanceTimersByTimeAsync(1000);
  expect(await asked).toMatchObject({ status: 200, body: '{"status":"ready"}' });
});

test('keeps serving while it drains, and asks clients to disconnect', async () => {
  const { handler, get } = openHandler();
  handler.open(answering('{}'), async () => {});
  handler.drain();
  expect(await get('/readyz')).toMatchObject({ status: 503, body: '{"status":"draining"}' });
  expect(await get('/healthz')).toMatchObject({ status: 200 });
  expect(await get('/v1/models')).toMatchObject({ status: 200, headers: { connection: 'close' } });
  handler.drain({ asksToLeave: false });
  expect(await get('/readyz')).toMatchObject({ status: 503, body: '{"status":"draining"}' });
  expect((await get('/v1/models')).headers).not.toHaveProperty('connection');
});

test('logs and counts a request with what the gateway found out about it', async () => {
  const { handler, get, lines, metrics } = openHandler();
  const facts = { operationId: 'getTask', accountId: 'alpha', keyDigest: 'd1' } as const;
  handler.open(answering('{}', facts), async () => {});
  await get('/v1/tasks/task_1?language=de');
  await get('/files/task_1/0.png');
  const line = {
    id: 'req_9',
    method: 'GET',
    operation: 'getTask',
    status: 200,
    durationMs: 1,
    account: 'alpha',
  };
  expect(lines).toEqual([
    { ...line, path: '/v1/tasks/task_1' },
    { ...line, path: '/files/task_1/0.png' },
  ]);
  const { text } = await metrics.write();
  expect(text).toContain('gatewright_requests_total{operation="getTask",status="200"} 2');
  expect(text).toContain('gatewright_request_duration_seconds_sum{operation="getTask"} 0.002');
  expect(text).toContain('gatewright_requests_in_progress 0');
});

test('logs why a request was refused', async () => {
  const { handler, get, lines } = openHandler();
  const body =
    '{"error":{"code":429,"message":"Too many.","type":"rate_limit_error","reason":"rate_limited"}}';
  const facts = { reason: 'rate_limited' };
  handler.open({ handle: async () => ({ status: 429, headers: {}, body, facts }) }, async () => {});
  await get('/v1/models');
  expect(lines).toMatchObject([{ status: 429, reason: 'rate_limited', path: '/v1/models' }]);
});

test('logs files and garbage without quoting them', async () => {
  const { handler, get, lines } = openHandler();
  handler.open(answering('{}'), async () => {});
  await get('/files/task_1/0.png');
  await get('/?key=sk-secret');
  await get(`/${'x'.repeat(5000)}`);
  expect(lines.map(({ operation }) => operation)).toEqual(['file', 'none', 'none']);
  expect(JSON.stringify(lines)).not.toContain('sk-secret');
  expect(lines[2]?.path).toHaveLength(200);
});

test('waits for the end of a stream before it logs and counts it', async () => {
  const { handler, get, lines, metrics } = openHandler();
  handler.open(
    answering(
      (async function* () {
        yield 'one';
        yield 'two';
      })(),
    ),
    async () => {},
  );
  const { body } = await get('/v1/chat/completions');
  expect(lines).toEqual([]);
  expect((await metrics.write()).text).toContain('gatewright_requests_in_progress 1');
  for await (const _ of body as AsyncIterable<string>) break; // the client leaves after the first chunk
  expect(lines).toHaveLength(1);
  expect((await metrics.write()).text).toContain('gatewright_requests_in_progress 0');
});

test('logs and counts a stream whose client disconnects before its first chunk', async () => {
  const { handler, get, lines, metrics } = openHandler();
  const chunks = (async function* () {
    yield 'one';
  })();
  handler.open(answering(chunks), async () => {});
  const { body } = await get('/v1/chat/completions');
  await (body as AsyncIterable<string>)[Symbol.asyncIterator]().return?.();
  expect(lines).toHaveLength(1);
  expect((await metrics.write()).text).toContain('gatewright_requests_in_progress 0');
});

test('serves metrics, and none of its own routes to other methods', async () => {
  const { get, send } = openHandler();
  const metrics = await get('/metrics');
  expect(metrics.headers['content-type']).toContain('text/plain');
  expect(metrics.body).toContain('process_resident_memory_bytes');
  expect(await send('POST', '/readyz')).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } });
  expect(await send('HEAD', '/healthz')).toMatchObject({ status: 200 });
});

test.each(['/healthz', '/readyz', '/metrics'])(
  'tells caches not to store the answer of %s',
  async (target) => {
    const { handler, get } = openHandler();
    expect((await get(target)).headers['cache-control']).toBe('no-store');
    handler.open(answering('{}'), async () => {});
    expect((await get(target)).headers['cache-control']).toBe('no-store');
  },
);

test('serves metrics only on the probe port when they are separate', async () => {
  const { handler, get } = openHandler({ hasMetricsApart: true });
  handler.open(answering('{"from":"gateway"}'), async () => {});
  expect((await get('/metrics')).body).toBe('{"from":"gateway"}');
  expect((await get('/readyz')).body).toBe('{"status":"ready"}');
  const ask = (target: string) => handler.handleProbe(toRequest('GET', target));
  expect((await ask('/metrics')).body).toContain('process_resident_memory_bytes');
  expect(await ask('/readyz')).toMatchObject({ status: 200, body: '{"status":"ready"}' });
  const other = await ask('/v1/models');
  expect(other).toMatchObject({ status: 404, headers: { 'x-request-id': 'req_1' } });
  expect(JSON.parse(String(other.body))).toMatchObject({ error: { reason: 'unknown_path' } });
});

function answering(body: GatewayResponse['body'], facts?: GatewayResponse['facts']) {
  const response = { status: 200, headers: { 'x-request-id': 'req_9' }, body, ...(facts ? { facts } : {}) };
  return { handle: async () => response };
}

function openHandler(more: { readonly hasMetricsApart?: boolean } = {}) {
  const lines: RequestLine[] = [];
  const metrics = createMetrics();
  let time = 0;
  const handler = createServiceHandler({
    log: { request: (line) => lines.push(line) },
    metrics,
    ...more,
    ids: { requestId: () => 'req_1' },
    elapsedMs: () => time++,
  });
  const send = (method: string, target: string) => handler.handle(toRequest(method, target));
  return { handler, lines, metrics, send, get: (target: string) => send('GET', target) };
}

function toRequest(method: string, target: string): GatewayRequest {
  return {
    method,
    target,
    origin: 'http://gateway.example',
    header: () => undefined,
    readBody: async () => new Uint8Array(),
    signal: () => undefined,
  };
}
