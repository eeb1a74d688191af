import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import type { RequestHandler } from '../../src/gateway/exchange.ts';
import { createNodeServer } from '../../src/http/node.ts';
import { createTestGateway } from '../support/create-test-gateway.ts';
import { until, within } from '../support/until.ts';
import { listen } from './listen.ts';
import { connectRaw } from './raw-connection.ts';

const KEY = 'authorization: Bearer sk-alpha';
const get = (target: string, version = '1.1') => `GET ${target} HTTP/${version}\r\nhost: g\r\n${KEY}\r\n\r\n`;
const post = (target: string, body: string, headers = '') =>
  `POST ${target} HTTP/1.1\r\nhost: g\r\n${KEY}\r\n${headers}content-length: ${body.length}\r\n\r\n${body}`;
const boat = '{"model":"sx-5-0-pro","prompt":"A paper boat"}';

test('serves one request after another on a connection', async () => {
  const { gateway } = createTestGateway();
  await using server = await listen(gateway);
  await using connection = await connectRaw(server.port);
  for (const target of ['/v1/models', '/nowhere', '/v1/user/balance', '/v1/models']) {
    connection.write(get(target));
    expect((await connection.answer())?.status).toBe(target === '/nowhere' ? 404 : 200);
  }
  connection.write(post('/v1/images/generations', boat));
  expect((await connection.answer())?.body).toContain('"status":"submitted"');
  connection.write(get('/v1/tasks/task_000001'));
  expect((await connection.answer())?.body).toContain('"status":"submitted"');
});

test('answers pipelined requests in order', async () => {
  const { gateway } = createTestGateway();
  await using server = await listen(gateway);
  await using connection = await connectRaw(server.port);
  const targets = ['/v1/models?expand=parameters', '/nowhere', '/v1/user/balance', '/v1/tasks/x'];
  connection.write(targets.map((target) => get(target)).join(''));
  const statuses = [];
  for (const _target of targets) statuses.push((await connection.answer())?.status);
  expect(statuses).toEqual([200, 404, 200, 404]);
});

test('an unread body is not mistaken for the next request', async () => {
  const { gateway } = createTestGateway();
  await using server = await listen(gateway);
  for (const [target, status] of [
    ['/nowhere', 404],
    ['/v1/models', 405],
  ] as const) {
    await using connection = await connectRaw(server.port);
    connection.write(post(target, get('/v1/user/balance')));
    expect((await connection.answer())?.status).toBe(status);
    connection.write(get('/v1/models'));
    const next = await connection.answer();
    if (next) expect(next.body).toContain('"object":"list"');
  }
});

test('refuses a body with too large an announced length without waiting for it', async () => {
  const { gateway } = createTestGateway();
  await using server = await listen(gateway);
  await using connection = await connectRaw(server.port);
  const head = `POST /v1/images/generations HTTP/1.1\r\nhost: g\r\n${KEY}\r\ncontent-length: 99999999999\r\n\r\n`;
  connection.write(head);
  const answer = await connection.answer();
  expect(answer?.status).toBe(413);
  expect(answer?.headers.connection).toBe('close');
  await using another = await connectRaw(server.port);
  another.write(get('/v1/models'));
  expect((await another.answer())?.status).toBe(200);
});

test('a client that sends too large a body to its end still reads the 413, every time', async () => {
  const { gateway, faults } = createTestGateway();
  await using server = await listen(gateway);
  const url = `http://127.0.0.1:${server.port}/v1/videos/generations`;
  const headers = { authorization: 'Bearer sk-alpha' };
  const body = new Uint8Array(4 * 1024 * 1024).fill(0x20);
  for (let round = 0; round < 20; round += 1) {
    const response = await fetch(url, { method: 'POST', headers, body });
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ error: { code: 413, reason: 'body_too_large' } });
    expect((await fetch(url, { method: 'POST', headers, body: boat })).status).toBe(400);
  }
  expect(faults).toEqual([]);
});

