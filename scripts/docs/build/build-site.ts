import { cp } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { makeFolder } from '../../folders.ts';
import { makeSite } from '../make-site.ts';
import { withCodeSamples } from '../samples/operation-samples.ts';
import type { SiteFile, SiteParts } from '../site.ts';
import { renderReference } from './reference.ts';
import { siteSettings } from './site-settings.ts';
import { createWorkFolder } from './work-folder.ts';

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
  await using work = await createWorkFolder([
    ...pages,
    ...served,
    ...site.sources,
    ...siteSettings({ ...parts, ...site }),
  ]);
  await cp(STATIC, join(work.path, 'public'), { recursive: true });
  const { build } = await import('vitepress');
  await makeFolder(resolve(out));
  await build(work.path, { outDir: resolve(out) });
  return { pages: pages.length + 1 };
}
