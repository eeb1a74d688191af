import { createServer } from 'node:http';
import { closeServer, listenOnLoopback } from '../support/loopback.ts';

/** Serves one page at an origin that is not the gateway's. */
export async function servePage(html: string) {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html);
  });
  const port = await listenOnLoopback(server);
  return {
    url: `http://127.0.0.1:${port}/`,
    [Symbol.asyncDispose]: () => closeServer(server),
  };
}
