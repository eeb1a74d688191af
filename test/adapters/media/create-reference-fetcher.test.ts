import { expect, test } from 'vitest';
import { createReferenceFetcher } from '../../../src/adapters/media/fetch/create-reference-fetcher.ts';
import { createAddressGuard } from '../../../src/adapters/network/create-address-guard.ts';
import { createGuardedFetch } from '../../../src/adapters/network/create-guarded-fetch.ts';
import { freePort } from '../../support/loopback.ts';
import { PATIENCE_MS } from '../../support/until.ts';
import { startServer } from './reference-server.ts';

const limits = { maxBytes: 1000, timeoutMs: PATIENCE_MS };
const fetcher = createReferenceFetcher();

test('reads a whole file with its declared type', async () => {
  await using server = await startServer((_, response) => {
    response.setHeader('content-type', 'image/png').end(Buffer.alloc(1000, 7));
  });
  const found = await fetcher.fetch(`${server.origin}/picture.png`, limits);
  expect(found).toEqual({ kind: 'fetched', bytes: new Uint8Array(1000).fill(7), declaredType: 'image/png' });
});

test('reads no faster than its pace, whether the length is announced or not', async () => {
  for (const headers of [{ 'content-length': 3_000_000 }, {}]) {
    await using server = await startServer((_, response) => {
      response.writeHead(200, headers).end(Buffer.alloc(3_000_000, 7));
    });
    let spent = 0;
    const pace = {
      spend(bytes: number) {
        spent += bytes;
        return new Promise<void>((go) => setImmediate(go));
      },
    };
    const paced = createReferenceFetcher({ pace });
    const found = await paced.fetch(server.origin, { maxBytes: 5_000_000, timeoutMs: PATIENCE_MS });
    expect([found.kind, spent]).toEqual(['fetched', 3_000_000]);
    expect(found.kind === 'fetched' && Buffer.alloc(3_000_000, 7).equals(found.bytes)).toBe(true);
  }
});

test('a file that is refused by its headers is not received', async () => {
  const answers = [
    { status: 404, kind: 'unreachable' },
    { status: 200, headers: { 'content-length': '1001' }, kind: 'too_large' },
  ];
  for (const { kind, ...init } of answers) {
    let isLeft = false;
    const body = new ReadableStream<Uint8Array>({
      cancel() {
        isLeft = true;
      },
    });
    const reading = createReferenceFetcher({ fetch: async () => new Response(body, init) });
    expect(await reading.fetch('https://images.example/1.png', limits)).toMatchObject({ kind });
    expect(isLeft).toBe(true);
  }
});

test.each(['-1', '1.5', 'many', '9007199254740993'])('ignores an announced length of %s', async (length) => {
  const answer = async () => new Response('bytes', { headers: { 'content-length': length } });
  const found = await createReferenceFetcher({ fetch: answer }).fetch('https://images.example/1.png', limits);
  expect(found).toMatchObject({ kind: 'fetched', bytes: new TextEncoder().encode('bytes') });
});

test('reports the status of an address that answers with an error', async () => {
  await using server = await startServer((_, response) => response.writeHead(404).end('no'));
  expect(await fetcher.fetch(server.origin, limits)).toEqual({
    kind: 'unreachable',
    reason: 'the server responded with 404',
  });
});

test('treats an empty body as unreachable', async () => {
  await using server = await startServer((_, response) => response.end());
  expect(await fetcher.fetch(server.origin, limits)).toEqual({
    kind: 'unreachable',
    reason: 'the server responded with 200 and an empty body',
  });
});

test('times out when the headers do not arrive', async () => {
  await using server = await startServer(() => undefined);
  expect(await fetcher.fetch(server.origin, { maxBytes: 1000, timeoutMs: 40 })).toEqual({
    kind: 'unreachable',
    reason: 'the server did not respond completely within 40 ms',
  });
});

test('times out although the caller could abort', async () => {
  await using server = await startServer(() => undefined);
  const { signal } = new AbortController();
  expect(await fetcher.fetch(server.origin, { maxBytes: 1000, timeoutMs: 40, signal })).toEqual({
    kind: 'unreachable',
    reason: 'the server did not respond completely within 40 ms',
  });
});

