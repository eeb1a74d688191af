import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { BuiltSite } from './built-site.ts';

/** Redoc makes the anchors of its own page when it runs. */
const WITHOUT_ANCHORS = '/reference.html';

/** Links of a site to itself that lead nowhere, each once: `/page.html -> /target#anchor`. */
export function findDeadLinks(site: BuiltSite): readonly string[] {
  const ids = new Map(site.pages.map((path) => [path, idsOf(site.read(path))] as const));
  const dead = site.pages
    .filter((path) => path !== WITHOUT_ANCHORS)
    .flatMap((path) =>
      linksOf(site.read(path)).flatMap((link) => {
        const { origin, pathname, hash } = new URL(link, `http://site${path}`);
        if (origin !== 'http://site') return [];
        const target = decodeURIComponent(pathname.endsWith('/') ? `${pathname}index.html` : pathname);
        const anchor = decodeURIComponent(hash.slice(1));
        const isThere = existsSync(join(site.folder, target));
        const isFound = anchor === '' || target === WITHOUT_ANCHORS || ids.get(target)?.has(anchor) === true;
        return isThere && isFound ? [] : [`${path} -> ${pathname}${hash}`];
      }),
    );
  return [...new Set(dead)].sort();
}

function linksOf(html: string): readonly string[] {
  return [...html.matchAll(/\s(?:href|src)="([^"]+)"/g)]
    .map(([, link = '']) => link.replaceAll('&amp;', '&'))
    .filter((link) => !/^(?:data|mailto|javascript):/.test(link));
}

function idsOf(html: string): ReadonlySet<string> {
  return new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => id.replaceAll('&amp;', '&')));
}
