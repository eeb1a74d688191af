import { createServer, type ServerResponse } from 'node:http';
import { listenOnLoopback } from '../../support/loopback.ts';

const JSON_HEAD = { 'content-type': 'application/json', 'content-length': 100 };

/** Links that lead nowhere. */
const NOWHERE = ['/files/x.png', 'file:///etc/passwd', 'http://['];

/** A service that stops in the middle of its answers, and notes what it is asked. */
export async function startBrokenService(): Promise<
  AsyncDisposable & {
    readonly url: string;
    readonly asked: readonly string[];
    readonly links: readonly string[];
  }
> {
  const asked: string[] = [];
  const hanging = Promise.withResolvers<void>();
  const left = Promise.withResolvers<void>();
  const answers: Readonly<Record<string, (response: ServerResponse) => unknown>> = {
    '/v1/models': (response) => response.writeHead(200, JSON_HEAD).write('{'),
    '/v1/balance': (response) => response.writeHead(200, JSON_HEAD).write('{', () => response.destroy()),
    '/v1/chat/completions': (response) =>
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: {"id":"first"}\n\n'),
    '/v1/user/balance': (response) => response.end('null'),
    '/v1/dashboard/billing/subscription': (response) =>
      response.socket?.end('HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n'),
    '/moved': (response) => response.writeHead(302, { location: 'http://[' }).end(),
    '/hangs': (response) => {
      hanging.resolve();
      response.once('close', left.resolve);
    },
    '/when-it-hangs': (response) => hanging.promise.then(() => response.end('{}')),
    '/when-it-was-left': (response) => left.promise.then(() => response.end('{}')),
  };
  const server = createServer(({ url = '' }, response) => {
    asked.push(url);
    const link = links[Number(url.replace('/v1/tasks/', ''))];
    if (link === undefined) answers[url]?.(response);
    else
      response.end(JSON.stringify({ id: 'task', status: 'success', result: { images: [{ url: [link] }] } }));
  });
  const address = `http://127.0.0.1:${await listenOnLoopback(server)}`;
  const links = [...NOWHERE, `${address}/moved`];
  return {
    url: address,
    asked,
    links,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}
