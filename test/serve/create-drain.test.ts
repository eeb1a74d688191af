import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDrain } from '../../src/node/create-drain.ts';
import { within } from '../support/until.ts';

const GET = 'GET / HTTP/1.1\r\nhost: g\r\n\r\n';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Lets time pass in small steps, between which sockets are served. */
async function pass(milliseconds: number): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += 10) {
    vi.advanceTimersByTime(10);
    await nextTurn();
  }
}

/** A client that does not close its connection when the server does, and the server's side of that connection. */
interface Joined {
  readonly client: Socket;
  readonly socket: Socket;
}

async function open(answer: RequestListener = (_request, response) => response.end('ok')) {
  const server = createServer(answer);
  const drain = createDrain(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const clients: Socket[] = [];
  const join = async (): Promise<Joined> => {
    const accepted = once(server, 'connection') as Promise<[Socket]>;
    const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
    client.on('error', () => undefined);
    clients.push(client);
    const [socket] = await accepted;
    return { client, socket };
  };
  return {
    server,
    drain,
    join,
    async [Symbol.asyncDispose]() {
      for (const client of clients) client.destroy();
      server.closeAllConnections();
      if (server.listening) await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Sends a request, and resolves when its response has arrived. */
async function ask(client: Socket): Promise<void> {
  const answered = once(client, 'data');
  client.write(GET);
  await within('a response', answered);
}

/** Resolves when the server has read the byte, or has destroyed the connection. */
async function sendByte({ client, socket }: Joined, byte: string): Promise<void> {
  const expected = socket.bytesRead + 1;
  client.write(byte);
  while (socket.bytesRead < expected && !socket.destroyed) await nextTurn();
}

/** Whether the server has ended or destroyed its side of a connection. */
const isLeft = (socket: Socket) => socket.writableEnded || socket.destroyed;

test('finish closes the listener although nothing refused connections before', async () => {
  await using service = await open();
  const finished = service.drain.finish(60_000);
  await pass(200);
  await within('the end', finished);
  expect(service.server.listening).toBe(false);
});

test('the listener closes when no connection came for a tenth of a second', async () => {
  await using service = await open();
  await service.join();
  const refused = service.drain.refuse();
  await pass(80);
  expect(service.server.listening).toBe(true);
  await pass(40);
  await within('the refusal', refused);
  expect(service.server.listening).toBe(false);
});

test('the listener closes after half a second although connections keep coming', async () => {
  await using service = await open();
  const refused = service.drain.refuse();
  for (let passed = 0; passed < 450; passed += 50) {
    await service.join();
    await pass(50);
    expect(service.server.listening).toBe(true);
  }
  await service.join();
  await pass(60);
  await within('the refusal', refused);
  expect(service.server.listening).toBe(false);
});

test('an idle connection is ended after half a second, and kept for a second so that the client can close it', async () => {
  await using service = await open();
  const { client, socket } = await service.join();
  await ask(client);
  const finished = service.drain.finish(60_000);
  await pass(450);
  expect(isLeft(socket)).toBe(false);
  await pass(200);
  expect([socket.writableEnded, socket.destroyed]).toEqual([true, false]);
  await pass(850);
  expect(socket.destroyed).toBe(false);
  await pass(300);
  await within('the end', finished);
  expect(socket.destroyed).toBe(true);
});

test('a client that goes on sending on an ended connection does not keep it', async () => {
  await using service = await open();
  const { client, socket } = await service.join();
  await ask(client);
  const finished = service.drain.finish(60_000);
  await pass(650);
  expect(isLeft(socket)).toBe(true);
  for (const byte of GET.slice(0, 24)) {
    await sendByte({ client, socket }, byte);
    await pass(50);
  }
  await within('the end', finished);
  expect(socket.destroyed).toBe(true);
});

test('a connection that receives a request slowly is not idle', async () => {
  await using service = await open();
  const { client, socket } = await service.join();
  const finished = service.drain.finish(60_000);
  for (const byte of GET.slice(0, -1)) {
    await sendByte({ client, socket }, byte);
    await pass(100);
  }
  expect(isLeft(socket)).toBe(false);
  const answered = once(client, 'data');
  client.write(GET.slice(-1));
  expect(String(await within('a response', answered))).toContain('200 OK');
  client.end();
  await pass(200);
  await within('the end', finished);
});

test('a connection whose response has not left yet is not idle', async () => {
  const body = Buffer.alloc(64 * 2 ** 20);
  await using service = await open((_request, response) => response.end(body));
  const { client, socket } = await service.join();
  client.pause();
  client.write(GET);
  await within('the request', once(service.server, 'request'));
  const finished = service.drain.finish(60_000);
  await pass(3000);
  expect(isLeft(socket)).toBe(false);
  let received = 0;
  client.on('data', ({ length }) => {
    received += length;
  });
  const ended = once(client, 'end');
  client.resume();
  while (received < body.length) await nextTurn();
  await pass(700);
  await within('the end of the response', ended);
  client.end();
  await pass(100);
  await within('the end', finished);
});
