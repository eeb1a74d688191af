import { expect, onTestFinished, test } from 'vitest';
import type { GatewayResponse, RequestHandler } from '../../src/gateway/exchange.ts';
import { createNodeServer } from '../../src/http/node.ts';
import { closeServer, listenOnLoopback } from '../support/loopback.ts';
import { within } from '../support/until.ts';
import { listen } from './listen.ts';
import { connectRaw, type RawConnection } from './raw-connection.ts';

const get = (target: string) => `GET ${target} HTTP/1.1\r\nhost: g\r\n\r\n`;
const closed = ({ socket }: RawConnection) =>
  within('the connection is closed', new Promise((resolve) => socket.once('close', resolve)));

/** Responds with this body. */
function answering(body: GatewayResponse['body']): RequestHandler {
  return { handle: async () => ({ status: body === undefined ? 204 : 200, headers: {}, body }) };
}

test('a response without a body has no length, and its connection stays open', async () => {
  await using server = await listen(answering(undefined));
  await using connection = await connectRaw(server.port);
  for (let request = 0; request < 2; request += 1) {
    connection.write(get('/'));
    const answer = await within('an answer', connection.answer());
    expect(answer).toMatchObject({ status: 204, headers: { connection: 'keep-alive' } });
    expect(answer?.headers).not.toHaveProperty('content-length');
  }
});

test('a response without a body is sent before the rest of a body that nobody reads', async () => {
  await using server = await listen(answering(undefined));
  await using connection = await connectRaw(server.port);
  let hasEnded = false;
  connection.socket.once('end', () => {
    hasEnded = true;
  });
  connection.write('POST / HTTP/1.1\r\nhost: g\r\ncontent-length: 2\r\n\r\n{');
  const answer = await within('an answer', connection.answer());
  expect(answer).toMatchObject({ status: 204, headers: { connection: 'close' } });
  await fetch(`http://127.0.0.1:${server.port}/`);
  expect(hasEnded).toBe(false);
  const ended = closed(connection);
  connection.write('}');
  await ended;
});

test('what follows a response that closes the connection is not handled', async () => {
  const handled: string[] = [];
  const noting: RequestHandler = {
    async handle({ target }) {
      handled.push(target);
      return { status: 200, headers: {}, body: target };
    },
  };
  await using server = await listen(noting);
  await using connection = await connectRaw(server.port);
  const ended = closed(connection);
  connection.write('POST /one HTTP/1.1\r\nhost: g\r\ncontent-length: 2\r\n\r\n{');
  const answer = await within('an answer', connection.answer());
  expect(answer).toMatchObject({ body: '/one', headers: { connection: 'close' } });
  connection.write(`}POST /two HTTP/1.1\r\nhost: g\r\ncontent-length: 2\r\n\r\n{}${get('/three')}`);
  await ended;
  expect(handled).toEqual(['/one']);
});

test('text and bytes of a stream keep their order', async () => {
  async function* mixed() {
    yield 'one ';
    yield new TextEncoder().encode('two ');
    yield 'three ';
    yield 'four';
  }
  await using server = await listen(answering(mixed()));
  const response = await fetch(`http://127.0.0.1:${server.port}/`);
  expect(await response.text()).toBe('one two three four');
});

test('each piece of a stream is sent when it is there', async () => {
  const wanted = Array.from({ length: 3 }, () => Promise.withResolvers<void>());
  async function* pieces() {
    for (const [index, { promise }] of wanted.entries()) {
      await promise;
      yield `piece ${index}`;
    }
  }
  await using server = await listen(answering(pieces()));
  const response = fetch(`http://127.0.0.1:${server.port}/`);
  wanted[0]?.resolve();
  const reader = (await within('the headers', response)).body?.getReader();
  for (const index of wanted.keys()) {
    wanted[index]?.resolve();
    const part = await within(`piece ${index}`, reader?.read() ?? Promise.reject(new Error('no body')));
    expect(new TextDecoder().decode(part.value)).toBe(`piece ${index}`);
  }
  expect((await reader?.read())?.done).toBe(true);
});

test('a response that cannot be written ends its connection, and no other that is written with it', async () => {
  const asked = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  const both = Promise.all(asked.map(({ promise }) => promise));
  const server = createNodeServer({
    async handle({ target }) {
      asked[target === '/broken' ? 0 : 1].resolve();
      await both;
      return { status: 200, headers: {}, body: target };
    },
  });
  onTestFinished(() => closeServer(server));
  server.prependListener('request', ({ url }, outgoing) => {
    if (url !== '/broken') return;
    outgoing.end = () => {
      throw new Error('It cannot be written.');
    };
  });
  const port = await listenOnLoopback(server);
  await using broken = await connectRaw(port);
  await using other = await connectRaw(port);
  const ended = closed(broken);
  broken.write(get('/broken'));
  await asked[0].promise;
  other.write(get('/other'));
  expect((await within('an answer', other.answer()))?.body).toBe('/other');
  await ended;
});

test('a client that does not read the second of two responses is disconnected', async () => {
  const begun = Promise.withResolvers<void>();
  async function* large() {
    begun.resolve();
    // More than the system buffers.
    yield new Uint8Array(2 ** 25);
  }
  const first = Promise.withResolvers<string>();
  const handler: RequestHandler = {
    async handle({ target }) {
      const body = target === '/first' ? await first.promise : large();
      return { status: 200, headers: {}, body };
    },
  };
  await using server = await listen(handler, { stalledReaderMs: 10 });
  const gone = server.closed();
  await using connection = await connectRaw(server.port);
  connection.socket.pause();
  connection.write(get('/first') + get('/second'));
  await within('the second response begins', begun.promise);
  await new Promise((resolve) => setImmediate(resolve));
  first.resolve('first');
  await within('the connection is cut', gone);
});

test('a long stream to a slow client leaves no listeners behind', async () => {
  const warnings: string[] = [];
  const note = ({ message }: Error) => void warnings.push(message);
  process.on('warning', note);
  onTestFinished(() => void process.off('warning', note));
  const piece = 'x'.repeat(500_000);
  async function* long() {
    for (let index = 0; index < 40; index += 1) yield piece;
  }
  await using server = await listen(answering(long()));
  const response = await fetch(`http://127.0.0.1:${server.port}/`);
  expect(await response.text()).toHaveLength(40 * 500_000);
  expect(warnings).toEqual([]);
});
