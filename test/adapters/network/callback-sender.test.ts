import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { expect, test } from 'vitest';
import { createAddressGuard } from '../../../src/adapters/network/create-address-guard.ts';
import { createCallbackSender } from '../../../src/adapters/network/create-callback-sender.ts';
import { createGuardedFetch, type GuardedFetch } from '../../../src/adapters/network/create-guarded-fetch.ts';
import type { CallbackRequest } from '../../../src/gateway/ports/callback-sender.ts';
import { listenOnLoopback } from '../../support/loopback.ts';
import { PATIENCE_MS } from '../../support/until.ts';

/** Sends one callback to its own receiver. */
async function sendTo(
  listener: (...exchange: Parameters<RequestListener>) => unknown,
  {
    wrap = (guarded) => guarded,
    ...fields
  }: Partial<CallbackRequest> & { readonly wrap?: (guarded: GuardedFetch) => GuardedFetch } = {},
) {
  const server = createServer((request, response) => void listener(request, response));
  const port = await listenOnLoopback(server);
  const guarded = createGuardedFetch(createAddressGuard({ allowPrivate: true, ports: 'any' }));
  const url = `http://127.0.0.1:${port}/callback?x=1`;
  const request = {
    url,
    headers: { 'webhook-id': 'task_1' },
    body: '{"né":1}',
    timeoutMs: PATIENCE_MS,
    ...fields,
  };
  try {
    return await createCallbackSender(wrap(guarded)).send(request);
  } finally {
    await guarded.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

test('posts the body and the headers unchanged', async () => {
  let seen: readonly unknown[] = [];
  const result = await sendTo(async (request: IncomingMessage, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    const { 'webhook-id': id, 'content-length': length } = request.headers;
    seen = [request.method, request.url, id, length, body];
    response.writeHead(202).end();
  });
  expect(result).toEqual({ kind: 'answered', status: 202 });
  expect(seen).toEqual(['POST', '/callback?x=1', 'task_1', '9', '{"né":1}']);
});

test.each([
  200, 204, 205, 301, 302, 304, 307, 400, 401, 404, 407, 408, 421, 425, 429, 451, 500, 501, 503, 511, 599,
])('reports a %i as it is, after one request', async (status) => {
  let count = 0;
  const result = await sendTo((_request, response) => {
    count += 1;
    response.writeHead(status, { location: 'http://169.254.169.254/' }).end();
  });
  expect(result).toEqual({ kind: 'answered', status });
  expect(count).toBe(1);
});

test('reads a few kilobytes of an endless response, and no more', async () => {
  let written = 0;
  const result = await sendTo((_request, response) => {
    const block = Buffer.alloc(64 * 1024);
    const pour = () => {
      while (!response.destroyed && response.write(block)) written += block.length;
    };
    response.writeHead(200).on('drain', pour);
    pour();
  });
  expect(result).toEqual({ kind: 'answered', status: 200 });
  expect(written).toBeLessThan(16 * 1024 * 1024); // what fits the buffers of both sides
});

test('reads a body that its status forbids, so that its connection can be closed', async () => {
  const result = await sendTo((_request, response) => response.writeHead(205).end('x'.repeat(1_000_000)));
  expect(result).toEqual({ kind: 'answered', status: 205 });
});

test('accepts a response whose body stalls', async () => {
  const timeIsOver = new AbortController();
  const whileOpen =
    (guarded: GuardedFetch): ((...asked: Parameters<GuardedFetch>) => Promise<Response>) =>
    async (url, init) => {
      const response = await guarded(url, { ...init, signal: timeIsOver.signal });
      setImmediate(() => timeIsOver.abort());
      return response;
    };
  const result = await sendTo(
    (_request, response) => {
      response.writeHead(200, { 'content-length': 100 }).write('begun');
    },
    { wrap: (guarded) => Object.assign(whileOpen(guarded), { close: guarded.close }) },
  );
  expect(result).toEqual({ kind: 'answered', status: 200 });
});

test('stops at the timeout', async () => {
  const result = await sendTo(() => {}, { timeoutMs: 50 });
  expect(result).toEqual({ kind: 'unreachable', reason: 'no answer within 50 ms' });
});

test.each([
  [
    'a closed connection',
    (response) => response.destroy(),
    'the connection was closed before a response arrived',
  ],
  [
    'an answer that is no HTTP',
    (response) => response.socket?.end('SSH-2.0-OpenSSH\r\n\r\n'),
    'the response is not valid HTTP',
  ],
] as readonly (readonly [string, (response: Parameters<RequestListener>[1]) => unknown, string])[])(
  'explains %s in one line',
  async (_name, answer, reason) => {
    expect(await sendTo((_request, response) => void answer(response))).toEqual({
      kind: 'unreachable',
      reason,
    });
  },
);

test.each(['', 'not a url', 'unusable URL: http://h.example', 'ftp://h.example/'])(
  'refuses the address %j',
  async (url) => {
    expect(await sendTo(() => {}, { url })).toMatchObject({ kind: 'refused' });
  },
);

test('explains a port where nothing listens', async () => {
  expect(await sendTo(() => {}, { url: 'http://127.0.0.1:9/hooks/callback' })).toEqual({
    kind: 'unreachable',
    reason: 'the connection was refused',
  });
});

test.each([
  ['ENOTFOUND', 'the host name does not resolve'],
  ['ENODATA', 'the host name does not resolve'],
  ['ESERVFAIL', 'the host name does not resolve at the moment'],
])('explains that the name server answers %s', async (code, reason) => {
  const resolve = () => Promise.reject(Object.assign(new Error('no such name'), { code }));
  const guarded = createGuardedFetch(createAddressGuard({ resolve }));
  const request = { url: 'https://hooks.example/', headers: {}, body: '', timeoutMs: 1000 };
  expect(await createCallbackSender(guarded).send(request)).toEqual({ kind: 'unreachable', reason });
  await guarded.close();
});

test('explains a response whose headers never end', async () => {
  const result = await sendTo((_request, response) =>
    response.socket?.write(`HTTP/1.1 200 OK\r\n${`x: ${'y'.repeat(1000)}\r\n`.repeat(100)}`),
  );
  expect(result).toEqual({ kind: 'unreachable', reason: 'the headers of the response are too large' });
});
