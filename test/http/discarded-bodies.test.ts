import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { BodyRoom, RequestHandler } from '../../src/gateway/exchange.ts';
import { type Listening, listen } from './listen.ts';
import { connectRaw } from './raw-connection.ts';

/** Time stands still: what ends here does not end because it took too long. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
});

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));
const chunks = (count: number, text = 'a') => `${text.length.toString(16)}\r\n${text}\r\n`.repeat(count);
const CHUNKED = 'POST / HTTP/1.1\r\nhost: g\r\ntransfer-encoding: chunked\r\n\r\n';
const sized = (length: number) => `POST / HTTP/1.1\r\nhost: g\r\ncontent-length: ${length}\r\n\r\n`;

/** Refuses every body unread. */
const refusing: RequestHandler = { handle: async () => ({ status: 401, headers: {}, body: 'refused' }) };

/** Responds with what became of a body that may have that many bytes. */
function reading(maxBytes: number, room?: BodyRoom): RequestHandler {
  return {
    async handle({ readBody }) {
      const read = await readBody(maxBytes, room);
      return { status: 200, headers: {}, body: typeof read === 'string' ? read : `${read.length} bytes` };
    },
  };
}

/** A connection that sends the parts of one request, and what it receives. */
async function open(server: Listening) {
  const connection = await connectRaw(server.port);
  const state = { hasEnded: false };
  connection.socket.once('end', () => {
    state.hasEnded = true;
  });
  onTestFinished(() => void connection.socket.destroy());
  return {
    state,
    answer: async () => (await connection.answer())?.body,
    /** Sends it, and lets the server read it and do what it does then. */
    async send(text: string) {
      const read = server.bytesRead() + text.length;
      connection.write(text);
      while (server.bytesRead() < read && !state.hasEnded) await nextTurn();
      for (let turn = 0; turn < 50; turn += 1) await nextTurn();
    },
    async end() {
      while (!state.hasEnded) await nextTurn();
    },
  };
}

test.each([
  ['with a length', sized(4), 'abc', 'd'],
  ['in chunks', CHUNKED, chunks(3), `${chunks(1)}0\r\n\r\n`],
])('the connection of a refused body %s ends with the body', async (_how, head, first, last) => {
  await using server = await listen(refusing);
  const client = await open(server);
  await client.send(head + first);
  expect(await client.answer()).toBe('refused');
  expect(client.state.hasEnded).toBe(false);
  await client.send(last);
  await client.end();
  expect(vi.getTimerCount()).toBe(0);
});

test('after 32 MiB of a refused body its connection ends', async () => {
  await using server = await listen(refusing);
  const client = await open(server);
  await client.send(sized(2 ** 26) + 'a'.repeat(2 ** 24));
  expect([await client.answer(), client.state.hasEnded]).toEqual(['refused', false]);
  await client.send('a'.repeat(2 ** 24 + 1));
  await client.end();
});

test('of a refused body, each tiny chunk counts as 4 KiB: the connection ends after 8192', async () => {
  await using server = await listen(refusing);
  const client = await open(server);
  await client.send(CHUNKED);
  expect(await client.answer()).toBe('refused');
  for (const count of [5000, 3000]) await client.send(chunks(count));
  expect(client.state.hasEnded).toBe(false);
  await client.send(chunks(193));
  await client.end();
});

test('chunks that were accepted before do not count', async () => {
  await using server = await listen(reading(899_999));
  const client = await open(server);
  await client.send(CHUNKED + chunks(9000, 'a'.repeat(100)));
  expect(await client.answer()).toBe('too_large');
  await client.send(chunks(1));
  expect(client.state.hasEnded).toBe(false);
  await client.send('0\r\n\r\n');
  await client.end();
});

test('after too many chunks, the client has two seconds to read the response', async () => {
  await using server = await listen(reading(1_000_000));
  const client = await open(server);
  await client.send(CHUNKED + chunks(20_001));
  expect(await client.answer()).toBe('fragmented');
  await client.send('');
  expect(client.state.hasEnded).toBe(false);
  vi.advanceTimersByTime(2000);
  await client.end();
});

test('a client that sends no more of a refused body has two seconds to read the response', async () => {
  await using server = await listen(refusing);
  const client = await open(server);
  await client.send(`${sized(2)}a`);
  expect(await client.answer()).toBe('refused');
  vi.advanceTimersByTime(1999);
  await client.send('');
  expect(client.state.hasEnded).toBe(false);
  vi.advanceTimersByTime(1);
  await client.end();
});

test('a body that is refused while it arrives gets its response', async () => {
  const asked: number[] = [];
  const room: BodyRoom = { freely: 10, take: async (more) => asked.push(more) < 2, look: () => true };
  await using server = await listen(reading(100_000, room));
  const client = await open(server);
  await client.send(`${sized(50_000)}${'a'.repeat(1000)}`);
  expect(await client.answer()).toBe('no_room');
  expect(asked).toHaveLength(2);
});

test('a body may have as many bytes as allowed', async () => {
  for (const [length, want] of [
    [10, '10 bytes'],
    [11, 'too_large'],
  ] as const) {
    await using server = await listen(reading(10));
    const client = await open(server);
    await client.send(sized(length) + 'a'.repeat(length));
    expect(await client.answer()).toBe(want);
  }
});
