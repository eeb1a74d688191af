import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createClient } from '../../src/client/index.ts';
import { createMock, type MockSession, mockForEachTest, startMock } from '../../src/entries/mock.ts';

const boat = { model: 'qx-image-3.0', prompt: 'A paper boat' } as const;

test('a started mock takes a task from its submission to its picture', async () => {
  await using mock = await startMock({ speed: 1000 });
  expect(mock.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  const client = createClient(mock);
  const task = await client.images.generate(boat);
  expect((await task.wait({ pollMs: 20 })).status).toBe('success');
  expect((await task.download())[0]?.blob.type).toBe('image/png');
  expect((await mock.control.journal()).map(({ operation }) => operation)).toContain('createImage');
});

test('sessions share nothing, and a link of one leads into it', async () => {
  await using mock = await startMock({ isFrozen: true, balance: '1' });
  const [one, other] = [mock.session(), mock.session('other')];
  expect(other.baseUrl).toBe(`${mock.baseUrl}/__session/other`);
  await one.control.putAccount(one.apiKey, { balance: '7' });
  const balances = [one, other, mock].map((session) => createClient(session).balance.account());
  expect((await Promise.all(balances)).map(({ remain_balance }) => remain_balance)).toEqual([7, 1, 1]);
  const task = await createClient(one).images.generate(boat);
  await one.control.setClock({ advance: '20s' });
  expect((await task.download())[0]?.blob.type).toBe('image/png');
  expect(mock.session().baseUrl).not.toBe(mock.session().baseUrl);
});

test('a session whose name is refused on the wire is refused at once', async () => {
  await using mock = await startMock();
  using inside = createMock();
  for (const name of ['.', '..', 'a b', ''])
    for (const { session } of [mock, inside])
      expect(() => session(name)).toThrow(
        `The name of a session must be 1 to 64 letters, digits, "_", "." or "-", but not "." or ".."; got ${JSON.stringify(name)}.`,
      );
});

test('it says why it cannot listen, in the words of its options', async () => {
  await using mock = await startMock();
  const { port } = new URL(mock.baseUrl);
  await expect(startMock({ port: Number(port) })).rejects.toThrow(
    `Port ${port} is in use: stop what listens there, or choose another with the option port.`,
  );
  await expect(startMock({ host: 'nowhere.invalid' })).rejects.toThrow('with the option host, such as');
});

/** A program that does nothing but wait for a stream and a delayed answer. */
const WAITING = `
import { createClient } from './src/client/index.ts';
import { createMock } from './src/entries/mock.ts';
const mock = createMock();
const client = createClient(mock);
const stream = await client.chat.stream({ model: 'qx3.8-max', messages: [{ role: 'user', content: 'Hi' }], max_tokens: 3 });
const { usage } = await stream.final();
await mock.control.addScenario({ operation: 'listModels', outcome: 'delay', delay: '100ms', times: 1 });
const { data } = await client.models.list();
console.log(usage.total_tokens > 0, data.length > 0);
`;

test('a program that waits for an answer without a port goes on until it is there', async () => {
  const options = { cwd: resolve(import.meta.dirname, '../..') };
  const args = ['--input-type=module', '--eval', WAITING];
  const { stdout } = await promisify(execFile)(process.execPath, args, options);
  expect(stdout).toBe('true true\n');
});

test('nothing answers once it is closed', async () => {
  const mock = await startMock();
  await mock.close();
  await expect(fetch(`${mock.baseUrl}/healthz`)).rejects.toThrow('fetch failed');
});

test('without a port its own files are references, those of a session included', async () => {
  using mock = createMock({ isFrozen: true });
  for (const { baseUrl, control } of [mock, mock.session()]) {
    const client = createClient({ baseUrl, apiKey: mock.apiKey, fetch: mock.fetch });
    const task = await client.images.generate(boat);
    await control.setClock({ advance: '20s' });
    const [url = ''] = (await task.result()).images?.[0]?.url ?? [];
    for (const image_urls of [[url], [`${mock.baseUrl}/files/samples/640x480.png`]]) {
      const { id } = await client.videos.generate({ model: 'vxq3', prompt: 'It drifts', image_urls });
      expect(id).toMatch(/^task_/);
    }
  }
});

test('without a port it fetches references from servers of this machine', async () => {
  await using pictures = await startMock();
  using mock = createMock();
  const client = createClient({ ...mock, fetch: mock.fetch });
  const image_urls = [`${pictures.baseUrl}/files/samples/640x480.png`];
  const { id } = await client.videos.generate({ model: 'vxq3', prompt: 'It drifts', image_urls });
  expect(id).toMatch(/^task_/);
});

test('with a base URL without a port, an address that only begins with it is not its own', async () => {
  using mock = createMock({ baseUrl: 'http://127.0.0.1' });
  const client = createClient({ ...mock, fetch: mock.fetch });
  const drift = (base: string) => {
    const image_urls = [`${base}/files/samples/640x480.png`];
    return client.videos.generate({ model: 'vxq3', prompt: 'It drifts', image_urls });
  };
  expect((await drift('http://127.0.0.1')).id).toMatch(/^task_/);
  await expect(drift('http://127.0.0.1:9')).rejects.toMatchObject({ status: 400 });
});

test('without a port it answers through fetch, sessions included', async () => {
  using mock = createMock({ isFrozen: true, seed: 7, balance: '1', baseUrl: 'https://gateway.example' });
  const session = mock.session();
  const client = createClient({ ...session, fetch: mock.fetch });
  const task = await client.images.generate(boat);
  await session.control.setClock({ advance: '20s' });
  const { status, result } = await task.wait();
  expect([status, result?.images?.[0]?.url[0]]).toEqual([
    'success',
    expect.stringContaining(`${session.baseUrl}/files/`),
  ]);
  expect((await mock.control.getAccount('sk-mock')).balance).toBe('1');
  expect((await mock.fetch(new URL('/healthz', mock.baseUrl), { method: 'HEAD' })).status).toBe(200);
});

describe('a session for each test', () => {
  const mock: MockSession = mockForEachTest({ beforeEach, afterEach, afterAll }, { isFrozen: true });
  const seen = new Set<string>();

  test.each(['the first test', 'the second test'])('%s finds a fresh gateway', async () => {
    seen.add(mock.baseUrl);
    const client = createClient(mock);
    expect((await client.balance.account()).used_balance).toBe(0);
    await client.images.generate(boat);
    expect(await mock.control.journal()).toHaveLength(2);
  });

  test('no two had the same', () => {
    expect(seen.size).toBe(2);
  });
});

test('outside of a test there is no session', () => {
  const mock = mockForEachTest({ beforeEach: () => {}, afterEach: () => {}, afterAll: () => {} });
  expect(() => mock.baseUrl).toThrow('read its members inside a test');
});

test('a mock for each test has no session between tests, and is closed after the last one', async () => {
  const hooks: (() => Promise<void> | void)[] = [];
  const collect = (run: () => Promise<void> | void) => hooks.push(run);
  const mock = mockForEachTest({ beforeEach: collect, afterEach: collect, afterAll: collect });
  const [before, after, end] = hooks;
  await before?.();
  const { baseUrl } = mock;
  expect((await fetch(`${baseUrl}/v1/models`)).status).toBe(401);
  await after?.();
  expect(() => mock.baseUrl).toThrow('read its members inside a test');
  await end?.();
  await expect(fetch(`${baseUrl}/v1/models`)).rejects.toThrow();
  await before?.();
  expect((await fetch(`${mock.baseUrl}/v1/models`)).status).toBe(401);
  await end?.();
});
