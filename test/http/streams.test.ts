import { connect } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { RequestHandler } from '../../src/gateway/exchange.ts';
import { createFetchHandler } from '../../src/http/fetch.ts';
import { until, within } from '../support/until.ts';
import { listen } from './listen.ts';
import { connectRaw } from './raw-connection.ts';

/** A gateway that streams, and the outcome of the stream. */
function streaming({ chunks = 3, fails = false } = {}) {
  const seen = { left: 0 };
  let release: () => void = () => {};
  const ended = new Promise<void>((resolve) => {
    release = resolve;
  });
  async function* produce() {
    try {
      for (let index = 0; index < chunks; index += 1) yield `data: ${index}\n\n`;
      if (fails) throw new Error('the stream broke');
    } finally {
      seen.left += 1;
      release();
    }
  }
  const gateway: RequestHandler = {
    handle: async () => ({
      status: 200,
      headers: { 'content-type': 'text/event-stream' },
      body: produce(),
    }),
  };
  return { gateway, seen, ended };
}

const url = 'http://gateway.example/v1/chat/completions';

test('the Fetch shell streams every chunk', async () => {
  const { gateway, seen } = streaming();
  const response = await createFetchHandler(gateway)(new Request(url, { method: 'POST', body: '{}' }));
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  expect(await response.text()).toBe('data: 0\n\ndata: 1\n\ndata: 2\n\n');
  expect(seen.left).toBe(1);
});

test('the Fetch shell closes the stream when the client disconnects', async () => {
  const { gateway, seen, ended } = streaming({ chunks: Number.POSITIVE_INFINITY });
  const response = await createFetchHandler(gateway)(new Request(url, { method: 'POST', body: '{}' }));
  const reader = response.body?.getReader();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('data: 0\n\n');
  await reader?.cancel();
  await ended;
  expect(seen.left).toBe(1);
});

test('the Node shell streams every chunk', async () => {
  const { gateway, seen } = streaming();
  await using server = await listen(gateway);
  const response = await fetch(`http://127.0.0.1:${server.port}/`, { method: 'POST', body: '{}' });
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  expect(await response.text()).toBe('data: 0\n\ndata: 1\n\ndata: 2\n\n');
  expect(seen.left).toBe(1);
});

test('the Node shell sends available chunks as one, and later ones immediately', async () => {
  const { promise: later, resolve: goOn } = Promise.withResolvers<void>();
  async function* produce() {
    yield 'one ';
    yield 'two ';
    await later;
    yield 'three';
  }
  await using server = await listen({
    handle: async () => ({ status: 200, headers: {}, body: produce() }),
  });
  const socket = connect(server.port, '127.0.0.1').setEncoding('utf8');
  let received = '';
  const bodyEnds = (end: string) =>
    within(
      `the body ends in ${end}`,
      new Promise<void>((resolve) => {
        socket.on('data', (text) => {
          received += text;
          if (received.endsWith(end)) resolve();
        });
      }),
    );
  const first = bodyEnds('\r\n\r\n8\r\none two \r\n');
  socket.write('GET / HTTP/1.1\r\nhost: gateway.example\r\n\r\n');
  await first;
  const last = bodyEnds('5\r\nthree\r\n0\r\n\r\n');
  goOn();
  await last;
  socket.destroy();
});

test('the Node shell closes an endless stream when the client disconnects', async () => {
  const { gateway, seen, ended } = streaming({ chunks: Number.POSITIVE_INFINITY });
  await using server = await listen(gateway);
  const leave = new AbortController();
  const response = await fetch(`http://127.0.0.1:${server.port}/`, { signal: leave.signal });
  const reader = response.body?.getReader();
  await reader?.read();
  leave.abort();
  await ended;
  expect(seen).toEqual({ left: 1 });
});

test('a stream that fails ends the response abnormally', async () => {
  const { gateway } = streaming({ fails: true });
  await using server = await listen(gateway);
  const answer = fetch(`http://127.0.0.1:${server.port}/`).then((response) => response.text());
  await expect(answer).rejects.toThrow();
  const direct = await createFetchHandler(gateway)(new Request(url));
  await expect(direct.text()).rejects.toThrow('the stream broke');
});

