import { connect } from 'node:net';
import { setImmediate } from 'node:timers';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { RequestHandler } from '../../src/gateway/exchange.ts';
import { unreadable } from '../../src/http/refuse-connection.ts';
import { until, within } from '../support/until.ts';
import { listen } from './listen.ts';
import { connectRaw } from './raw-connection.ts';

const post = (body: string, headers = '') =>
  `POST /submit HTTP/1.1\r\nHost: a\r\n${headers}Content-Length: ${body.length}\r\n\r\n${body}`;
const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;

/** Answers each request with its path after a few turns of the event loop, as a database does. */
const slow: RequestHandler = {
  async handle({ target, readBody }) {
    await readBody(1000);
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    return { status: 200, headers: {}, body: target };
  },
};

async function everythingOf(port: number, text: string, { isHalfClosed = false } = {}): Promise<string> {
  const connection = await connectRaw(port);
  let received = '';
  connection.socket.on('data', (chunk) => {
    received += chunk.toString('latin1');
  });
  connection.write(text);
  if (isHalfClosed) connection.socket.end();
  await within('the connection ends', new Promise((resolve) => connection.socket.once('close', resolve)));
  return received;
}

const statuses = (received: string) =>
  received.match(/HTTP\/1\.1 (\d+)/g)?.map((line) => Number(line.slice(9)));

test.each([
  ['bytes that are no request', 'GARBAGE\r\n\r\n', 400],
  ['too large headers', `GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
  ['CONNECT', 'CONNECT h:443 HTTP/1.1\r\nHost: h:443\r\n\r\n', 405],
])('%s after accepted requests are refused after their responses', async (_what, unreadable, status) => {
  await using server = await listen(slow);
  const received = await everythingOf(server.port, post('{}') + get('/second') + unreadable);
  expect(statuses(received)).toEqual([200, 200, status]);
  expect(received.indexOf('/submit')).toBeLessThan(received.indexOf('/second'));
});

test('a hundred pipelined requests are answered before what cannot be read behind them', async () => {
  await using server = await listen(slow);
  const received = await everythingOf(server.port, `${post('{}').repeat(100)}GARBAGE\r\n\r\n`);
  expect(statuses(received)).toEqual([...Array.from({ length: 100 }, () => 200), 400]);
});

test('what follows a request that closes the connection is ignored', async () => {
  await using server = await listen(slow);
  const received = await everythingOf(server.port, post('{}', 'Connection: close\r\n') + get('/ignored'));
  expect(statuses(received)).toEqual([200]);
});

test('a body that cannot be read is refused in its place, after the response before it', async () => {
  await using server = await listen(slow);
  const broken = 'POST /b HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n';
  expect(statuses(await everythingOf(server.port, broken))).toEqual([400]);
  expect(statuses(await everythingOf(server.port, get('/a') + broken))).toEqual([200, 400]);
});

test('the rest of a body that cannot be read changes nothing about a response that was sent before', async () => {
  const unread: RequestHandler = { handle: async () => ({ status: 401, headers: {}, body: 'no key' }) };
  await using server = await listen(unread);
  await using connection = await connectRaw(server.port);
  let received = '';
  connection.socket.on('data', (chunk) => {
    received += chunk;
  });
  connection.write('POST /b HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n');
  await until('an answer', () => received.endsWith('no key'));
  const read = server.bytesRead();
  connection.write('zz\r\n');
  await until('it is read', () => server.bytesRead() > read);
  await fetch(`http://127.0.0.1:${server.port}/`);
  expect(statuses(received)).toEqual([401]);
});

test('what cannot be read behind a complete response is refused at once', async () => {
  await using server = await listen(slow);
  await using connection = await connectRaw(server.port);
  connection.write(get('/a'));
  expect((await within('an answer', connection.answer()))?.body).toBe('/a');
  connection.write('GARBAGE\r\n\r\n');
  expect((await within('the refusal', connection.answer()))?.status).toBe(400);
});

test.each([
  ['bytes that are no request', 400, 'GARBAGE\r\n\r\n'],
  ['CONNECT, with more', 405, `CONNECT h:443 HTTP/1.1\r\nHost: h:443\r\n\r\n${'more '.repeat(100_000)}`],
])('a client that is refused for %s and leaves is forgotten at once', async (_what, status, text) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  await using server = await listen(slow);
  const gone = server.closed();
  await using connection = await connectRaw(server.port);
  connection.write(text);
  expect((await connection.answer())?.status).toBe(status);
  await gone;
  expect(vi.getTimerCount()).toBe(0);
});

test('what cannot be read is refused once, however much follows', async () => {
  const warnings: string[] = [];
  const note = ({ message }: Error) => void warnings.push(message);
  process.on('warning', note);
  onTestFinished(() => void process.off('warning', note));
  const first = Promise.withResolvers<void>();
  const waiting: RequestHandler = {
    async handle({ target }) {
      await first.promise;
      return { status: 200, headers: {}, body: target };
    },
  };
  await using server = await listen(waiting);
  await using connection = await connectRaw(server.port);
  for (const part of [get('/a'), ...Array.from({ length: 20 }, () => 'GARBAGE\r\n\r\n')]) {
    const read = server.bytesRead();
    connection.write(part);
    await until('it is read', () => server.bytesRead() === read + part.length);
  }
  first.resolve();
  for (const status of [200, 400, undefined])
    expect((await within('an answer or the end', connection.answer()))?.status).toBe(status);
  expect(warnings, 'too many listeners').toEqual([]);
});

