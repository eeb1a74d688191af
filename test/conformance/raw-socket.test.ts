import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { sendRaw } from '../../src/conformance/wire/raw-socket.ts';
import { listenOnLoopback } from '../support/loopback.ts';

const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ntransfer-encoding: chunked\r\n\r\n';

/** The text of the response to a raw request, from a server that sends these pieces and keeps the connection, or ends it. */
async function answerOf(pieces: readonly string[], { isEnded = false } = {}): Promise<string> {
  const server = createServer({ noDelay: true }, (socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      for (const piece of pieces) socket.write(piece);
      if (isEnded) socket.end();
    });
  });
  onTestFinished(() => void server.close());
  const baseUrl = `http://127.0.0.1:${await listenOnLoopback(server)}`;
  return (await sendRaw(baseUrl, 'GET / HTTP/1.1\r\nhost: g\r\n\r\n')).text;
}

test('a response in chunks ends with its last chunk', async () => {
  expect(await answerOf([HEAD, '3\r\na b\r\n', 'A;name=value\r\n0123456789\r\n', '0\r\n\r\n'])).toBe(
    'a b0123456789',
  );
});

test.each([
  ['a size below zero', `5\r\nabcde\r\n-11\r\n`],
  ['a size that is no number', `zz\r\nabcde\r\n`],
  ['a chunk that is not all there', `ff\r\nabcde`],
])('%s leaves the body as it was sent', async (_what, body) => {
  expect(await answerOf([HEAD + body], { isEnded: true })).toBe(body);
});