test('a signal that is created after the client disconnected is aborted', async () => {
  const { promise: arrived, resolve: tellArrived } = Promise.withResolvers<void>();
  const { promise: gone, resolve: tellGone } = Promise.withResolvers<void>();
  const { promise: aborted, resolve: tellAborted } = Promise.withResolvers<boolean | undefined>();
  const gateway: RequestHandler = {
    async handle(request) {
      tellArrived();
      await gone;
      tellAborted(request.signal()?.aborted);
      return { status: 204, headers: {}, body: undefined };
    },
  };
  await using server = await listen(gateway);
  const closed = server.closed();
  await using connection = await connectRaw(server.port);
  connection.write('GET / HTTP/1.1\r\nhost: g\r\n\r\n');
  await arrived;
  connection.socket.destroy();
  await closed;
  tellGone();
  expect(await aborted).toBe(true);
});

test('a signal is aborted when its client disconnects, and not by a complete response', async () => {
  const signals = new Map<string, AbortSignal>();
  const left = Promise.withResolvers<void>();
  const gateway: RequestHandler = {
    async handle(request) {
      const { target } = request;
      const own = request.signal?.() ?? AbortSignal.abort();
      signals.set(target, own);
      own.addEventListener('abort', () => left.resolve());
      if (target === '/slow') await left.promise;
      return { status: 200, headers: {}, body: 'done' };
    },
  };
  await using server = await listen(gateway);
  {
    const closed = server.closed();
    await using connection = await connectRaw(server.port);
    connection.write('GET /quick HTTP/1.1\r\nhost: g\r\n\r\n');
    expect((await connection.answer())?.body).toBe('done');
    connection.socket.destroy();
    await within('the connection closes', closed);
  }
  await using connection = await connectRaw(server.port);
  connection.write('GET /slow HTTP/1.1\r\nhost: g\r\n\r\n');
  await until('the request arrives', () => signals.has('/slow'));
  connection.socket.destroy();
  await within('the signal is aborted', left.promise);
  expect([...signals].map(([target, { aborted }]) => [target, aborted])).toEqual([
    ['/quick', false],
    ['/slow', true],
  ]);
});

test('the Node shell closes the connection of a large body that its client does not read', async () => {
  const body = new Uint8Array(64 * 2 ** 20);
  await using server = await listen(
    { handle: async () => ({ status: 200, headers: {}, body }) },
    { stalledReaderMs: 10 },
  );
  const socket = connect(server.port, '127.0.0.1').pause();
  const closed = within('the connection is cut', server.closed());
  socket.write('GET / HTTP/1.1\r\nhost: gateway.example\r\n\r\n');
  await closed;
  socket.destroy();
});

test('the Node shell closes an endless stream that its client does not read', async () => {
  const { gateway, seen, ended } = streaming({ chunks: Number.POSITIVE_INFINITY });
  await using server = await listen(gateway, { stalledReaderMs: 10 });
  const socket = connect(server.port, '127.0.0.1').pause();
  const closed = within('the connection is cut', server.closed());
  socket.write('GET / HTTP/1.1\r\nhost: gateway.example\r\n\r\n');
  await within('the stream ends', ended);
  await closed;
  socket.destroy();
  expect(seen.left).toBe(1);
});

test('the Node shell forgives a client that was slow once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const [asked, rest] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const large = 'x'.repeat(4 * 2 ** 20);
  async function* produce() {
    yield large;
    yield 'read ';
    asked.resolve();
    await rest.promise;
    yield 'end';
  }
  const handle = async () => ({ status: 200, headers: {}, body: produce() });
  await using server = await listen({ handle }, { stalledReaderMs: 10_000 });
  const reading = fetch(`http://127.0.0.1:${server.port}/`).then((response) => response.text());
  await asked.promise;
  await vi.advanceTimersByTimeAsync(10_000);
  rest.resolve();
  expect((await reading).slice(large.length)).toBe('read end');
});

test.each([
  ['at once', async () => {}],
  ['in a later turn', () => new Promise<void>((resolve) => setImmediate(resolve))],
] as const)('the Node shell sends what came before a fault %s, and not the end', async (_when, pause) => {
  async function* produce() {
    yield 'one ';
    yield 'two ';
    await pause();
    throw new Error('the stream broke');
  }
  await using server = await listen({
    handle: async () => ({ status: 200, headers: {}, body: produce() }),
  });
  const socket = connect(server.port, '127.0.0.1').setEncoding('utf8');
  let received = '';
  socket.on('data', (text) => {
    received += text;
  });
  socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n');
  await within('the connection is closed', new Promise((resolve) => socket.once('close', resolve)));
  expect(received).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*\r\n8\r\none two \r\n$/);
});