test('counts the bytes of a body without an announced length', async () => {
  const { gateway, faults } = createTestGateway();
  await using server = await listen(gateway);
  await using connection = await connectRaw(server.port);
  const head = `POST /v1/videos/generations HTTP/1.1\r\nhost: g\r\n${KEY}\r\ntransfer-encoding: chunked\r\n\r\n`;
  connection.write(head);
  const chunk = `10000\r\n${' '.repeat(65_536)}\r\n`;
  for (let sent = 0; sent <= 16; sent += 1) connection.write(chunk);
  const answer = await connection.answer();
  expect(answer?.status).toBe(413);
  await using another = await connectRaw(server.port);
  another.write(get('/v1/models'));
  expect((await another.answer())?.status).toBe(200);
  expect(faults).toEqual([]);
});

test('stops reading a body that never ends', async () => {
  const { gateway } = createTestGateway();
  await using server = await listen(gateway);
  await using connection = await connectRaw(server.port);
  const head = `POST /v1/videos/generations HTTP/1.1\r\nhost: g\r\n${KEY}\r\ntransfer-encoding: chunked\r\n\r\n`;
  connection.write(head);
  const chunk = Buffer.from(`100000\r\n${' '.repeat(1_048_576)}\r\n`);
  let sent = 0;
  while (sent < 64 && (await writeChunk(connection.socket, chunk))) sent += 1;
  expect(sent).toBeLessThan(64);
});

test('a client that stops in the middle of its body is disconnected, and nobody else', async () => {
  const { gateway, faults } = createTestGateway();
  await using server = await listen(gateway, { stalledSenderMs: 50 });
  await using idle = await connectRaw(server.port);
  idle.write(get('/v1/models'));
  expect((await within('an answer', idle.answer()))?.status).toBe(200);
  for (const rest of ['content-length: 100\r\n\r\n{', 'transfer-encoding: chunked\r\n\r\n1\r\n{\r\n']) {
    await using connection = await connectRaw(server.port);
    const closed = new Promise((resolve) => connection.socket.once('close', resolve));
    connection.write(`POST /v1/images/generations HTTP/1.1\r\nhost: g\r\n${KEY}\r\n${rest}`);
    await within('the connection is closed', closed);
  }
  idle.write(post('/v1/images/generations', boat));
  expect((await within('an answer', idle.answer()))?.status).toBe(200);
  expect(faults).toEqual([]);
});

test('a client is not disconnected while its complete body is processed', async () => {
  const read = Promise.withResolvers<void>();
  const done = Promise.withResolvers<void>();
  const gateway: RequestHandler = {
    async handle(request) {
      await request.readBody(1000);
      read.resolve();
      await done.promise;
      return { status: 200, headers: {}, body: 'done' };
    },
  };
  await using server = await listen(gateway, { stalledSenderMs: 60_000 });
  await using connection = await connectRaw(server.port);
  connection.write('POST / HTTP/1.1\r\nhost: g\r\ntransfer-encoding: chunked\r\n\r\n');
  await until('the connection has a time limit', () => server.timeoutMs() === 60_000);
  connection.write('1\r\n{\r\n0\r\n\r\n');
  await within('the body is read', read.promise);
  expect(server.timeoutMs()).toBe(0);
  done.resolve();
  expect((await within('an answer', connection.answer()))?.status).toBe(200);
});

test('a rejected client that sends no more of its body is disconnected', async () => {
  const { gateway } = createTestGateway();
  await using server = await listen(gateway);
  for (const rest of ['content-length: 100\r\n\r\n{', 'transfer-encoding: chunked\r\n\r\n1\r\n{\r\n']) {
    await using connection = await connectRaw(server.port);
    const closed = new Promise((resolve) => connection.socket.once('close', resolve));
    connection.write(`POST /v1/images/generations HTTP/1.1\r\nhost: g\r\n${rest}`);
    expect((await within('an answer', connection.answer()))?.status).toBe(401);
    await within('the connection is closed', closed);
  }
});

