import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { type MockServerOptions, startMockServer } from '../../src/node/mock-server.ts';
import { closeServer, listenOnLoopback } from '../support/loopback.ts';
import { until } from '../support/until.ts';

const NO_MODELS = { format: 1, entries: [], readDocument: async () => '' };

const headers = { authorization: 'Bearer sk-mock', 'content-type': 'application/json' };

async function start(options: Partial<MockServerOptions> = {}) {
  const started = await startMockServer({ port: 0, host: '127.0.0.1', speed: 1000, ...options });
  if (started.kind === 'failed') throw new Error(started.message);
  onTestFinished(() => started.close());
  const submit = (webhook: string) =>
    fetch(`${started.baseUrl}/v1/images/generations`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ model: 'qx-image-3.0', prompt: 'A boat', webhook }),
    });
  const readBalance = async () =>
    (await fetch(`${started.baseUrl}/v1/user/balance`, { headers })).json() as Promise<unknown>;
  return { ...started, submit, readBalance };
}

/** Receives callbacks, refuses them so that they are sent again, and counts those for each path. */
async function startRefusing() {
  const received: string[] = [];
  const receiver = createServer((request, response) => {
    received.push(request.url ?? '');
    response.writeHead(503).end();
  });
  onTestFinished(() => closeServer(receiver));
  const url = `http://127.0.0.1:${await listenOnLoopback(receiver)}`;
  return { url, count: (path: string) => received.filter((one) => one === `${path}/callback`).length };
}

test('a renewed mock has fresh state, and sends no callbacks of the former one', async () => {
  const { url, count } = await startRefusing();
  const mock = await start();
  await mock.submit(`${url}/former`);
  await until('the first callback of the former mock', () => count('/former') === 1);
  mock.renew(NO_MODELS);
  expect(await mock.readBalance()).toMatchObject({ used_balance: 0 });
  // Both would be sent again 30 seconds of their clock after the first time.
  await mock.submit(`${url}/renewed`);
  await until('the second callback of the new mock', () => count('/renewed') === 2);
  expect(count('/former')).toBe(1);
});

test('a renewed mock has the options of the former one', async () => {
  const mock = await start({ balance: '7.25' });
  mock.renew(NO_MODELS);
  expect(await mock.readBalance()).toMatchObject({ remain_balance: 7.25 });
});

test('a closed mock sends no more callbacks', async () => {
  const { url, count } = await startRefusing();
  const closed = await start();
  await closed.submit(`${url}/closed`);
  await until('the first callback of the mock that is closed', () => count('/closed') === 1);
  await closed.close();
  await (await start()).submit(`${url}/open`);
  await until('the second callback of the other mock', () => count('/open') === 2);
  expect(count('/closed')).toBe(1);
});
