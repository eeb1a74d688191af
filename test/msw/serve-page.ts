import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createServer } from 'vite';
import { bundlePage } from './page-bundle.ts';

const root = resolve(import.meta.dirname, '../..');

/** Bundles the entry for pages, and serves the page that uses it with Vite. */
export async function servePage() {
  const folder = await mkdtemp(join(tmpdir(), 'gatewright-page-'));
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  const bundle = await bundlePage(root, folder);
  const server = await createServer({
    configFile: false,
    root: join(import.meta.dirname, 'page'),
    publicDir: join(root, 'node_modules/msw/lib'), // which has its worker
    cacheDir: join(folder, 'vite'),
    logLevel: 'warn',
    resolve: {
      alias: {
        'gatewright/msw': join(folder, 'msw.js'),
        '@gatewright/client': join(root, 'src/client/index.ts'),
      },
    },
    server: { host: '127.0.0.1', port: 0, fs: { allow: [root, folder] } },
  });
  await server.listen();
  return {
    url: server.resolvedUrls?.local[0] ?? '',
    folder,
    bundle,
    async [Symbol.asyncDispose]() {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