test('a rejected client may send the rest of its body: the connection ends after it', async () => {
  const { gateway } = createTestGateway();
  await using server = await listen(gateway);
  for (const [framing, chunk] of [
    ['content-length: 2000', 'a'.repeat(1000)],
    ['transfer-encoding: chunked', `3e8\r\n${'a'.repeat(1000)}\r\n`],
  ] as const) {
    await using connection = await connectRaw(server.port);
    let hasEnded = false;
    const ended = new Promise<void>((resolve) => connection.socket.once('end', resolve)).then(() => {
      hasEnded = true;
    });
    connection.write(`POST /v1/images/generations HTTP/1.1\r\nhost: g\r\n${framing}\r\n\r\n${chunk}`);
    expect((await within('an answer', connection.answer()))?.status).toBe(401);
    await using other = await connectRaw(server.port);
    other.write(get('/v1/models'));
    expect((await within('another answer', other.answer()))?.status).toBe(200);
    expect(hasEnded).toBe(false);
    connection.write(framing.startsWith('transfer') ? `${chunk}0\r\n\r\n` : chunk);
    await within('the connection ends', ended);
  }
});

test('reads hardly anything of a rejected body in tiny chunks, and the client gets its response', async () => {
  const { gateway } = createTestGateway();
  await using server = await listen(gateway);
  for (const [head, status] of [
    ['POST /v1/chat/completions HTTP/1.1\r\nhost: g', 401],
    ['POST /nowhere HTTP/1.1\r\nhost: g', 404],
    [`GET /v1/models HTTP/1.1\r\nhost: g\r\n${KEY}`, 200],
  ] as const) {
    await using connection = await connectRaw(server.port);
    connection.write(`${head}\r\ntransfer-encoding: chunked\r\n\r\n`);
    connection.write('1\r\na\r\n'.repeat(200_000));
    expect((await within('an answer', connection.answer()))?.status).toBe(status);
    await within('the connection ends', new Promise((resolve) => connection.socket.once('close', resolve)));
    expect(server.bytesRead()).toBeLessThanOrEqual(4 * 65_536);
  }
});

/** Writes and waits until the data was flushed; false when the connection is gone. */
function writeChunk(socket: Socket, chunk: Buffer): Promise<boolean> {
  return new Promise((resolve) => {
    socket.write(chunk, (error) => resolve(!error && !socket.destroyed));
  });
}

test('reads a body in chunks', async () => {
  const { gateway } = createTestGateway();
  await using server = await listen(gateway);
  await using connection = await connectRaw(server.port);
  const head = `POST /v1/images/generations HTTP/1.1\r\nhost: g\r\n${KEY}\r\ntransfer-encoding: chunked\r\n\r\n`;
  const chunks = [...boat].map((letter) => `1\r\n${letter}\r\n`).join('');
  connection.write(`${head}${chunks}0\r\n\r\n`);
  expect((await connection.answer())?.status).toBe(200);
  connection.write(get('/v1/user/balance'));
  expect((await connection.answer())?.body).toContain('999.955');
});

test('accepts a body in one packet or in two, and keeps the connection open', async () => {
  const { gateway } = createTestGateway();
  await using server = await listen(gateway);
  await using connection = await connectRaw(server.port);
  const whole = post('/v1/images/generations', boat);
  for (const cut of [whole.length, whole.length - 1, whole.length - boat.length, 10]) {
    const read = connection.socket.bytesWritten;
    connection.write(whole.slice(0, cut));
    await until('the first part is read', () => server.bytesRead() === read + cut);
    connection.write(whole.slice(cut));
    const answer = await connection.answer();
    expect(answer?.status).toBe(200);
    expect(answer?.headers.connection).toBe('keep-alive');
  }
});

test('accepts the bodies of pipelined requests', async () => {
  const { gateway } = createTestGateway();
  await using server = await listen(gateway);
  await using connection = await connectRaw(server.port);
  connection.write(post('/v1/images/generations', boat).repeat(3) + get('/v1/user/balance'));
  for (const id of ['task_000001', 'task_000002', 'task_000003'])
    expect((await connection.answer())?.body).toContain(id);
  expect((await connection.answer())?.status).toBe(200);
});

test('a client that disconnects in the middle of its body leaves nothing behind', async () => {
  const { gateway, store, faults } = createTestGateway();
  await using server = await listen(gateway);
  for (let round = 0; round < 5; round += 1) {
    await using connection = await connectRaw(server.port);
    connection.write(post('/v1/images/generations', boat).slice(0, -round - 1));
    await new Promise((resolve) => setImmediate(resolve));
  }
  await using connection = await connectRaw(server.port);
  connection.write(get('/v1/user/balance'));
  expect((await connection.answer())?.body).toContain('"remain_balance":1000');
  expect((await store.findAccount('alpha'))?.held).toBe(0n);
  expect(faults).toEqual([]);
});

