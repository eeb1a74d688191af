import { expect, test } from 'vitest';
import { callCommand } from '../cli/call-command.ts';
import { startCommand } from '../cli/start-command.ts';
import { freePort } from '../support/loopback.ts';
import { at } from '../support/open-wire.ts';
import { until } from '../support/until.ts';
import { call, imageBody, submitImage } from './client.ts';
import { runForData, startService, temporaryFolder } from './service.ts';

interface CreatedKey {
  readonly id: string;
  readonly key: string;
  readonly account: string;
  readonly webhook_secret: string;
}

const SECRET_PROMPT = 'Portrait of my neighbour Zebulon';

test('has no page (a browser gets JSON) and no sample images, which anyone could use to consume its CPU', async () => {
  using temporary = temporaryFolder();
  await using service = await startService(temporary.place);
  for (const path of ['/', '/__mock', '/openapi.json']) {
    const answer = await fetch(service.baseUrl + path, { headers: { accept: 'text/html' } });
    expect([path, answer.status, answer.headers.get('content-type')]).toEqual([
      path,
      404,
      'application/json',
    ]);
    expect(await answer.json()).toMatchObject({ error: { reason: 'unknown_path' } });
  }
  const sample = await fetch(`${service.baseUrl}/files/samples/640x480.png`);
  expect([sample.status, await sample.json()]).toMatchObject([404, { error: { reason: 'file_not_found' } }]);
});

test('limits, revokes and refuses keys as configured', async () => {
  using temporary = temporaryFolder();
  const { place } = temporary;
  const limited = await runForData<CreatedKey>(place, 'keys', 'create', '--limit', '2/600');
  const revoked = await runForData<CreatedKey>(place, 'keys', 'create');
  await runForData(place, 'keys', 'revoke', revoked.id);
  await using service = await startService(place);
  const statuses: number[] = [];
  for (const key of [limited.key, limited.key, limited.key, revoked.key]) {
    const answer = await call(`${service.baseUrl}/v1/models`, { key });
    statuses.push(answer.status);
    await answer.text();
  }
  expect(statuses).toEqual([200, 200, 429, 401]);
});

test('the links of a task end after the days for which it is kept', async () => {
  using temporary = temporaryFolder();
  const { place } = temporary;
  const { key } = await runForData<CreatedKey>(place, 'keys', 'create', '--credit', '1');
  await using service = await startService(place, '--keep-days', '2', '--simulator-speed', '1000');
  const id = await submitImage(service.baseUrl, key);
  const record = await until('the task ends', async () => {
    const answer = await call(`${service.baseUrl}/v1/tasks/${id}`, { key });
    const read: unknown = await answer.json();
    return at(read, 'status') === 'success' && read;
  });
  const expiresAt = Number(at(record, 'result', 'images', 0, 'expires_at'));
  expect(expiresAt - Number(at(record, 'completed'))).toBe(2 * 24 * 3600);
});

test('exports metrics, and logs no secrets', async () => {
  using temporary = temporaryFolder();
  const { place } = temporary;
  const created = await runForData<CreatedKey>(place, 'keys', 'create', '--credit', '0.05');
  await using service = await startService(place, '--log-level', 'debug');
  const { baseUrl, output } = service;
  const webhook = 'http://user:hunter2@127.0.0.1:9/hook';
  await submitImage(baseUrl, created.key, { prompt: SECRET_PROMPT, webhook });
  const broke = await call(`${baseUrl}/v1/images/generations`, { key: created.key, body: imageBody });
  const wrong = await call(`${baseUrl}/v1/models?key=sk-in-the-query`, { key: 'sk-wrong-key-text' });
  expect([broke.status, wrong.status]).toEqual([402, 401]);
  const metrics = await (await fetch(`${baseUrl}/metrics`)).text();
  for (const line of [
    'gatewright_requests_total{operation="createImage",status="200"} 1',
    'gatewright_requests_total{operation="createImage",status="402"} 1',
    'gatewright_requests_total{operation="listModels",status="401"} 1',
    'gatewright_request_duration_seconds_count{operation="createImage"} 2',
    'gatewright_holds_total{result="accepted"} 1',
    'gatewright_holds_total{result="insufficient"} 1',
    'gatewright_tasks_total{outcome="success"} 0',
    'gatewright_requests_in_progress 0',
  ])
    expect(metrics).toContain(line);
  expect(metrics).toMatch(/^nodejs_eventloop_lag_p99_seconds [\d.e-]+$/m);
  service.child.kill('SIGTERM');
  await service.exit();
  expect(output()).toContain(`"operation":"createImage","path":"/v1/images/generations","status":200`);
  expect(output()).toContain(`"account":"${created.account}"`);
  for (const secret of [
    created.key,
    created.webhook_secret,
    'sk-wrong',
    'sk-in-the-query',
    'Zebulon',
    'hunter2',
  ])
    expect(output()).not.toContain(secret);
});

test('--log-level error leaves requests and events out of the log', async () => {
  using temporary = temporaryFolder();
  const port = await freePort();
  await using service = startCommand(
    ...['serve', '--port', String(port), '--drain-delay', '0', '--log-level', 'error'],
    ...temporary.place.args,
  );
  await until('it refuses a request without a key', () =>
    fetch(`http://127.0.0.1:${port}/v1/models`).then(
      ({ status }) => status === 401,
      () => false,
    ),
  );
  service.child.kill('SIGTERM');
  expect(await service.exit()).toBe(0);
  expect(service.output()).toBe('');
});

test('serves metrics only on a port of their own', async () => {
  using temporary = temporaryFolder();
  await using service = await startService(temporary.place, '--metrics-port', '0');
  const { metrics } = await service.logged('listening');
  const apart = await fetch(`${metrics}/metrics`);
  expect(await apart.text()).toContain('gatewright_requests_in_progress');
  expect((await fetch(`${metrics}/readyz`)).status).toBe(200);
  expect((await fetch(`${metrics}/v1/models`)).status).toBe(404);
  const open = await fetch(`${service.baseUrl}/metrics`);
  expect(open.status).toBe(404);
  expect(await open.json()).toMatchObject({ error: { code: 404, reason: 'unknown_path' } });
  const port = new URL(String(metrics)).port;
  using another = temporaryFolder();
  const refused = await callCommand('serve', '--port', '0', '--metrics-port', port, ...another.place.args);
  expect(refused).toEqual({
    code: 2,
    out: '',
    err: `Port ${port} is in use: stop what listens there, or choose another with --metrics-port.\n`,
  });
  service.child.kill('SIGTERM');
  expect(await service.exit()).toBe(0);
});

test('an answer that is streamed when the service is told to stop is sent to its end', async () => {
  using temporary = temporaryFolder();
  const { place } = temporary;
  const { key } = await runForData<CreatedKey>(place, 'keys', 'create', '--credit', '1');
  await using service = await startService(place);
  const messages = [{ role: 'user', content: 'What is a boat?' }];
  const body = { model: 'qx3.8-max', messages, max_tokens: 40 };
  const answer = await call(`${service.baseUrl}/v1/chat/completions`, { key, body });
  service.child.kill('SIGTERM');
  expect(await answer.text()).toMatch(/data: \[DONE\]\n\n$/);
  expect(await service.exit()).toBe(0);
  expect(service.output()).toMatch(/"msg":"stopped"\}\n$/);
});
