import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { createPace, type Pace } from '../../src/gateway/memory/pace.ts';
import { FragmentedError } from '../../src/http/collect-body.ts';
import { type ChunkReceiver, receiveChunks } from '../../src/http/receive-chunks.ts';
import { listenOnLoopback } from '../support/loopback.ts';
import { until, within } from '../support/until.ts';
import { connectRaw, type RawConnection } from './raw-connection.ts';

const HEAD = 'POST / HTTP/1.1\r\nhost: g\r\ntransfer-encoding: chunked\r\n\r\n';
/** What Node reads of a connection at a time. */
const ONE_READ = 65_536;
const pace = createPace(setImmediate);

interface Received extends AsyncDisposable {
  readonly receiver: ChunkReceiver;
  readonly outgoing: ServerResponse;
  readonly socket: Socket;
  readonly connection: RawConnection;
}

/** A server that has received the head of one request, and whatever followed it immediately. */
async function receive(text: string): Promise<Received> {
  const request = Promise.withResolvers<Pick<Received, 'receiver' | 'outgoing' | 'socket'>>();
  const server = createServer((incoming: IncomingMessage, outgoing) => {
    request.resolve({ receiver: receiveChunks(incoming), outgoing, socket: incoming.socket });
  });
  const connection = await connectRaw(await listenOnLoopback(server));
  connection.write(text);
  return {
    ...(await within('a request arrives', request.promise)),
    connection,
    async [Symbol.asyncDispose]() {
      connection.socket.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function partsOf(receiver: ChunkReceiver, own: Pace = pace): Promise<readonly string[]> {
  const parts: string[] = [];
  for await (const part of receiver.parts(own)) parts.push(Buffer.from(part).toString('latin1'));
  return parts;
}

const chunks = (count: number, text: string) => `${text.length.toString(16)}\r\n${text}\r\n`.repeat(count);

test('all chunks of one read are one part', async () => {
  await using received = await receive(`${HEAD}${chunks(5000, 'a')}${chunks(3, 'bc'.repeat(20))}0\r\n\r\n`);
  const parts = await within('the body ends', partsOf(received.receiver));
  expect(parts.join('')).toBe('a'.repeat(5000) + 'bc'.repeat(60));
  expect(parts.length).toBeLessThanOrEqual(Math.ceil(received.socket.bytesRead / 1000));
  expect(received.receiver.count()).toBe(5003);
});

test('bytes keep their order, in short chunks and long ones', async () => {
  const texts = ['abc', 'de', 'f', '0123456789abcdefghij', 'xyz'];
  await using received = await receive(`${HEAD}${texts.map((text) => chunks(1, text)).join('')}0\r\n\r\n`);
  const parts = await within('the body ends', partsOf(received.receiver));
  expect(parts.join('')).toBe('abcdef0123456789abcdefghijxyz');
});

test('every chunk counts for the pace, and more than its bytes', async () => {
  await using received = await receive(`${HEAD}${chunks(5000, 'x'.repeat(66))}0\r\n\r\n`);
  let spent = 0;
  const counting: Pace = {
    spend(bytes) {
      spent += bytes;
      return undefined;
    },
  };
  await within('the body ends', partsOf(received.receiver, counting));
  expect(spent).toBeGreaterThan(100 * 5000);
  expect(spent).toBeLessThan(200 * 5000);
});

test('a large body in large chunks arrives whole, and the connection stays usable', async () => {
  await using received = await receive(`${HEAD}${chunks(40, 'x'.repeat(50_000))}0\r\n\r\n`);
  const parts = await within('the body ends', partsOf(received.receiver));
  expect(parts.join('')).toBe('x'.repeat(2_000_000));
  received.outgoing.end('done');
  expect((await within('an answer', received.connection.answer()))?.status).toBe(200);
  received.connection.write('GET / HTTP/1.1\r\nhost: g\r\n\r\n');
  const { socket } = received;
  const read = socket.bytesRead;
  await until('the connection is read on', () => socket.bytesRead > read);
});

test('very many chunks are received when they have more than 64 bytes each, and refused when they have fewer', async () => {
  const body = (length: number) => `${HEAD}${chunks(20_100, 'x'.repeat(length))}0\r\n\r\n`;
  // Node gives out a chunk in two pieces when it is read in two.
  await using longer = await receive(body(66));
  const parts = await within('the body ends', partsOf(longer.receiver));
  expect(parts.join('')).toHaveLength(20_100 * 66);
  await using shorter = await receive(body(63));
  await expect(within('the body is refused', partsOf(shorter.receiver))).rejects.toThrow(FragmentedError);
});

test('nothing of a body is read before it is requested, and then one chunk per turn', async () => {
  await using received = await receive(HEAD + chunks(10_000, 'a'.repeat(100)));
  const { socket, receiver } = received;
  const turns = async (count: number) => {
    for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  await turns(100);
  expect(socket.bytesRead).toBeLessThanOrEqual(ONE_READ);
  const parts = receiver.parts(pace);
  for (const reads of [1, 2, 3]) {
    await within('the next part', parts.next());
    await turns(100);
    expect(socket.bytesRead).toBeLessThanOrEqual(reads * ONE_READ);
  }
});

test('very many chunks of a few bytes abort the body, and no more of it is read', async () => {
  for (const [count, text, isFragmented] of [
    [20_000, 'a', false],
    [20_001, 'a', true],
    [20_001, 'a'.repeat(63), true],
    // Two reads can share a chunk, which then counts as two.
    [20_001, 'a'.repeat(66), false],
  ] as const) {
    await using received = await receive(`${HEAD}${chunks(count, text)}0\r\n\r\n`);
    const parts = within('the body ends', partsOf(received.receiver));
    if (isFragmented) await expect(parts).rejects.toThrow(FragmentedError);
    else expect((await parts).join('')).toHaveLength(count * text.length);
  }
});

test('a body that is cut off is an error, after what has arrived was delivered', async () => {
  await using received = await receive(HEAD + chunks(10, 'a'));
  const parts = received.receiver.parts(pace);
  expect((await within('the first part', parts.next())).value).toHaveLength(10);
  received.connection.socket.destroy();
  await expect(within('the end', parts.next())).rejects.toThrow('disconnected');
});