test('HEAD has a length and no body, and keeps the connection open', async () => {
  const { gateway } = createTestGateway();
  await using server = await listen(gateway);
  await using connection = await connectRaw(server.port);
  connection.write(get('/v1/models').replace('GET', 'HEAD') + get('/v1/models'));
  const head = await connection.answer({ isHead: true });
  const answer = await connection.answer();
  expect(head?.status).toBe(200);
  expect(Number(head?.headers['content-length'])).toBe(Buffer.byteLength(answer?.body ?? ''));
});

test('answers a client that sends Expect: 100-continue', async () => {
  const { gateway } = createTestGateway();
  await using server = await listen(gateway);
  await using connection = await connectRaw(server.port);
  const [head = '', body = ''] = post('/v1/images/generations', boat, 'expect: 100-continue\r\n').split(
    '\r\n\r\n',
  );
  connection.write(`${head}\r\n\r\n`);
  expect((await connection.answer())?.status).toBe(100);
  connection.write(body);
  expect((await connection.answer())?.status).toBe(200);
});

/** The head of a request whose body comes after `100 Continue`. */
const expectant = (headers = '') =>
  `${post('/v1/images/generations', boat, `expect: 100-continue\r\n${headers}`).split('\r\n\r\n')[0]}\r\n\r\n`;

test.each([
  ['a wrong key', 401, expectant().replace('sk-alpha', 'sk-nobody')],
  ['a body that is too large', 413, expectant().replace(/length: \d+/, 'length: 4000000000')],
])('does not ask for the body of a request with %s', async (_name, status, head) => {
  const { gateway } = createTestGateway();
  await using server = await listen(gateway);
  await using connection = await connectRaw(server.port);
  connection.write(head);
  const answer = await connection.answer();
  expect(answer?.status).toBe(status);
  expect(answer?.headers.connection).toBe('close');
});

test('a client that expects 100 Continue but does not wait for it keeps its connection', async () => {
  const { gateway } = createTestGateway();
  await using server = await listen(gateway);
  await using connection = await connectRaw(server.port);
  connection.write(post('/v1/images/generations', boat, 'expect: 100-continue\r\n'));
  expect((await connection.answer())?.status).toBe(100);
  expect((await connection.answer())?.status).toBe(200);
  connection.write(get('/v1/models'));
  expect((await connection.answer())?.status).toBe(200);
});

test('answers a client with an unknown expectation', async () => {
  const { gateway } = createTestGateway();
  await using server = await listen(gateway);
  await using connection = await connectRaw(server.port);
  connection.write(get('/v1/models').replace('host: g', 'host: g\r\nexpect: a miracle'));
  expect((await connection.answer())?.status).toBe(200);
});

test.each([
  ['HTTP/1.0', get('/v1/models', '1.0')],
  ['HTTP/1.0 without a host, which it does not require', get('/v1/models', '1.0').replace('host: g\r\n', '')],
  [
    'HTTP/1.1 with other headers of four letters',
    get('/v1/models').replace(KEY, `${KEY}\r\nfrom: a@b\r\ndate: today`),
  ],
])('answers a request of %s', async (_what, text) => {
  const { gateway } = createTestGateway();
  await using server = await listen(gateway);
  await using connection = await connectRaw(server.port);
  connection.write(text);
  expect((await connection.answer())?.status).toBe(200);
});

test('accepts a target with scheme and host', async () => {
  const { gateway } = createTestGateway();
  await using server = await listen(gateway);
  await using connection = await connectRaw(server.port);
  connection.write(get('http://gateway.example/v1/models'));
  expect((await connection.answer())?.status).toBe(200);
});

