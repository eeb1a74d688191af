import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';

const SITE = resolve(import.meta.dirname, '../../../site');

/** Style sheets with the rules for dark colours. */
const COLOURS = ['vars.css', 'components/vp-code.css'];

/**
 * The style of pages whose reader has no JavaScript: what a script would show on demand is all there, and dark colours, which
 * otherwise belong to a class, follow the system.
 */
export function styleWithoutScripts(): string {
  const vitepress = dirname(createRequire(import.meta.url).resolve('vitepress/package.json'));
  const files = [
    ...COLOURS.map((name) => join(vitepress, 'dist/client/theme-default/styles', name)),
    join(SITE, 'theme/style.css'),
  ];
  const dark = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^\.dark\b[^{]*\{[^}]*\}/gm)].map(([rule]) =>
      rule.replaceAll('.dark', ':root:not(.dark)'),
    ),
  );
  const own = ['all-tabs.css', 'without-scripts.css'].map((name) => readFileSync(join(SITE, name), 'utf8'));
  const text = `${own.join('')}@media (prefers-color-scheme: dark) { ${dark.join('\n')} }`;
  return text
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
