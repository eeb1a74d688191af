import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer as createPlainServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createSocketServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { createReferenceFetcher } from '../../../src/adapters/media/fetch/create-reference-fetcher.ts';
import { createAddressGuard } from '../../../src/adapters/network/create-address-guard.ts';
import { createCallbackSender } from '../../../src/adapters/network/create-callback-sender.ts';
import { createGuardedFetch } from '../../../src/adapters/network/create-guarded-fetch.ts';
import { closeServer, listenOnLoopback } from '../../support/loopback.ts';
import { PATIENCE_MS } from '../../support/until.ts';

interface Open extends AsyncDisposable {
  readonly port: number;
}

async function listen(server: Server): Promise<Open> {
  const port = await listenOnLoopback(server);
  return {
    port,
    [Symbol.asyncDispose]: () => closeServer(server),
  };
}

const serve = (listener: RequestListener) => listen(createPlainServer(listener));

/** A guard that resolves every name to this machine. */
const here = (resolve: (hostname: string) => Promise<readonly string[]> = async () => ['127.0.0.1']) =>
  createAddressGuard({ allowPrivate: true, ports: 'any', resolve });

const callback = { headers: { 'content-type': 'application/json' }, body: '{}', timeoutMs: PATIENCE_MS };

let certificate: { readonly key: string; readonly cert: string };

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gatewright-tls-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const subject = ['-subj', '/CN=hooks.example', '-addext', 'subjectAltName=DNS:hooks.example'];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  await promisify(execFile)('openssl', ['req', '-x509', ...kind, ...subject, '-keyout', key, '-out', cert]);
  certificate = { key: await readFile(key, 'utf8'), cert: await readFile(cert, 'utf8') };
  await rm(folder, { recursive: true, force: true });
});

test('connects to the checked address with the name of the host', async () => {
  await using server = await serve((request, response) => response.end(request.headers.host));
  const guarded = createGuardedFetch(here());
  const response = await guarded(`http://hooks.example:${server.port}/`);
  expect(await response.text()).toBe(`hooks.example:${server.port}`);
  await guarded.close();
});

test('resolves a host once per connection, never between check and use', async () => {
  const asked: string[] = [];
  await using server = await serve((_request, response) =>
    response.writeHead(200, { connection: 'close' }).end(),
  );
  const answers = [['127.0.0.1'], ['169.254.169.254']];
  const guarded = createGuardedFetch(
    here(async (hostname) => {
      asked.push(hostname);
      return answers.shift() ?? [];
    }),
  );
  const sender = createCallbackSender(guarded);
  const url = `http://rebind.example:${server.port}/`;
  expect(await sender.send({ ...callback, url })).toEqual({ kind: 'answered', status: 200 });
  expect(asked).toEqual(['rebind.example']);
  expect(await sender.send({ ...callback, url })).toEqual({
    kind: 'refused',
    reason: 'the host is not on the public internet',
  });
  await guarded.close();
});

test('tries the next address of a host when one does not answer', async () => {
  await using server = await serve((_request, response) => response.end('here'));
  const guarded = createGuardedFetch(here(async () => ['::1', '127.0.0.1']));
  expect((await guarded(`http://hooks.example:${server.port}/`)).status).toBe(200);
  await guarded.close();
});

test('checks the certificate against the name, though it connects to an address', async () => {
  const names: (string | boolean)[] = [];
  const tls = createTlsServer(certificate, (_request, response) => response.end('safe'));
  tls.on('secureConnection', (socket) => names.push(socket.servername ?? ''));
  await using server = await listen(tls);
  const guarded = createGuardedFetch(here(), { ca: certificate.cert });
  const sender = createCallbackSender(guarded);
  const send = (host: string) => sender.send({ ...callback, url: `https://${host}:${server.port}/` });
  expect(await send('hooks.example')).toEqual({ kind: 'answered', status: 200 });
  expect(names).toEqual(['hooks.example']);
  expect(await send('other.example')).toEqual({
    kind: 'unreachable',
    reason: 'the certificate belongs to another host',
  });
  expect(await send('127.0.0.1')).toMatchObject({ kind: 'unreachable' });
  await guarded.close();
});

test('refuses an untrusted certificate', async () => {
  await using server = await listen(createTlsServer(certificate, (_request, response) => response.end()));
  const guarded = createGuardedFetch(here());
  const url = `https://hooks.example:${server.port}/`;
  expect(await createCallbackSender(guarded).send({ ...callback, url })).toEqual({
    kind: 'unreachable',
    reason: 'the certificate of the host is self-signed',
  });
  await guarded.close();
});

test('sends nothing at all to a refused address', async () => {
  let connections = 0;
  const http = createPlainServer();
  http.on('connection', () => {
    connections += 1;
  });
  await using server = await listen(http);
  const strict = createAddressGuard({ ports: [server.port] });
  const guarded = createGuardedFetch(strict);
  const sender = createCallbackSender(guarded);
  for (const host of ['127.0.0.1', '2130706433', '[::ffff:127.0.0.1]']) {
    expect(await sender.send({ ...callback, url: `http://${host}:${server.port}/` })).toMatchObject({
      kind: 'refused',
    });
  }
  expect(connections).toBe(0);
  await guarded.close();
});

