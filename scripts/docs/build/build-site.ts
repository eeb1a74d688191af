import { cp, mkdir, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { makeFolder } from '../../folders.ts';
import { makeTemporaryFolder } from '../../temporary-folder.ts';
import { makeSite } from '../make-site.ts';
import { withCodeSamples } from '../samples/operation-samples.ts';
import type { SiteFile, SiteParts } from '../site.ts';
import { renderReference } from './reference.ts';
import { siteSettings } from './site-settings.ts';

const STATIC = resolve(import.meta.dirname, '../../../site/public');

/** What renders the site. It brings a bundler and a framework, 100 MB, and is therefore installed by those who build a site. */
export const SITE_GENERATOR = 'vitepress@1.6.4';

/** Whether it is installed. */
export function hasSiteGenerator(): boolean {
  try {
    return import.meta.resolve('vitepress') !== '';
  } catch {
    return false;
  }
}

/** Builds the site into a folder, whose former content it replaces. */
export async function buildSite(parts: SiteParts, out: string): Promise<{ readonly pages: number }> {
  const site = await makeSite(parts);
  const document = site.files.find(({ path }) => path === 'openapi.json');
  if (document === undefined) throw new Error('The site has no document.');
  const pages = site.pages.map(({ path, text }): SiteFile => ({ path, bytes: text }));
  const reference = await renderReference(
    withCodeSamples(JSON.parse(String(document.bytes)), parts),
    parts.title,
  );
  const served = [...site.files, { path: 'reference.html', bytes: reference }].map(({ path, bytes }) => ({
    path: `public/${path}`,
    bytes,
  }));
  await using work = await makeTemporaryFolder('gatewright-docs-');
  await linkModules(work.path);
  const settings = siteSettings({ ...parts, ...site });
  await writeFiles(work.path, [...pages, ...served, ...site.sources, ...settings]);
  await cp(STATIC, join(work.path, 'public'), { recursive: true });
  const { build } = await import('vitepress');
  await makeFolder(resolve(out));
  await build(work.path, { outDir: resolve(out) });
  return { pages: pages.length + 1 };
}

/** Lets the modules in a folder find VitePress and its Vue. */
async function linkModules(folder: string): Promise<void> {
  await mkdir(join(folder, 'node_modules'));
  const vitepress = createRequire(import.meta.url).resolve('vitepress/package.json');
  const vue = createRequire(vitepress).resolve('vue/package.json');
  await Promise.all([
    symlink(dirname(vitepress), join(folder, 'node_modules/vitepress'), 'junction'),
    symlink(dirname(vue), join(folder, 'node_modules/vue'), 'junction'),
  ]);
}

/** Writes files below a folder. */
async function writeFiles(folder: string, files: readonly SiteFile[]): Promise<void> {
  for (const { path, bytes } of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), bytes);
  }
}
