import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { startMockServer } from '../../src/node/mock-server.ts';
import { closeServer, listenOnLoopback } from '../support/loopback.ts';
import { until } from '../support/until.ts';

const NO_MODELS = { format: 1, entries: [], readDocument: async () => '' };

test('a renewed mock has fresh state, and sends no callbacks of the former one', async () => {
  const received: string[] = [];
  const receiver = createServer((request, response) => {
    received.push(request.url ?? '');
    response.writeHead(503).end();
  });
  onTestFinished(() => closeServer(receiver));
  const hooks = `http://127.0.0.1:${await listenOnLoopback(receiver)}`;
  const started = await startMockServer({ port: 0, host: '127.0.0.1', speed: 1000 });
  if (started.kind === 'failed') throw new Error(started.message);
  onTestFinished(() => started.close());
  const headers = { authorization: 'Bearer sk-mock', 'content-type': 'application/json' };
  const submit = (webhook: string) =>
    fetch(`${started.baseUrl}/v1/images/generations`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ model: 'qx-image-3.0', prompt: 'A boat', webhook }),
    });
  const count = (path: string) => received.filter((url) => url === path).length;
  await submit(`${hooks}/former`);
  await until('the first callback of the former mock', () => count('/former/callback') === 1);
  started.renew(NO_MODELS);
  const balance = await fetch(`${started.baseUrl}/v1/user/balance`, { headers });
  expect(await balance.json()).toMatchObject({ used_balance: 0 });
  // Both would be sent again 30 seconds of their clock after the first time.
  await submit(`${hooks}/renewed`);
  await until('the second callback of the new mock', () => count('/renewed/callback') === 2);
  expect(count('/former/callback')).toBe(1);
});