test('times out when the body stalls', async () => {
  await using server = await startServer((_, response) => response.write('begin'));
  expect(await fetcher.fetch(server.origin, { maxBytes: 1000, timeoutMs: 60 })).toEqual({
    kind: 'unreachable',
    reason: 'the server did not respond completely within 60 ms',
  });
});

test('stops when the caller aborts', async () => {
  const controller = new AbortController();
  await using server = await startServer(() => controller.abort());
  expect(await fetcher.fetch(server.origin, { ...limits, signal: controller.signal })).toEqual({
    kind: 'unreachable',
    reason: 'the download was cancelled',
  });
});

test('refuses by the declared length without reading the body', async () => {
  await using server = await startServer((_, response) => {
    response.setHeader('content-length', 1001).flushHeaders();
  });
  expect(await fetcher.fetch(server.origin, limits)).toEqual({
    kind: 'too_large',
    maxBytes: 1000,
    bytes: 1001,
  });
});

test('stops reading an endless body at the limit', async () => {
  await using server = await startServer((_, response) => {
    const feed = (): void => {
      while (!response.destroyed && response.write(Buffer.alloc(4096)));
      response.once('drain', feed);
    };
    feed();
  });
  expect(await fetcher.fetch(server.origin, limits)).toEqual({ kind: 'too_large', maxBytes: 1000 });
});

test('counts decoded bytes when the server compresses although it should not', async () => {
  const { gzipSync } = await import('node:zlib');
  await using server = await startServer((_, response) => {
    response.setHeader('content-encoding', 'gzip').end(gzipSync(Buffer.alloc(500_000)));
  });
  expect(await fetcher.fetch(server.origin, limits)).toEqual({ kind: 'too_large', maxBytes: 1000 });
});

test('reports a body shorter than its declared length', async () => {
  await using server = await startServer((_, response) => {
    response.setHeader('content-length', 900).write('short');
    setImmediate(() => response.destroy());
  });
  expect(await fetcher.fetch(server.origin, limits)).toEqual({
    kind: 'unreachable',
    reason: 'the connection was closed before the whole file arrived',
  });
});

test.each([[[301, 302, 307]], [[303, 308, 303]]])(
  'follows three redirects and checks every host: %j',
  async (statuses) => {
    const asked: string[] = [];
    await using server = await startServer((request, response) => {
      expect(request.headers['accept-encoding']).toBe('identity');
      const step = Number(request.url?.slice(1));
      if (step === 3) response.end('here');
      else response.writeHead(statuses[step] ?? 308, { location: `/${step + 1}` }).end('moved');
    });
    const asking = createReferenceFetcher({
      fetch: (url, init) => {
        asked.push(url.hostname);
        return fetch(url, init);
      },
    });
    expect(await asking.fetch(`${server.origin}/0`, limits)).toMatchObject({
      kind: 'fetched',
      bytes: new TextEncoder().encode('here'),
    });
    expect(asked).toEqual(['127.0.0.1', '127.0.0.1', '127.0.0.1', '127.0.0.1']);
  },
);

test('stops a redirect loop after three hops', async () => {
  let requests = 0;
  await using server = await startServer((_, response) => {
    requests += 1;
    response.writeHead(302, { location: '/again' }).end();
  });
  expect(await fetcher.fetch(server.origin, limits)).toEqual({
    kind: 'unreachable',
    reason: 'the URL redirects more than 3 times',
  });
  expect(requests).toBe(4);
});

test('does not follow a redirect to another scheme', async () => {
  await using server = await startServer((_, response) => {
    response.writeHead(302, { location: 'file:///etc/hostname' }).end();
  });
  expect(await fetcher.fetch(server.origin, limits)).toEqual({
    kind: 'unreachable',
    reason: 'the URL redirects to an invalid location: the scheme "file" is not http, https or data',
  });
});

test('reports that a connection was refused', async () => {
  expect(await fetcher.fetch(`http://127.0.0.1:${await freePort()}/`, limits)).toEqual({
    kind: 'unreachable',
    reason: 'the connection was refused',
  });
});

test('reports that a response is not HTTP', async () => {
  await using server = await startServer((request) => request.socket.end('hello\r\n\r\n'));
  expect(await fetcher.fetch(server.origin, limits)).toEqual({
    kind: 'unreachable',
    reason: 'the response is not valid HTTP',
  });
});

