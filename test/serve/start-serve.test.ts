import { createServer } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { createServiceLog } from '../../src/adapters/logging/create-service-log.ts';
import { type Flags, readServeConfig } from '../../src/node/config/config.ts';
import { startServe } from '../../src/node/serve-server.ts';
import { closeServer, freePort, listenOnLoopback } from '../support/loopback.ts';
import { at, textAt } from '../support/open-wire.ts';
import { until, within } from '../support/until.ts';
import { runForData, temporaryFolder } from './service.ts';

const [ours, another] = ['1'.repeat(64), '2'.repeat(64)];

/** Starts a service in this process. */
function start(
  folder: string,
  port: number,
  { key = ours, flags = {} as Flags, write = (_line: string): void => undefined } = {},
) {
  const given = { data: folder, port: String(port), ...flags };
  const read = readServeConfig(given, { ENCRYPTION_KEYS: key, DRAIN_DELAY_SECONDS: '0' });
  if (read.kind === 'invalid') throw new Error(read.message);
  return startServe(read.config, createServiceLog({ to: { write } }));
}

const answers = (port: number) =>
  fetch(`http://127.0.0.1:${port}/healthz`).then(
    ({ status }) => status,
    () => 'nothing',
  );

test('a service seals secrets that were stored before it had a key, and stops completely', async () => {
  using temporary = temporaryFolder();
  const { folder, place } = temporary;
  const { webhook_secret: secret } = await runForData<{ webhook_secret: string }>(place, 'keys', 'create');
  const stored = () => {
    using database = new DatabaseSync(join(folder, 'gatewright.db'), { readOnly: true });
    return String(database.prepare('select secrets from webhook_secrets').get()?.secrets);
  };
  expect(stored()).toBe(JSON.stringify([secret]));
  const [port, metrics] = [await freePort(), await freePort()];
  for (const _ of ['started', 'started again']) {
    const service = await start(folder, port, { flags: { 'metrics-port': String(metrics) } });
    expect([service.kind, await answers(port), await answers(metrics)]).toEqual(['listening', 200, 200]);
    expect(stored()).toMatch(/^sealed:1:/);
    if (service.kind === 'listening') await service.stop();
    expect([await answers(port), await answers(metrics)]).toEqual(['nothing', 'nothing']);
    expect((await start(folder, port, { key: another })).kind).toBe('failed');
  }
});

test('a service that cannot open its second port or its database leaves nothing behind', async () => {
  using temporary = temporaryFolder();
  const { folder, place } = temporary;
  await runForData(place, 'keys', 'create');
  const port = await freePort();
  const taken = createServer();
  const metrics = await listenOnLoopback(taken);
  const halfway = await start(folder, port, { flags: { 'metrics-port': String(metrics) } });
  await closeServer(taken);
  expect([halfway.kind, await answers(port)]).toEqual(['failed', 'nothing']);
  const first = await start(folder, port);
  const other = await freePort();
  const second = await start(folder, other, { flags: { 'metrics-port': String(metrics) } });
  expect([first.kind, second.kind]).toEqual(['listening', 'failed']);
  expect([await answers(other), await answers(metrics)]).toEqual(['nothing', 'nothing']);
  if (first.kind === 'listening') await first.stop();
});

test('a service without keys says how to create one', async () => {
  using temporary = temporaryFolder();
  const logged: string[] = [];
  const startAndStop = async () => {
    logged.length = 0;
    const service = await start(temporary.folder, await freePort(), { write: (line) => logged.push(line) });
    if (service.kind === 'listening') await service.stop();
    return logged.filter((line) => line.includes('no keys yet'));
  };
  expect(await startAndStop()).toEqual([
    expect.stringContaining(
      '"hint":"Create one with gatewright keys create, on the database of this service."',
    ),
  ]);
  await runForData(temporary.place, 'keys', 'create');
  expect(await startAndStop()).toEqual([]);
});

test('a service that stops closes its connections to other hosts', async () => {
  using temporary = temporaryFolder();
  const { key } = await runForData<{ key: string }>(temporary.place, 'keys', 'create', '--credit', '1');
  // Clients keep a connection for as long as a server announces.
  const pictures = createServer({ keepAliveTimeout: 3_600_000 }, (_, response) =>
    response.writeHead(404).end(),
  );
  const closed = new Promise((resolve) => {
    pictures.once('connection', (socket) => socket.once('close', resolve));
  });
  const origin = `http://127.0.0.1:${await listenOnLoopback(pictures)}`;
  const port = await freePort();
  const service = await start(temporary.folder, port, { flags: { 'allow-private-addresses': true } });
  const answer = await fetch(`http://127.0.0.1:${port}/v1/images/generations`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'sx-5-0-pro', prompt: 'A boat', image_urls: [`${origin}/boat.png`] }),
  });
  expect(await answer.text()).toContain('404');
  if (service.kind === 'listening') await service.stop();
  await within('the connection is closed', closed);
  await closeServer(pictures);
});

test('results are at the public address that is set', async () => {
  using temporary = temporaryFolder();
  const { key } = await runForData<{ key: string }>(temporary.place, 'keys', 'create', '--credit', '1');
  const port = await freePort();
  const flags = { 'public-url': 'https://media.example.com', 'simulator-speed': '1000' };
  const service = await start(temporary.folder, port, { flags });
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const ask = async (path: string, init?: RequestInit): Promise<unknown> =>
    (await fetch(`http://127.0.0.1:${port}${path}`, { headers, ...init })).json();
  const body = JSON.stringify({ model: 'sx-5-0-pro', prompt: 'A boat' });
  const submitted = await ask('/v1/images/generations', { method: 'POST', body });
  const id = textAt(submitted, 'data', 0, 'task_id');
  const url = await until('the result', async () =>
    at(await ask(`/v1/tasks/${id}`), 'result', 'images', 0, 'url', 0),
  );
  expect(url).toMatch(/^https:\/\/media\.example\.com\//);
  if (service.kind === 'listening') await service.stop();
});
