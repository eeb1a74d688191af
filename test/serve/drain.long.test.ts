import { Agent, request } from 'node:http';
import { expect, test } from 'vitest';
import { connectRaw } from '../http/raw-connection.ts';
import { call } from './client.ts';
import { runForData, type Service, startService, temporaryFolder } from './service.ts';

interface CreatedKey {
  readonly key: string;
}

const get = (target: string, key = 'sk-none') =>
  `GET ${target} HTTP/1.1\r\nhost: g\r\nauthorization: Bearer ${key}\r\n\r\n`;
const portOf = ({ baseUrl }: Service) => Number(new URL(baseUrl).port);

test('reports not ready and keeps serving, until a second signal ends it immediately', async () => {
  using temporary = temporaryFolder();
  const { key } = await runForData<CreatedKey>(temporary.place, 'keys', 'create');
  await using service = await startService(temporary.place, '--drain-delay', '3600');
  await using idle = await connectRaw(portOf(service));
  idle.write(get('/readyz'));
  expect(await idle.answer()).toMatchObject({ status: 200, headers: { connection: 'keep-alive' } });
  service.child.kill('SIGTERM');
  expect(await service.logged('draining')).toMatchObject({
    signal: 'SIGTERM',
    drainDelaySeconds: 3600,
    drainSeconds: 30,
  });
  await using fresh = await connectRaw(portOf(service));
  fresh.write(get('/readyz'));
  expect(await fresh.answer()).toMatchObject({
    status: 503,
    headers: { connection: 'close' },
    body: '{"status":"draining"}',
  });
  await using another = await connectRaw(portOf(service));
  another.write(get('/v1/models', key));
  expect(await another.answer()).toMatchObject({ status: 200, headers: { connection: 'close' } });
  // A previously idle connection is also served, and closed after this response.
  idle.write(get('/v1/models', key));
  expect(await idle.answer()).toMatchObject({ status: 200, headers: { connection: 'close' } });
  service.child.kill('SIGTERM');
  expect(await service.exit()).toBe(143);
  expect(service.output()).toContain('"msg":"ended at once"');
});

test('closes idle connections gracefully when it refuses new ones', async () => {
  using temporary = temporaryFolder();
  await using service = await startService(temporary.place, '--drain-delay', '1');
  await using used = await connectRaw(portOf(service));
  await using unused = await connectRaw(portOf(service));
  used.write(get('/healthz'));
  await used.answer();
  const ends = [used, unused].map(
    ({ socket }) =>
      new Promise((resolve) => {
        socket.once('error', resolve).once('end', () => resolve('end'));
      }),
  );
  service.child.kill('SIGTERM');
  expect(await Promise.all(ends)).toEqual(['end', 'end']);
  await expect(fetch(`${service.baseUrl}/healthz`)).rejects.toMatchObject({
    cause: { code: 'ECONNREFUSED' },
  });
  expect(await service.exit()).toBe(0);
});

test('an interrupt during the drain ends it immediately, too', async () => {
  using temporary = temporaryFolder();
  await using service = await startService(temporary.place, '--drain-delay', '3600');
  service.child.kill('SIGINT');
  await service.logged('draining');
  service.child.kill('SIGINT');
  expect(await service.exit()).toBe(130);
});

test.each(['0', '1'])('resets no busy client with a drain delay of %s seconds', async (delay) => {
  using temporary = temporaryFolder();
  const { key } = await runForData<CreatedKey>(temporary.place, 'keys', 'create');
  await using service = await startService(temporary.place, '--drain-delay', delay);
  const clients = Array.from({ length: 6 }, () => startClient(service.baseUrl, key));
  await Promise.all(clients.map(({ began }) => began));
  service.child.kill('SIGTERM');
  expect(await service.exit()).toBe(0);
  const ends = await Promise.all(clients.map(({ end }) => end));
  expect(ends).toEqual(clients.map(() => 'ECONNREFUSED'));
});

test('charges answers that are cut off at the end of the drain for what was delivered', async () => {
  using temporary = temporaryFolder();
  const { place } = temporary;
  const { key } = await runForData<CreatedKey>(place, 'keys', 'create', '--account', 'acme', '--credit', '5');
  await using service = await startService(place, '--drain', '0');
  const streams = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const answer = await call(`${service.baseUrl}/v1/chat/completions`, { key, body: LONG_ANSWER });
      const chunks = answer.body?.getReader();
      await chunks?.read();
      return chunks;
    }),
  );
  service.child.kill('SIGTERM');
  expect(await service.exit()).toBe(0);
  const read = async (chunks: (typeof streams)[number]) => {
    while (chunks && !(await chunks.read()).done);
  };
  const ends = await Promise.allSettled(streams.map(read));
  expect(ends.map(({ status }) => status)).toEqual(streams.map(() => 'rejected'));
  expect(await runForData(place, 'accounts', 'show', 'acme')).toMatchObject({ held: '0' });
  const entries = await runForData<readonly { readonly kind: string }[]>(place, 'accounts', 'ledger', 'acme');
  expect(entries.filter(({ kind }) => kind === 'settle')).toHaveLength(20);
});

const LONG_ANSWER = {
  model: 'qx3.8-max',
  max_tokens: 3000,
  messages: [{ role: 'user', content: 'Write a very long story about boats.' }],
};

/** Sends requests repeatedly over one kept-alive connection, and over a new one when it is closed; `end` is the final failure. */
function startClient(baseUrl: string, key: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const headers = { authorization: `Bearer ${key}` };
  const ask = () =>
    new Promise<void>((resolve, reject) => {
      request(`${baseUrl}/v1/models`, { agent, headers }, (answer) => {
        answer.resume().once('end', resolve).once('error', reject);
        if (answer.statusCode !== 200) reject(new Error(`It answered ${answer.statusCode}`));
      })
        .once('error', reject)
        .end();
    });
  const began = ask();
  const askOn = async (): Promise<unknown> => {
    await began;
    try {
      for (;;) await ask();
    } catch (error) {
      agent.destroy();
      return error instanceof Error && 'code' in error ? error.code : error;
    }
  };
  return { began, end: askOn() };
}
