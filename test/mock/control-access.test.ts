import { type IncomingMessage, request as startRequest } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { createOwnHosts } from '../../src/mock/own-hosts.ts';
import type { MockServerOptions } from '../../src/node/mock-server.ts';
import { startMockServer } from '../../src/node/mock-server.ts';
import { at } from '../support/open-wire.ts';

interface Asked {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  readonly body: unknown;
}

interface Question {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A mock on its own port, and requests to it whose headers a test controls fully. */
async function openServer(options: Partial<MockServerOptions> = {}) {
  const started = await startMockServer({ port: 0, host: '127.0.0.1', isFrozen: true, ...options });
  if (started.kind === 'failed') throw new Error(started.message);
  onTestFinished(() => started.close());
  const port = Number(new URL(started.baseUrl).port);
  const ask = (path: string, { method = 'GET', headers = {}, body }: Question = {}): Promise<Asked> =>
    new Promise((resolve, reject) => {
      const outgoing = startRequest({ host: '127.0.0.1', port, path, method, headers, agent: false });
      outgoing.once('error', reject);
      outgoing.once('response', (incoming) => resolve(read(incoming)));
      outgoing.end(body);
    });
  return { port, ask, isExposed: started.isExposed };
}

async function read(incoming: IncomingMessage): Promise<Asked> {
  const { statusCode: status = 0, headers } = incoming;
  const text = Buffer.concat(await incoming.toArray()).toString();
  const isJson = headers['content-type'] === 'application/json' && text !== '';
  return { status, headers, text, body: isJson ? JSON.parse(text) : undefined };
}

const CLOCK = '/__mock/clock';
const ADVANCE = '{"advance":"1s"}';
const JSON_TYPE = { 'content-type': 'application/json' };

const everyCall: readonly (readonly [string, string])[] = [
  ['POST', '/__mock/reset'],
  ['GET', '/__mock/accounts/sk-mock'],
  ['PUT', '/__mock/accounts/sk-mock'],
  ['GET', '/__mock/clock'],
  ['POST', '/__mock/clock'],
  ['GET', '/__mock/scenarios'],
  ['POST', '/__mock/scenarios'],
  ['DELETE', '/__mock/scenarios'],
  ['GET', '/__mock/webhooks'],
  ['POST', '/__mock/webhooks/task_1/resend'],
  ['GET', '/__mock/journal'],
  ['OPTIONS', '/__mock/clock'],
  ['GET', '/__mock/nowhere'],
  ['GET', '/__session/own/__mock/accounts/sk-mock'],
  ['POST', '/__session/own/__mock/reset'],
];

test.each(everyCall)(
  '%s %s is closed to a page of another origin, and to another host',
  async (method, path) => {
    const { ask, port } = await openServer();
    for (const session of [{}, { 'x-mock-session': 'own' }]) {
      const strange = { ...session, origin: 'https://evil.example' };
      const refused = await ask(path, { method, headers: strange });
      expect([refused.status, at(refused.body, 'error', 'reason')]).toEqual([403, 'foreign_origin']);
      expect(refused.headers).not.toHaveProperty('access-control-allow-origin');
      expect(refused.headers.vary).toBe('origin');
      expect(refused.text).not.toContain('whsec_');
      const rebound = await ask(path, { method, headers: { ...session, host: `evil.example:${port}` } });
      expect([rebound.status, at(rebound.body, 'error', 'reason')]).toEqual([403, 'foreign_host']);
      expect(rebound.text).not.toContain('whsec_');
    }
  },
);

test('a blind write from a page changes nothing', async () => {
  const { ask } = await openServer();
  const scenario = '{"operation":"createImage","outcome":"fail"}';
  for (const origin of ['https://evil.example', 'http://localhost:3000', 'null']) {
    const headers = { origin, 'content-type': 'text/plain' };
    expect((await ask('/__mock/scenarios', { method: 'POST', headers, body: scenario })).status).toBe(403);
  }
  expect(at((await ask('/__mock/scenarios')).body, 'data')).toEqual([]);
});

test('a refused call creates no session', async () => {
  const { ask } = await openServer();
  await ask('/__session/kept/__mock/clock', { method: 'POST', headers: JSON_TYPE, body: ADVANCE });
  const moved = (await ask('/__session/kept/__mock/clock')).text;
  for (let count = 0; count < 101; count += 1)
    await ask(`/__session/s${count}/__mock/clock`, { headers: { origin: 'https://evil.example' } });
  expect((await ask('/__session/kept/__mock/clock')).text).toBe(moved);
});

test('programs need neither origin nor content type', async () => {
  const { ask } = await openServer();
  expect((await ask(CLOCK, { method: 'POST', body: ADVANCE })).status).toBe(200);
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  expect((await ask(CLOCK, { method: 'POST', headers: form, body: ADVANCE })).status).toBe(200);
});

test('accepts names and addresses of this machine with its port', async () => {
  const { ask, port } = await openServer();
  const statusOf = async (host: string) => (await ask(CLOCK, { headers: { host } })).status;
  const own = [
    'localhost',
    'LOCALHOST',
    'localhost.',
    '127.0.0.1',
    '127.1.2.3',
    '[::1]',
    '[::ffff:127.0.0.1]',
  ];
  for (const name of own) expect([name, await statusOf(`${name}:${port}`)]).toEqual([name, 200]);
  const foreign = [
    `evil.example:${port}`,
    `localhost.evil.example:${port}`,
    `127.0.0.1.evil.example:${port}`,
    `mylocalhost:${port}`,
    `10.0.0.1:${port}`,
    `0.0.0.0:${port}`,
    `[::2]:${port}`,
    `localhost:${port + 1}`,
    `localhost:${port}0`,
    'localhost',
    `localhost:${port}@evil.example`,
    `user@localhost:${port}`,
    `:${port}`,
  ];
  for (const host of foreign) expect([host, await statusOf(host)]).not.toEqual([host, 200]);
});

test('pages of its own origin may call, and must declare JSON', async () => {
  const { ask, port } = await openServer();
  const host = `localhost:${port}`;
  const from = (origin: string, type?: string) =>
    ask(CLOCK, {
      method: 'POST',
      headers: { host, origin, ...(type === undefined ? {} : { 'content-type': type }) },
      body: ADVANCE,
    });
  const own = `http://localhost:${port}`;
  expect((await from(own, 'application/json')).status).toBe(200);
  expect((await from(own, 'Application/JSON ; charset=utf-8')).status).toBe(200);
  // Browsers write origins in lower case, whatever the address.
  const shouted = { host: `LOCALHOST:${port}`, origin: own, ...JSON_TYPE };
  expect((await ask(CLOCK, { method: 'POST', headers: shouted, body: ADVANCE })).status).toBe(200);
  for (const type of [undefined, 'text/plain', 'application/x-www-form-urlencoded', 'application/jsonp']) {
    const answer = await from(own, type);
    expect([type, answer.status, at(answer.body, 'error', 'reason')]).toEqual([type, 400, 'invalid_body']);
  }
  for (const other of [
    `http://127.0.0.1:${port}`,
    `https://localhost:${port}`,
    'http://localhost:3000',
    'null',
    '',
  ])
    expect([other, (await from(other, 'application/json')).status]).toEqual([other, 403]);
});

test('requests of a page without an origin are detected by Sec-Fetch-Site', async () => {
  const { ask } = await openServer();
  const statusOf = async (headers: Record<string, string>) => (await ask(CLOCK, { headers })).status;
  expect(await statusOf({ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' })).toBe(403);
  expect(await statusOf({ 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors' })).toBe(403);
  expect(await statusOf({ 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' })).toBe(200);
  expect(await statusOf({ 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' })).toBe(200);
  expect(await statusOf({ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' })).toBe(200);
});

test('an origin that is allowed gets its preflight and its answers', async () => {
  const { ask } = await openServer({ allowOrigins: ['http://localhost:3000'] });
  const origin = 'http://localhost:3000';
  const asked = { 'access-control-request-method': 'PUT', 'access-control-request-headers': 'content-type' };
  const preflight = await ask('/__mock/accounts/sk-new', {
    method: 'OPTIONS',
    headers: { origin, ...asked },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers).toMatchObject({
    'access-control-allow-origin': origin,
    'access-control-allow-methods': 'GET, PUT',
    'access-control-allow-headers': 'content-type, x-mock-session',
    'access-control-max-age': '600',
    vary: 'origin',
  });
  const put = { method: 'PUT', headers: { origin, ...JSON_TYPE }, body: '{"balance":"7"}' };
  const answer = await ask('/__session/own/__mock/accounts/sk-new', put);
  expect([answer.status, answer.headers['access-control-allow-origin'], answer.headers.vary]).toEqual([
    200,
    origin,
    'origin',
  ]);
  expect(answer.body).toMatchObject({ balance: '7' });
  expect((await ask('/__mock', { headers: { origin } })).headers.vary).toBe('accept, x-mock-session, origin');
  const wrong = await ask('/__mock/nowhere', { headers: { origin } });
  expect([wrong.status, wrong.headers['access-control-allow-origin']]).toEqual([404, origin]);
  const blind = { method: 'POST', headers: { origin, 'content-type': 'text/plain' }, body: ADVANCE };
  expect((await ask(CLOCK, blind)).status).toBe(400);
  for (const other of [
    'http://localhost:3001',
    'https://localhost:3000',
    'http://localhost:3000.evil.example',
  ])
    expect([other, (await ask(CLOCK, { headers: { origin: other } })).status]).toEqual([other, 403]);
});

test('accepts an allowed host, and the host of an allowed origin', async () => {
  const allowed = { allowHosts: ['Mock', 'tunnel.example:8443'], allowOrigins: ['https://studio.example'] };
  const { ask } = await openServer(allowed);
  const statusOf = async (host: string) => (await ask(CLOCK, { headers: { host } })).status;
  for (const host of ['mock', 'mock:8080', 'MOCK', 'tunnel.example:8443', 'studio.example'])
    expect([host, await statusOf(host)]).toEqual([host, 200]);
  for (const host of ['tunnel.example', 'tunnel.example:8444', 'studio.example:81', 'other', 'mock.example'])
    expect([host, await statusOf(host)]).toEqual([host, 403]);
});

test('a host without a port has that of HTTP', () => {
  const listensOn = (port: number) => () => ({ host: '127.0.0.1', port });
  expect(createOwnHosts({ listensOn: listensOn(80) })('localhost')).toBe(true);
  expect(createOwnHosts({ listensOn: listensOn(443) })('localhost')).toBe(false);
});

test('accepts the host that it listens on, in upper or lower case', () => {
  const isOwnHost = createOwnHosts({ listensOn: () => ({ host: 'Box.local', port: 8080 }) });
  expect(['box.local:8080', 'BOX.local:8080', 'box.local', 'other.local:8080'].map(isOwnHost)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test('the gateway itself answers pages of every origin', async () => {
  const { ask } = await openServer();
  const headers = { origin: 'https://shop.example', host: 'evil.example', authorization: 'Bearer sk-mock' };
  const answer = await ask('/v1/user/balance', { headers });
  expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([200, '*']);
});

test('reports whether other machines can reach it', async () => {
  expect((await openServer()).isExposed).toBe(false);
  expect((await openServer({ host: 'localhost' })).isExposed).toBe(false);
  expect((await openServer({ host: '0.0.0.0' })).isExposed).toBe(true);
});