test('a stream is complete before what follows it is refused', async () => {
  async function* produce() {
    for (let index = 0; index < 20; index += 1) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      yield `data: ${index}\n\n`;
    }
  }
  const streaming: RequestHandler = { handle: async () => ({ status: 200, headers: {}, body: produce() }) };
  await using server = await listen(streaming);
  const received = await everythingOf(server.port, `${get('/')}GARBAGE\r\n\r\nMORE\r\n\r\n`);
  expect(statuses(received)).toEqual([200, 400]);
  expect(received).toMatch(/data: 19\n\n\r\n0\r\n\r\nHTTP\/1\.1 400 /);
});

test('a transfer coding that is not chunked is refused', async () => {
  await using server = await listen(slow);
  const body = '2\r\n{}\r\n0\r\n\r\n';
  const head = 'POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nTransfer-Encoding:';
  expect(statuses(await everythingOf(server.port, `${head} gzip, chunked\r\n\r\n${body}`))).toEqual([400]);
  expect(statuses(await everythingOf(server.port, `${head} Chunked\r\n\r\n${body}`))).toEqual([200]);
});

test('a target may name the host, as to a proxy', async () => {
  const targets: string[] = [];
  const noting: RequestHandler = {
    async handle({ target }) {
      targets.push(target);
      return { status: 200, headers: {}, body: 'ok' };
    },
  };
  await using server = await listen(noting);
  for (const target of ['/x?y=http://b/', 'http://a/x?y=1', 'HTTPS://a:8443/x', 'http://a', 'http://a?y=1'])
    await everythingOf(server.port, `GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
  expect(targets).toEqual(['/x?y=http://b/', '/x?y=1', '/x', '/', '/?y=1']);
});

test('a request that does not arrive in time is refused with 408', () => {
  const { status, headers, body } = unreadable('ERR_HTTP_REQUEST_TIMEOUT');
  expect([status, headers.connection]).toEqual([408, 'close']);
  expect(JSON.parse(body)).toEqual({
    error: {
      code: 408,
      message: 'The request did not arrive in time.',
      type: 'invalid_request_error',
      reason: 'request_timeout',
    },
  });
});

test('a client that sends nothing more gets a response that is ready', async () => {
  const ready: RequestHandler = {
    async handle() {
      await new Promise((resolve) => setImmediate(resolve));
      return { status: 200, headers: {}, body: 'ready' };
    },
  };
  await using server = await listen(ready);
  for (let round = 0; round < 20; round += 1) {
    const received = await everythingOf(server.port, get('/'), { isHalfClosed: true });
    expect(statuses(received)).toEqual([200]);
  }
});

test('a response that breaks off behind another one closes the connection after it', async () => {
  const second: RequestHandler = {
    async handle(request) {
      if (request.target === '/broken') throw new Error('dropped');
      return slow.handle(request);
    },
  };
  await using server = await listen(second);
  const received = await everythingOf(server.port, get('/first') + get('/broken'));
  expect(statuses(received)).toEqual([200]);
  expect(received.endsWith('/first-\r\n\r\n')).toBe(true);
});

test('a dropped connection is closed, even if its client never does that', async () => {
  const dropping: RequestHandler = { handle: () => Promise.reject(new Error('dropped')) };
  await using server = await listen(dropping);
  const gone = server.closed();
  const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true });
  onTestFinished(() => void socket.destroy());
  socket.resume().write(get('/'));
  await within('the connection is closed', gone);
});

test('a stream that waits for its turn for longer than a client may stall is sent as a whole', async () => {
  const long = 'x'.repeat(300_000);
  async function* first() {
    for (let index = 0; index < 10; index += 1) {
      await new Promise((resolve) => setTimeout(resolve, 30));
      yield 'a';
    }
  }
  async function* second() {
    for (let index = 0; index < 5; index += 1) yield long;
    yield 'the end';
  }
  const streaming: RequestHandler = {
    handle: async ({ target }) => ({
      status: 200,
      headers: {},
      body: target === '/first' ? first() : second(),
    }),
  };
  await using server = await listen(streaming, { stalledReaderMs: 100 });
  const last = 'GET /second HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
  const received = await everythingOf(server.port, get('/first') + last);
  expect(statuses(received)).toEqual([200, 200]);
  expect(received.endsWith('the end\r\n0\r\n\r\n')).toBe(true);
});

test('a HEAD response that breaks off has its headers', async () => {
  async function* broken(): AsyncGenerator<string> {
    yield* [];
    throw new Error('truncated');
  }
  const truncated: RequestHandler = { handle: async () => ({ status: 200, headers: {}, body: broken() }) };
  await using server = await listen(truncated);
  const received = await everythingOf(server.port, 'HEAD / HTTP/1.1\r\nHost: a\r\n\r\n');
  expect(statuses(received)).toEqual([200]);
});