test.each([
  ['garbage', 'garbage\r\n\r\n'],
  ['a method nobody has', get('/v1/models').replace('GET', 'BREW')],
  ['a small method', get('/v1/models').replace('GET', 'get')],
  ['a blank in the target', get('/v1/ models')],
  ['a header without a name', get('/v1/models').replace(KEY, ': x')],
  ['two lengths', post('/v1/images/generations', boat, 'content-length: 3\r\n')],
  ['a length and chunks', post('/v1/images/generations', boat, 'transfer-encoding: chunked\r\n')],
  ['a length that is none', post('/v1/images/generations', boat).replace(/length: \d+/, 'length: -1')],
  ['a header of 100 kB', get('/v1/models').replace('host: g', `host: g\r\nx-long: ${'x'.repeat(100_000)}`)],
  ['a target of 100 kB', get(`/v1/${'x'.repeat(100_000)}`)],
  ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
])('refuses %s and survives', async (_what, text) => {
  const { gateway, faults } = createTestGateway();
  await using server = await listen(gateway);
  await using connection = await connectRaw(server.port);
  connection.write(text);
  const answer = await connection.answer();
  if (answer) expect(answer.status >= 400 && answer.status < 500).toBe(true);
  await using another = await connectRaw(server.port);
  another.write(get('/v1/models'));
  expect((await another.answer())?.status).toBe(200);
  expect(faults).toEqual([]);
});

test.each([
  ['twice', `${KEY}\r\n${KEY}`, [200]],
  ['and another', `${KEY}\r\nauthorization: Bearer sk-nobody`, [200, 400, 401]],
])('accepts an Authorization header %s without a fault', async (_what, lines, statuses) => {
  const { gateway, faults } = createTestGateway();
  await using server = await listen(gateway);
  await using connection = await connectRaw(server.port);
  connection.write(get('/v1/models').replace(KEY, lines));
  expect(statuses).toContain((await connection.answer())?.status);
  expect(faults).toEqual([]);
});

test('links on one connection name the host of each request', async () => {
  const handler: RequestHandler = {
    handle: async ({ origin }) => ({ status: 200, headers: {}, body: `${origin} é` }),
  };
  await using server = await listen(handler);
  await using connection = await connectRaw(server.port);
  for (const host of ['a.example', 'b.example:81', 'a.example']) {
    connection.write(get('/').replace('host: g', `host: ${host}`));
    expect((await connection.answer())?.body).toBe(`http://${host} é`);
  }
  await using old = await connectRaw(server.port);
  old.write('GET / HTTP/1.0\r\n\r\n');
  expect((await old.answer())?.body).toBe('http://localhost é');
});

test('builds links from the host that the client named, or the public origin', async () => {
  for (const [options, origin] of [
    [{}, 'http://box.example:81/files/'],
    [{ publicOrigin: 'https://gateway.example' }, 'https://gateway.example/files/'],
  ] as const) {
    const { gateway, advance } = createTestGateway();
    await using server = await listen(gateway, options);
    await using connection = await connectRaw(server.port);
    connection.write(post('/v1/images/generations', boat).replace('host: g', 'host: box.example:81'));
    expect((await connection.answer())?.status).toBe(200);
    await advance(90);
    connection.write(get('/v1/tasks/task_000001'));
    expect((await connection.answer())?.body).toContain(`"url":["${origin}`);
  }
});

test.each([
  ['garbage', 'garbage\r\n\r\n', 400, 'malformed_request'],
  ['a request without a host', get('/v1/models').replace('host: g\r\n', ''), 400, 'malformed_request'],
  ['two hosts', get('/v1/models').replace('host: g', 'host: g\r\nHost: evil'), 400, 'malformed_request'],
  ['a host said twice', get('/v1/models').replace('host: g', 'HOST: g\r\nhost: g'), 400, 'malformed_request'],
  [
    'two hosts of HTTP/1.0',
    get('/v1/models', '1.0').replace('host: g', 'host: g\r\nhost: h'),
    400,
    'malformed_request',
  ],
  [
    'a tunnel',
    `CONNECT example.com:443 HTTP/1.1\r\nhost: example.com:443\r\n\r\n`,
    405,
    'method_not_allowed',
  ],
  ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400, 'malformed_request'],
  [
    'a header of 100 kB',
    get('/v1/models').replace('host: g', `host: g\r\nx-long: ${'x'.repeat(100_000)}`),
    431,
    'headers_too_large',
  ],
])('answers %s with the error envelope and closes the connection', async (_what, text, status, reason) => {
  const { gateway } = createTestGateway();
  await using server = await listen(gateway);
  await using connection = await connectRaw(server.port);
  connection.write(text);
  const answer = await connection.answer();
  expect(answer?.status).toBe(status);
  expect(answer?.headers.connection).toBe('close');
  expect(answer?.headers['x-request-id']).toMatch(/^req_\w+$/);
  expect(answer?.headers['access-control-allow-origin']).toBe('*');
  expect(answer?.headers['access-control-expose-headers']).toMatch(/\bx-request-id$/);
  expect(JSON.parse(answer?.body ?? '')).toMatchObject({
    error: { code: status, type: 'invalid_request_error', reason },
  });
});

