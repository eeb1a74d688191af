import { execFile } from 'node:child_process';
import { createReadStream, existsSync, globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { createGzip } from 'node:zlib';
import { listenOnLoopback } from '../support/loopback.ts';

const root = resolve(import.meta.dirname, '../..');

/** A site in a folder, served as any static host does. */
export interface BuiltSite extends AsyncDisposable {
  readonly folder: string;
  /** Without a slash at its end. */
  readonly url: string;
  /** Addresses of its pages, from the root. */
  readonly pages: readonly string[];
  read(path: string): string;
}

/** Builds the site by the command of users, with further arguments. */
export async function buildAndServe(...args: readonly string[]): Promise<BuiltSite> {
  const folder = mkdtempSync(join(tmpdir(), 'gatewright-site-'));
  const command = [join(root, 'bin/gatewright.cjs'), 'docs', '--out', folder, ...args];
  await promisify(execFile)(process.execPath, command, { cwd: tmpdir(), maxBuffer: 2 ** 26 });
  return serveBuilt(folder);
}

/** Serves a folder with a site; disposing it removes the folder. */
export async function serveBuilt(folder: string): Promise<BuiltSite> {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://site').pathname);
    const file = join(folder, path.endsWith('/') ? `${path}index.html` : path);
    const isThere = existsSync(file) && statSync(file).isFile();
    const headers = { 'content-type': typeOf(isThere ? file : '.html'), 'content-encoding': 'gzip' };
    response.writeHead(isThere ? 200 : 404, headers);
    createReadStream(isThere ? file : join(folder, '404.html'))
      .pipe(createGzip())
      .pipe(response);
  });
  const port = await listenOnLoopback(server);
  return {
    folder,
    url: `http://127.0.0.1:${port}`,
    pages: globSync('**/*.html', { cwd: folder }).map((path) => `/${path.replaceAll('\\', '/')}`),
    read: (path) => readFileSync(join(folder, path), 'utf8'),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.mp4': 'video/mp4',
  '.svg': 'image/svg+xml',
};

function typeOf(file: string): string {
  return TYPES[extname(file)] ?? 'application/octet-stream';
}
