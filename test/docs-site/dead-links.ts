import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { BuiltSite } from './built-site.ts';

/** Redoc makes the anchors of its own page when it runs. */
const WITHOUT_ANCHORS = '/reference.html';

/** Links of a site to itself that lead nowhere, each once: `/page.html -> /target#anchor`. Its addresses begin with a base, such as `/paper/`. */
export function findDeadLinks(site: BuiltSite, base = '/'): readonly string[] {
  const ids = new Map(site.pages.map((path) => [path, idsOf(site.read(path))] as const));
  const dead = site.pages
    .filter((path) => path !== WITHOUT_ANCHORS)
    .flatMap((path) =>
      linksOf(site.read(path)).flatMap((link) => {
        const { origin, pathname, hash } = new URL(link, `http://site${base}${path.slice(1)}`);
        if (origin !== 'http://site') return [];
        const target = toFile(pathname, base);
        const anchor = decodeURIComponent(hash.slice(1));
        const isThere = target !== undefined && existsSync(join(site.folder, target));
        const isFound =
          anchor === '' || target === WITHOUT_ANCHORS || ids.get(target ?? '')?.has(anchor) === true;
        return isThere && isFound ? [] : [`${path} -> ${pathname}${hash}`];
      }),
    );
  return [...new Set(dead)].sort();
}

/** The file that a host of the site answers with; undefined outside the base. */
function toFile(pathname: string, base: string): string | undefined {
  if (!pathname.startsWith(base)) return undefined;
  const path = decodeURIComponent(pathname.slice(base.length - 1));
  return path.endsWith('/') ? `${path}index.html` : path;
}

function linksOf(html: string): readonly string[] {
  return [...html.matchAll(/\s(?:href|src)="([^"]+)"/g)]
    .map(([, link = '']) => link.replaceAll('&amp;', '&'))
    .filter((link) => !/^(?:data|mailto|javascript):/.test(link));
}

function idsOf(html: string): ReadonlySet<string> {
  return new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => id.replaceAll('&amp;', '&')));
}
