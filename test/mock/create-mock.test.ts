import { expect, test } from 'vitest';
import { createFetchHandler } from '../../src/http/fetch.ts';
import { assembleMock, type MockOptions } from '../../src/mock/assemble-mock.ts';
import { createMock } from '../../src/mock/create-mock.ts';
import { createNodePlatform } from '../../src/mock/ports/node-platform.ts';
import { whileAwaited } from '../../src/mock/while-awaited.ts';
import { failingEngine } from '../support/failing-engine.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { until } from '../support/until.ts';

const headers = { authorization: 'Bearer sk-mock' };

function openMock(options: Partial<MockOptions> = {}) {
  const clock = createManualClock();
  const faults: unknown[] = [];
  const mock = createMock({ clock, reportFault: (error) => faults.push(error), ...options });
  const handler = createFetchHandler(mock.gateway);
  const ask = async (method: string, path: string, body?: object) => {
    const sent = body ? { body: JSON.stringify(body) } : {};
    return handler(new Request(`http://mock.example${path}`, { method, headers, ...sent }));
  };
  return { mock, clock, faults, ask };
}

test('works without any settings: key sk-mock, a thousand dollars, every model', async () => {
  const { ask, faults } = openMock();
  expect(await (await ask('GET', '/v1/user/balance')).json()).toMatchObject({ remain_balance: 1000 });
  const { data } = (await (await ask('GET', '/v1/models')).json()) as { data: readonly object[] };
  expect(data.length).toBeGreaterThanOrEqual(7);
  expect(faults).toEqual([]);
});

test('takes a submission through to a file that can be opened', async () => {
  const { ask, clock, faults } = openMock();
  const submitted = await ask('POST', '/v1/images/generations', { model: 'qx-image-3.0', prompt: 'A boat' });
  const { data } = (await submitted.json()) as { data: readonly { task_id: string }[] };
  clock.advance(60_000);
  const record = await (await ask('GET', `/v1/tasks/${data[0]?.task_id}`)).json();
  expect(record).toMatchObject({ status: 'success', progress: 100 });
  const { result } = record as { result: { images: readonly { url: readonly string[] }[] } };
  const file = await ask('GET', new URL(result.images[0]?.url[0] ?? '').pathname);
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect(faults).toEqual([]);
});

test('starts with the given balance', async () => {
  const { ask } = openMock({ balance: '0.04' });
  const answer = await ask('POST', '/v1/images/generations', { model: 'sx-5-0-pro', prompt: 'A boat' });
  expect(answer.status).toBe(402);
  expect(await (await ask('GET', '/v1/user/balance')).json()).toMatchObject({ remain_balance: 0.04 });
});

test('shares nothing with another mock', async () => {
  const [first, second] = [openMock(), openMock()];
  await first.ask('POST', '/v1/images/generations', { model: 'sx-5-0-pro', prompt: 'A boat' });
  expect(await (await second.ask('GET', '/v1/user/balance')).json()).toMatchObject({ remain_balance: 1000 });
});

test('reports a task that cannot be finished', async () => {
  const broken = new Error('The engine is broken.');
  const engine = { ...failingEngine, run: () => Promise.reject(broken) };
  const { ask, clock, faults } = openMock({ ports: { engine } });
  await ask('POST', '/v1/images/generations', { model: 'sx-5-0-pro', prompt: 'A boat' });
  clock.advance(600_000);
  await until('the report', () => faults.length > 0);
  expect(faults[0]).toBe(broken);
});

test('a fault of the mock itself is reported, and answered', async () => {
  const broken = new Error('The file is gone.');
  const faults: unknown[][] = [];
  const options = { reportFault: (...fault: unknown[]) => void faults.push(fault) };
  const platform = createNodePlatform(options);
  const mock = assembleMock(options, { ...platform, readDocument: () => Promise.reject(broken) });
  const answer = await createFetchHandler(mock.gateway)(new Request('http://mock.example/openapi.json'));
  mock.close();
  const id = answer.headers.get('x-request-id');
  expect([answer.status, await answer.json()]).toMatchObject([500, { error: { type: 'server_error' } }]);
  expect(faults).toEqual([[broken, id]]);
});

test('runs no alarms after it is closed, and still answers', async () => {
  const { mock, ask, clock, faults } = openMock();
  await ask('POST', '/v1/images/generations', { model: 'sx-5-0-pro', prompt: 'A boat' });
  mock.close();
  clock.advance(600_000);
  await new Promise((resolve) => setImmediate(resolve));
  expect(await (await ask('GET', '/v1/user/balance')).json()).toMatchObject({ used_balance: 0 });
  expect(faults).toEqual([]);
});

test.each([
  ['/files/samples/640x480.png', 'image/png'],
  ['/files/samples/128x512.jpeg', 'image/jpeg'],
])('%s is a reference for experiments', async (path, type) => {
  const { ask } = openMock();
  const answer = await ask('GET', path);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type]);
});

test('a stream that nobody reads any further is ended', async () => {
  let isEnded = false;
  async function* stream() {
    try {
      yield 'one';
      yield 'two';
    } finally {
      isEnded = true;
    }
  }
  const { handle } = whileAwaited({ handle: async () => ({ status: 200, headers: {}, body: stream() }) });
  const response = await createFetchHandler({ handle })(new Request('http://mock.example/'));
  const reader = response.body?.getReader();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('one');
  await reader?.cancel();
  await until('the end', () => isEnded);
});
