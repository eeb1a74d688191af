import { createServer } from 'node:http';
import { networkInterfaces } from 'node:os';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { type MockServerOptions, startMockServer } from '../../src/node/mock-server.ts';
import { freePort, listenOnLoopback } from '../support/loopback.ts';
import { at, textAt } from '../support/open-wire.ts';
import { startReferenceServer } from '../support/reference-server.ts';

// Callers from other machines are simulated with this machine's own network address.
const outside = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ internal, family }) => !internal && family === 'IPv4')?.address;

const headers = { authorization: 'Bearer sk-mock', 'content-type': 'application/json' };
const boat = { model: 'sx-5-0-pro', prompt: 'A paper boat' };

const references = await startReferenceServer();
afterAll(() => references[Symbol.asyncDispose]());

async function openExposed(options: Partial<MockServerOptions> = {}) {
  const started = await startMockServer({ port: 0, host: '0.0.0.0', isFrozen: true, ...options });
  if (started.kind === 'failed') throw new Error(started.message);
  onTestFinished(() => started.close());
  const port = Number(new URL(started.baseUrl).port);
  const post = async (base: string, path: string, body: object) => {
    const answer = await fetch(`${base}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    return { status: answer.status, body: await answer.json() };
  };
  const near = `http://127.0.0.1:${port}`;
  const far = `http://${outside}:${port}`;
  const refer = (base: string, address: string) =>
    post(base, '/v1/images/generations', { ...boat, image_urls: [address] });
  return { port, near, far, post, refer };
}

const messageOf = (answer: { readonly body: unknown }) => textAt(answer.body, 'error', 'message');

test.runIf(outside)('cannot find out what responds in the network of the mock', async () => {
  const { near, far, refer } = await openExposed();
  const open = references.image({ width: 640, height: 480, format: 'png' });
  const { port } = new URL(open);
  const addresses = [
    open,
    references.faulty('stalled'),
    `http://127.0.0.1:${await freePort()}/1.png`,
    `http://localhost:${port}/1.png`,
    `http://${outside}:${port}/1.png`,
    `http://[::1]:${port}/1.png`,
    'http://10.255.255.1/1.png',
    'http://192.168.77.77:81/1.png',
    'http://169.254.169.254/latest/meta-data/',
  ];
  for (const address of addresses) {
    const refused = await refer(far, address);
    expect([address, refused.status]).toEqual([address, 400]);
    expect(messageOf(refused)).toBe('image_urls[0]: the file cannot be read: the address is not allowed');
  }
  expect((await refer(near, open)).status).toBe(200);
  expect(messageOf(await refer(near, addresses[2] ?? ''))).toContain('the connection was refused');
});

test.runIf(outside)('cannot find it out with PDF files either', async () => {
  const { far, post } = await openExposed();
  const messages = await Promise.all(
    [new URL(references.origin).port, await freePort()].map(async (port) => {
      const file = { type: 'file', file: { file_url: `http://127.0.0.1:${port}/1.pdf` } };
      const body = { model: 'qx3.8-max', messages: [{ role: 'user', content: [file] }], stream: false };
      return messageOf(await post(far, '/v1/chat/completions', body));
    }),
  );
  expect(messages[0]).toContain('the address is not allowed');
  expect(messages[1]).toBe(messages[0]);
});

test.runIf(outside)('may refer to the files that the mock serves, and to nothing else of it', async () => {
  const { port, far, refer } = await openExposed();
  const own = [`http://127.0.0.1:${port}`, `http://localhost:${port}`, `http://${outside}:${port}`];
  for (const origin of own) {
    expect([origin, (await refer(far, `${origin}/files/samples/640x480.png`)).status]).toEqual([origin, 200]);
    const session = `${origin}/__session/own/files/samples/640x480.png`;
    expect([session, (await refer(far, session)).status]).toEqual([session, 200]);
    for (const path of ['/__mock/journal', '/files/../__mock/journal', '/files/%2e%2e/__mock/journal', '/']) {
      const refused = await refer(far, `${origin}${path}`);
      expect([path, refused.status]).toEqual([path, 400]);
      expect(messageOf(refused)).toContain('the address is not allowed');
    }
  }
  for (const other of [`127.0.0.1:${port + 1}`, `10.255.255.1:${port}`]) {
    const refused = await refer(far, `http://${other}/files/samples/640x480.png`);
    expect([other, messageOf(refused)]).toEqual([
      other,
      expect.stringContaining('the address is not allowed'),
    ]);
  }
});

test.runIf(outside)('reach the network of the mock when its operator allows it', async () => {
  const { far, refer } = await openExposed({ allowPrivateAddresses: true });
  expect((await refer(far, references.image({ width: 640, height: 480, format: 'png' }))).status).toBe(200);
});

test.runIf(outside)(
  'have tasks and money like other callers, and callbacks whose attempts they cannot read',
  async () => {
    const pushed = Promise.withResolvers<string>();
    const receiver = createServer((request, response) => {
      response.end();
      pushed.resolve(request.url ?? '');
    });
    const port = await listenOnLoopback(receiver);
    onTestFinished(() => void receiver.close());
    const { near, far, post } = await openExposed();
    const body = { ...boat, webhook: `http://127.0.0.1:${port}/hook` };
    const id = textAt((await post(far, '/v1/images/generations', body)).body, 'data', 0, 'task_id');
    expect(at((await post(near, '/__mock/clock', { advance: '90s' })).body, 'frozen')).toBe(true);
    expect(await pushed.promise).toBe('/hook/callback');
    const [one, other] = await Promise.all(
      [near, far].map(async (base) => (await fetch(`${base}/v1/tasks/${id}`, { headers })).json()),
    );
    expect(one).toMatchObject({ status: 'success', cost: 0.045 });
    expect(other).toEqual(one);
    expect((await fetch(`${far}/__mock/webhooks`)).status).toBe(403);
  },
);
