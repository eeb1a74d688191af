import { request } from 'node:http';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { callCommand } from '../cli/call-command.ts';
import { call, imageBody, readTask, submitImage } from './client.ts';
import { runForData, startService, temporaryFolder } from './service.ts';

interface CreatedKey {
  readonly id: string;
  readonly key: string;
  readonly account: string;
  readonly webhook_secret: string;
}

interface Money {
  readonly available: string;
  readonly held: string;
  readonly used: string;
}

const chatBody = { model: 'qx3.8-max', stream: true, messages: [{ role: 'user', content: 'Hello there' }] };
/** An answer that takes minutes to stream. */
const endlessChatBody = {
  ...chatBody,
  messages: [{ role: 'user', content: 'Tell me about boats in 20000 words' }],
};
const SECRET_PROMPT = 'Portrait of my neighbour Zebulon';

test('keeps keys, money and tasks across a restart', async () => {
  using temporary = temporaryFolder();
  const { place } = temporary;
  const { key, account } = await runForData<CreatedKey>(place, 'keys', 'create');
  await runForData(place, 'accounts', 'credit', account, '5');
  let id: string;
  {
    await using service = await startService(place);
    id = await submitImage(service.baseUrl, key);
    service.child.kill('SIGTERM');
    expect(await service.exit()).toBe(0);
  }
  expect(await runForData(place, 'accounts', 'show', account)).toMatchObject({ available: '4.97' });
  await using service = await startService(place);
  expect(await readTask(service.baseUrl, key, id)).toMatchObject({ id });
  const balance = await call(`${service.baseUrl}/v1/user/balance`, { key });
  expect(await balance.json()).toMatchObject({ remain_balance: 4.97 });
});

test('refuses a second service on its folder, with a message; a killed one releases it', async () => {
  using temporary = temporaryFolder();
  {
    await using _service = await startService(temporary.place);
    const second = await callCommand('serve', '--port', '0', ...temporary.place.args);
    expect(second).toMatchObject({ code: 2, out: '' });
    expect(second.err).toContain(`"${temporary.folder}" is in use by another process`);
  }
  await using next = await startService(temporary.place);
  expect((await fetch(`${next.baseUrl}/readyz`)).status).toBe(200);
});

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

test('finishes running requests on a stop signal, and accepts no new ones', async () => {
  using temporary = temporaryFolder();
  const { key } = await runForData<CreatedKey>(temporary.place, 'keys', 'create', '--credit', '5');
  await using service = await startService(temporary.place);
  await (await call(`${service.baseUrl}/v1/models`, { key })).text(); // leaves an idle connection behind
  const slow = startSubmit(service.baseUrl, key);
  await slow.connected;
  service.child.kill('SIGTERM');
  await service.logged('draining');
  await refused(service.baseUrl);
  slow.finish();
  expect(await slow.answer).toEqual({ status: 200, connection: 'close' });
  expect(await service.exit()).toBe(0);
  expect(service.output()).toContain('"msg":"stopped"');
});

test('lets a stream in progress end on a stop signal, and charges it', async () => {
  using temporary = temporaryFolder();
  const { place } = temporary;
  const { key, account } = await runForData<CreatedKey>(place, 'keys', 'create', '--credit', '5');
  await using service = await startService(place, '--drain', '600');
  const answer = await call(`${service.baseUrl}/v1/chat/completions`, { key, body: chatBody });
  service.child.kill('SIGTERM');
  expect(await answer.text()).toMatch(/data: \[DONE\]\n\n$/);
  expect(await service.exit()).toBe(0);
  const money = await runForData<Money>(place, 'accounts', 'show', account);
  expect(money.held).toBe('0');
  expect(Number(money.used)).toBeGreaterThan(0);
});

test('releases the hold of an answer whose process was killed', async () => {
  using temporary = temporaryFolder();
  const { place } = temporary;
  const { key, account } = await runForData<CreatedKey>(place, 'keys', 'create', '--credit', '5');
  {
    await using service = await startService(place);
    const answer = await call(`${service.baseUrl}/v1/chat/completions`, { key, body: endlessChatBody });
    service.child.kill('SIGKILL');
    await expect(answer.text()).rejects.toThrow();
    await service.exit();
  }
  const before = await runForData<Money>(place, 'accounts', 'show', account);
  expect(Number(before.held)).toBeGreaterThan(0);
  {
    await using _service = await startService(place);
  }
  const money = { available: '5', held: '0', used: '0' };
  expect(await runForData(place, 'accounts', 'show', account)).toEqual({ account, ...money });
});

test('cuts off what still runs when the drain time is over', async () => {
  using temporary = temporaryFolder();
  const { key } = await runForData<CreatedKey>(temporary.place, 'keys', 'create', '--credit', '5');
  await using service = await startService(temporary.place, '--drain', '0');
  const slow = startSubmit(service.baseUrl, key);
  await slow.connected;
  service.child.kill('SIGINT');
  expect(await service.exit()).toBe(0);
  await expect(slow.answer).rejects.toThrow();
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

/** A submission whose body ends on command. */
function startSubmit(baseUrl: string, key: string) {
  const body = JSON.stringify(imageBody);
  const headers = { authorization: `Bearer ${key}`, 'content-length': body.length, expect: '100-continue' };
  const outgoing = request(`${baseUrl}/v1/images/generations`, { method: 'POST', headers });
  const answer = new Promise((resolve, reject) => {
    outgoing.once('error', reject);
    outgoing.once('response', (incoming) => {
      incoming.resume();
      incoming.once('end', () =>
        resolve({ status: incoming.statusCode, connection: incoming.headers.connection }),
      );
    });
  });
  answer.catch(() => undefined); // passed on to the test that awaits it
  // The server sends "continue" when it has begun to process the request.
  const connected = new Promise((resolve) => outgoing.once('continue', resolve));
  outgoing.write(body.slice(0, 5));
  return { answer, connected, finish: () => outgoing.end(body.slice(5)) };
}

/** Resolves when connections are refused. */
async function refused(baseUrl: string): Promise<void> {
  const end = performance.now() + 30_000;
  for (;;) {
    const { port, hostname } = new URL(baseUrl);
    const socket = connect(Number(port), hostname);
    const failure = await new Promise<NodeJS.ErrnoException | undefined>((resolve) => {
      socket.once('connect', () => resolve(undefined)).once('error', resolve);
    });
    socket.destroy();
    if (failure?.code === 'ECONNREFUSED') return;
    if (performance.now() > end) throw new Error(`Port ${port} still takes connections after 30 s.`);
  }
}
