import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import sirv from 'sirv';
import { type Listening, listen } from '../../node/listen.ts';

/** Where a site is served, and from which path on. */
export interface SitePlace {
  readonly folder: string;
  /** The path of its first page, with a slash at both ends. */
  readonly base: string;
  readonly port: number;
}

/** Serves a site to this machine as static hosts do, each file as it is at that moment. */
export async function serveSite({ folder, base, port }: SitePlace): Promise<Listening> {
  const files = sirv(folder, {
    dev: true,
    etag: true,
    setHeaders(response, path) {
      if (path.endsWith('.txt')) response.setHeader('content-type', 'text/plain;charset=utf-8');
    },
  });
  const server = createServer((request, response) => {
    const { method = '', url = '/' } = request;
    const notFound = async () => {
      const page = await readFile(join(folder, '404.html')).catch(() => '');
      response.writeHead(404, { 'content-type': 'text/html;charset=utf-8' }).end(page);
    };
    if (!['GET', 'HEAD'].includes(method)) response.writeHead(405, { allow: 'GET, HEAD' }).end();
    else if (url.startsWith(base)) {
      request.url = url.slice(base.length - 1);
      files(request, response, notFound);
    } else if (url === '/' || `${url}/` === base) response.writeHead(302, { location: base }).end();
    else void notFound();
  });
  return listen(server, { host: '127.0.0.1', port });
}
