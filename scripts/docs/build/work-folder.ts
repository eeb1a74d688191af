import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { SiteFile } from '../site.ts';

/** A folder that VitePress reads; disposing it removes it. */
export interface WorkFolder extends AsyncDisposable {
  readonly path: string;
}

/** Writes files into a new folder in which modules find Vue. */
export async function createWorkFolder(files: readonly SiteFile[]): Promise<WorkFolder> {
  const path = await mkdtemp(join(tmpdir(), 'gatewright-docs-'));
  await mkdir(join(path, 'node_modules'));
  const vitepress = createRequire(import.meta.url).resolve('vitepress/package.json');
  const vue = createRequire(vitepress).resolve('vue/package.json');
  await Promise.all([
    symlink(dirname(vitepress), join(path, 'node_modules/vitepress'), 'junction'),
    symlink(dirname(vue), join(path, 'node_modules/vue'), 'junction'),
    writeFiles(path, files),
  ]);
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

/** Writes files below a folder. */
async function writeFiles(folder: string, files: readonly SiteFile[]): Promise<void> {
  for (const { path, bytes } of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), bytes);
  }
}
