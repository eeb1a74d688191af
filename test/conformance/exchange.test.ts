import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { describe, NoResponse, send } from '../../src/conformance/wire/exchange.ts';

/** A server that answers a number of requests on a connection, and closes it at the next one. */
async function startClosing(
  answers: number,
  how: 'destroy' | 'resetAndDestroy' = 'destroy',
): Promise<{ readonly url: string; readonly asked: string[] }> {
  const asked: string[] = [];
  const server: Server = createServer((request, response) => {
    const socket = request.socket as typeof request.socket & { served?: number };
    socket.served = (socket.served ?? 0) + 1;
    asked.push(`${request.method} ${socket.served}`);
    request.resume().on('end', () => {
      if ((socket.served ?? 0) > answers) return void socket[how]();
      return void response.end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, asked };
}

test.each(['destroy', 'resetAndDestroy'] as const)(
  'a GET is repeated on a new connection when the server closes the kept one: %s',
  async (how) => {
    const { url, asked } = await startClosing(1, how);
    await send({ method: 'GET', url, headers: {} });
    await nextTurn(); // until then the connection is not free for another request
    expect((await send({ method: 'GET', url, headers: {} })).status).toBe(200);
    expect(asked).toEqual(['GET 1', 'GET 2', 'GET 1']);
  },
);

test('a POST is never repeated: it may have been carried out', async () => {
  const { url, asked } = await startClosing(1);
  await send({ method: 'GET', url, headers: {} });
  await nextTurn(); // until then the connection is not free for another request
  await expect(send({ method: 'POST', url, headers: {}, body: '{}' })).rejects.toThrow(NoResponse);
  expect(asked).toEqual(['GET 1', 'POST 2']);
});

test('a GET on a new connection is not repeated', async () => {
  const { url, asked } = await startClosing(0);
  await expect(send({ method: 'GET', url, headers: {} })).rejects.toThrow(NoResponse);
  expect(asked).toEqual(['GET 1']);
});

test('a request without a response in time is described once', () => {
  const request = { method: 'POST', url: 'http://gw.example/v1/responses', headers: {} };
  const late = new DOMException('The operation was aborted due to timeout', 'TimeoutError');
  expect(describe(request, late)).toBe('POST http://gw.example/v1/responses: no response in time');
});