test('keeps an idle connection longer than load balancers do, and announces it', async () => {
  const { gateway } = createTestGateway();
  await using server = await listen(gateway);
  await using connection = await connectRaw(server.port);
  connection.write(get('/v1/models'));
  expect((await connection.answer())?.headers['keep-alive']).toBe('timeout=65');
  const { keepAliveTimeout, headersTimeout } = createNodeServer(gateway);
  expect([keepAliveTimeout, headersTimeout]).toEqual([65_000, 66_000]);
});

test('a request has five minutes to arrive, with its body', () => {
  const { gateway } = createTestGateway();
  expect(createNodeServer(gateway).requestTimeout).toBe(300_000);
});

test('answers CONNECT with the allowed methods, and forwards nothing', async () => {
  const { gateway, faults } = createTestGateway();
  await using server = await listen(gateway);
  await using connection = await connectRaw(server.port);
  const place = `${'h'.repeat(5000)}:443`;
  connection.write(`CONNECT ${place} HTTP/1.1\r\nhost: h:443\r\n\r\n${get('/v1/models')}`);
  const answer = await connection.answer();
  expect(answer?.headers.allow).toBe('GET, HEAD, POST, OPTIONS');
  expect(answer?.body).toContain('CONNECT');
  expect(answer?.body.length).toBeLessThan(1000);
  expect(await connection.answer()).toBeUndefined();
  expect(faults).toEqual([]);
});

test.each([
  ['before', false],
  ['after', true],
])('a CONNECT connection that is reset %s the response does no harm', async (_when, isRead) => {
  const { gateway } = createTestGateway();
  await using server = await listen(gateway);
  const closed = server.closed();
  await using connection = await connectRaw(server.port);
  connection.write('CONNECT h:443 HTTP/1.1\r\nhost: h:443\r\n\r\n');
  if (isRead) await connection.answer();
  connection.socket.resetAndDestroy();
  await closed;
  await using other = await connectRaw(server.port);
  other.write(get('/v1/models'));
  expect((await other.answer())?.status).toBe(200);
});

test('closes a CONNECT connection whose client never does', async () => {
  const { gateway } = createTestGateway();
  await using server = await listen(gateway);
  const closed = server.closed();
  const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true });
  socket.write('CONNECT h:443 HTTP/1.1\r\nhost: h:443\r\n\r\n');
  socket.resume();
  await closed;
  socket.destroy();
});

test.each(['websocket', 'h2c', 'TLS/1.0'])(
  'answers a request to upgrade to %s as an ordinary one, and continues',
  async (protocol) => {
    const { gateway } = createTestGateway();
    await using server = await listen(gateway);
    await using connection = await connectRaw(server.port);
    const upgrade = `connection: Upgrade, HTTP2-Settings\r\nupgrade: ${protocol}\r\nhttp2-settings: AAMAAABk\r\n`;
    connection.write(get('/v1/models').replace('host: g\r\n', `host: g\r\n${upgrade}`));
    expect(await connection.answer()).toMatchObject({ status: 200, headers: { connection: 'keep-alive' } });
    connection.write(post('/v1/images/generations', boat, upgrade));
    expect((await connection.answer())?.body).toContain('task_000001');
    connection.write(get('/v1/user/balance'));
    expect((await connection.answer())?.status).toBe(200);
  },
);