test('reports that the headers of a response never end', async () => {
  await using server = await startServer((request) =>
    request.socket.write(`HTTP/1.1 200 OK\r\n${`x: ${'y'.repeat(1000)}\r\n`.repeat(100)}`),
  );
  expect(await fetcher.fetch(server.origin, limits)).toEqual({
    kind: 'unreachable',
    reason: 'the headers of the response are too large',
  });
});

test.each([
  ['ENODATA', 'the host name does not resolve'],
  ['ETIMEOUT', 'the host name does not resolve at the moment'],
])('reports that the name server answers %s', async (code, reason) => {
  const resolve = () => Promise.reject(Object.assign(new Error('no address'), { code }));
  const guarded = createGuardedFetch(createAddressGuard({ resolve }));
  const found = await createReferenceFetcher({ fetch: guarded }).fetch('https://images.example/', limits);
  expect(found).toEqual({ kind: 'unreachable', reason });
  await guarded.close();
});

test('reports that a port is blocked', async () => {
  expect(await fetcher.fetch('http://127.0.0.1:25/', limits)).toEqual({
    kind: 'unreachable',
    reason: 'this port is not allowed (the Fetch standard blocks it)',
  });
});

test('reports that a host name does not resolve', async () => {
  const found = await fetcher.fetch('http://no-such-host.invalid/', limits);
  expect(found).toMatchObject({ kind: 'unreachable', reason: expect.stringContaining('does not resolve') });
});

test('contacts no host that the guard refuses', async () => {
  let requests = 0;
  await using server = await startServer((_, response) => {
    requests += 1;
    response.end('secret');
  });
  const guarded = createReferenceFetcher({ fetch: createGuardedFetch(createAddressGuard()) });
  expect(await guarded.fetch(server.origin, limits)).toEqual({
    kind: 'unreachable',
    reason: 'the address is not allowed',
  });
  expect(requests).toBe(0);
});

test.each([
  ['no URL', 'picture.png', 'not a valid URL'],
  ['empty', '', 'not a valid URL'],
  [
    'other characters than base64, of a wrong length',
    'data:image/png;base64,%%%%not',
    'the base64 data has characters outside A-Z, a-z, 0-9, + and /',
  ],
  ['another scheme', 'ftp://example.test/a.png', 'the scheme "ftp" is not http, https or data'],
  ['user information', 'http://me:pass@example.test/', 'the URL must not carry a user name or password'],
])('reports a malformed address: %s', async (_, address, reason) => {
  expect(await fetcher.fetch(address, limits)).toEqual({ kind: 'malformed', reason });
});

test('decodes a data URI and reports its type as written', async () => {
  expect(await fetcher.fetch('data:image/png;base64,aGVsbG8=', limits)).toEqual({
    kind: 'fetched',
    bytes: Buffer.from('hello'),
    declaredType: 'image/png',
  });
});

test('measures a data URI before decoding it', async () => {
  const fits = `data:image/png;base64,${Buffer.alloc(1000).toString('base64')}`;
  const large = `data:image/png;base64,${Buffer.alloc(1001).toString('base64')}`;
  expect(await fetcher.fetch(fits, limits)).toMatchObject({ kind: 'fetched' });
  expect(await fetcher.fetch(large, limits)).toEqual({ kind: 'too_large', maxBytes: 1000, bytes: 1001 });
});

test('reads the prefix of a data URI case-insensitively', async () => {
  const read = await fetcher.fetch('DATA:Image/PNG;Base64,aGVsbG8=', limits);
  expect(read).toMatchObject({ kind: 'fetched', declaredType: 'image/png' });
});

test.each([
  ['bare base64 marker missing', 'data:image/png,aGVsbG8='],
  ['no format', 'data:image/;base64,aGVsbG8='],
  ['no image', 'data:text/html;base64,aGVsbG8='],
  ['no data', 'data:image/png;base64,'],
  ['no padding', 'data:image/png;base64,aGVsbG8'],
  ['too much padding', 'data:image/png;base64,aGVsb==='],
  ['padding in the middle', 'data:image/png;base64,aG=sbG8='],
  ['URL alphabet', 'data:image/png;base64,aG-_bG8='],
  ['a space', 'data:image/png;base64,aGVs bG8'],
  ['a line break', 'data:image/png;base64,aGVs\nbG8'],
])('reports a malformed data URI: %s', async (_, address) => {
  expect(await fetcher.fetch(address, limits)).toMatchObject({ kind: 'malformed' });
});