test('hands a redirect back instead of following it', async () => {
  const targets: unknown[] = [];
  await using server = await serve(({ url }, response) => {
    targets.push(url);
    response.writeHead(302, { location: '/elsewhere' }).end();
  });
  const fetch = createGuardedFetch(here());
  const { status, headers } = await fetch(`http://images.example:${server.port}/1.png`);
  expect([status, headers.get('location'), targets]).toEqual([302, '/elsewhere', ['/1.png']]);
  await fetch.close();
});

test('guards the addresses of references', async () => {
  await using server = await serve((_request, response) => response.end('secret'));
  const guarded = createGuardedFetch(createAddressGuard({ ports: [80, 443, server.port] }));
  const fetcher = createReferenceFetcher({ fetch: guarded });
  const limits = { maxBytes: 1000, timeoutMs: PATIENCE_MS };
  for (const address of [`http://127.0.0.1:${server.port}/a.png`, 'http://localhost:22/a.png']) {
    expect(await fetcher.fetch(address, limits)).toEqual({
      kind: 'unreachable',
      reason: 'the address is not allowed',
    });
  }
  await guarded.close();
});

test('guards the redirects of a reference', async () => {
  await using secret = await serve((_request, response) => response.end('secret'));
  await using server = await serve((_request, response) =>
    response.writeHead(302, { location: `http://inside.example:${secret.port}/` }).end(),
  );
  const resolve = async (host: string) => [host === 'inside.example' ? '169.254.169.254' : '127.0.0.1'];
  const guarded = createGuardedFetch(here(resolve));
  const fetcher = createReferenceFetcher({ fetch: guarded });
  const address = `http://outside.example:${server.port}/a.png`;
  expect(await fetcher.fetch(address, { maxBytes: 1000, timeoutMs: PATIENCE_MS })).toEqual({
    kind: 'unreachable',
    reason: 'the address is not allowed',
  });
  await guarded.close();
});

test('reads references through the guard the same as without it', async () => {
  await using server = await serve((_request, response) =>
    response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.from('bytes')),
  );
  const guarded = createGuardedFetch(here());
  const fetcher = createReferenceFetcher({ fetch: guarded });
  const fetched = await fetcher.fetch(`http://images.example:${server.port}/a.png`, {
    maxBytes: 1000,
    timeoutMs: PATIENCE_MS,
  });
  expect(fetched).toEqual({
    kind: 'fetched',
    bytes: new TextEncoder().encode('bytes'),
    declaredType: 'image/png',
  });
  await guarded.close();
});

test('repeats no GET that failed for another reason than a broken connection', async () => {
  const asked: string[] = [];
  const guarded = createGuardedFetch(
    here(async (hostname) => {
      asked.push(hostname);
      return ['169.254.169.254'];
    }),
  );
  await expect(guarded('http://files.example/')).rejects.toMatchObject({
    cause: { code: 'ADDRESS_REFUSED' },
  });
  expect(asked).toEqual(['files.example']);
  await guarded.close();
});

test('gives up on a connection that is accepted but never completes its TLS handshake', async () => {
  const mute = createSocketServer(() => {});
  const port = await listenOnLoopback(mute);
  const guarded = createGuardedFetch(here(), { connectTimeoutMs: 50 });
  const url = `https://hooks.example:${port}/`;
  // The callback would time out before the default connect timeout of undici.
  expect(await createCallbackSender(guarded).send({ ...callback, url, timeoutMs: 9000 })).toEqual({
    kind: 'unreachable',
    reason: 'the connection timed out',
  });
  await guarded.close();
  mute.close();
});

/** Answers the first request of each connection and breaks the connection at the second. */
function openForgetfulServer(
  counts: { connections: number; requests: number; last?: string | undefined },
  breakOff: 'destroy' | 'resetAndDestroy' = 'destroy',
) {
  const answered = new WeakSet<object>();
  const server = createPlainServer((request, response) => {
    counts.requests += 1;
    counts.last = request.headers.connection;
    if (answered.has(request.socket)) request.socket[breakOff]();
    else response.end('file');
    answered.add(request.socket);
  });
  server.on('connection', () => {
    counts.connections += 1;
  });
  return listen(server);
}

const MAX_SENDS = 200;

test.each(['destroy', 'resetAndDestroy'] as const)(
  'retries a GET on a new connection when a kept-alive one breaks: %s',
  async (breakOff) => {
    const counts = { connections: 0, requests: 0, last: '' };
    await using server = await openForgetfulServer(counts, breakOff);
    const guarded = createGuardedFetch(here());
    const get = async () => (await guarded(`http://files.example:${server.port}/`)).text();
    // Two connections are kept, of which neither works.
    expect(await Promise.all([get(), get()])).toEqual(['file', 'file']);
    let sent = 2;
    for (; counts.requests === sent && sent < MAX_SENDS; sent += 1) {
      expect(await get()).toBe('file');
      await setImmediate();
    }
    expect(counts.requests).toBe(sent + 1);
    expect(counts.last).toBe('close'); // another kept-alive connection might be broken as well
    await guarded.close();
  },
);

test('never sends a POST twice', async () => {
  const counts = { connections: 0, requests: 0 };
  await using server = await openForgetfulServer(counts);
  const guarded = createGuardedFetch(here());
  const sender = createCallbackSender(guarded);
  const kinds: string[] = [];
  for (; !kinds.includes('unreachable') && kinds.length < MAX_SENDS; await setImmediate())
    kinds.push((await sender.send({ ...callback, url: `http://hooks.example:${server.port}/` })).kind);
  expect(kinds.at(-1)).toBe('unreachable');
  expect(counts.requests).toBe(kinds.length);
  await guarded.close();
});
