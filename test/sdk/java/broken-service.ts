import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const JSON_HEAD = { 'content-type': 'application/json', 'content-length': 100 };

/** A service that stops in the middle of its answers, and notes what it is asked. */
export async function startBrokenService(): Promise<
  AsyncDisposable & { readonly url: string; readonly asked: readonly string[] }
> {
  const asked: string[] = [];
  const hanging = Promise.withResolvers<void>();
  const left = Promise.withResolvers<void>();
  const answers: Readonly<Record<string, (response: ServerResponse) => unknown>> = {
    '/v1/models': (response) => response.writeHead(200, JSON_HEAD).write('{'),
    '/v1/balance': (response) => response.writeHead(200, JSON_HEAD).write('{', () => response.destroy()),
    '/v1/chat/completions': (response) =>
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: {"id":"first"}\n\n'),
    '/hangs': (response) => {
      hanging.resolve();
      response.once('close', left.resolve);
    },
    '/when-it-hangs': (response) => hanging.promise.then(() => response.end('{}')),
    '/when-it-was-left': (response) => left.promise.then(() => response.end('{}')),
  };
  const server = createServer(({ url = '' }, response) => {
    asked.push(url);
    answers[url]?.(response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}
