import { request } from 'node:http';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { callCommand } from '../cli/call-command.ts';
import { until } from '../support/until.ts';
import { call, imageBody, readTask, submitImage } from './client.ts';
import { runForData, startService, temporaryFolder } from './service.ts';

interface CreatedKey {
  readonly key: string;
  readonly account: string;
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
  const { port, hostname } = new URL(baseUrl);
  await until(`port ${port} refuses connections`, async () => {
    const socket = connect(Number(port), hostname);
    const failure = await new Promise<NodeJS.ErrnoException | undefined>((resolve) => {
      socket.once('connect', () => resolve(undefined)).once('error', resolve);
    });
    socket.destroy();
    return failure?.code === 'ECONNREFUSED';
  });
}
