import { readFileSync } from 'node:fs';
import { extname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Group } from '../navigation.ts';
import type { SiteFile, SiteParts } from '../site.ts';
import { SITE_MARK } from './site-folder.ts';
import { styleWithoutScripts } from './without-scripts.ts';

const ROOT = resolve(import.meta.dirname, '../../..');

const NOT_FOUND = 'There is no such page';
const START_PAGE = 'Start page';

/** The page for addresses that lead nowhere is drawn by its script. */
function missingPage(base: string): string {
  return `<noscript><main><h1>${NOT_FOUND}</h1><p><a href="${base}">${START_PAGE}</a></p></main></noscript>`;
}

/** What every page does when it is opened as a file. */
const FILES_SCRIPT = resolve(ROOT, 'site/read-as-files.js');

/** What the settings of VitePress are made of. */
export interface SettingsParts extends Pick<SiteParts, 'title' | 'url'> {
  readonly sidebars: Readonly<Record<string, readonly Group[]>>;
  /** A sentence for search engines. */
  readonly description: string;
}

/** The settings of VitePress and its theme, as files of the work folder. */
export function siteSettings(parts: SettingsParts): readonly SiteFile[] {
  const theme = toSpecifier(resolve(ROOT, 'site/theme/index.ts'));
  return [
    { path: '.vitepress/config.mjs', bytes: configModule(parts) },
    { path: '.vitepress/theme/index.js', bytes: themeModule(theme) },
  ];
}

/** A file as bundlers import it, on Windows as well: its URL, but with a space for `%20`. */
export function toSpecifier(file: string): string {
  return decodeURIComponent(pathToFileURL(file).pathname);
}

function toSidebar({ text, entries }: Group): object {
  return { text, items: entries.map((entry) => ({ text: entry.text, link: toLink(entry.path) })) };
}

/** The models of a user are a module beside it: `models.mjs`. */
function themeModule(theme: string): string {
  return `import { createTheme } from ${JSON.stringify(theme)};

export default createTheme(async () => (await import('./models.mjs')).models);
`;
}

/** What is around a page: the bars of links, search, and the page for missing ones. */
function themeSettings(sidebars: SettingsParts['sidebars']): object {
  return {
    nav: [
      { text: 'Guides', link: '/first-call' },
      { text: 'Models', link: '/models/', activeMatch: '^/models/' },
      { text: 'Errors', link: '/errors/', activeMatch: '^/errors/' },
      { text: 'Reference', link: '/reference.html', target: '_self' },
      { text: 'Try it', link: '/try-it' },
      { text: 'Downloads', link: '/downloads' },
    ],
    sidebar: Object.fromEntries(
      Object.entries(sidebars).map(([begin, groups]) => [begin, groups.map(toSidebar)]),
    ),
    outline: [2, 3],
    search: {
      provider: 'local',
      options: { translations: { button: { buttonText: 'Search', buttonAriaLabel: 'Search' } } },
    },
    notFound: {
      title: NOT_FOUND,
      quote: 'The address is wrong, or the page has moved. Search, or begin at the start page.',
      linkText: START_PAGE,
      linkLabel: START_PAGE,
    },
    docFooter: { prev: 'Previous', next: 'Next' },
  };
}

function configModule({ title, url, description, sidebars }: SettingsParts): string {
  const base = url === undefined ? '/' : new URL(url).pathname;
  const settings = {
    title,
    description,
    lang: 'en',
    base,
    ...(url !== undefined && { sitemap: { hostname: url } }),
    head: [
      ['link', { rel: 'icon', href: `${base}icon.svg`, type: 'image/svg+xml' }],
      ['meta', { name: SITE_MARK.name, content: SITE_MARK.content }],
      ['noscript', {}, `<style>${styleWithoutScripts()}</style>`],
    ],
    metaChunk: true,
    themeConfig: themeSettings(sidebars),
  };
  // In a package the sources are compiled: what the theme imports of them has another ending there.
  const compiled = String.raw`^(\.\./\.\./(?:src|generated)/.*)\.ts$`;
  const aliases =
    extname(import.meta.url) === '.js'
      ? `[{ find: new RegExp(${JSON.stringify(compiled)}), replacement: '$1.js' }]`
      : '[]';
  return `const settings = ${JSON.stringify(settings, null, 2)};
// As GitHub names the anchors of headings.
const slugify = (text) => text.trim().toLowerCase().replaceAll(/[^\\p{L}\\p{N}\\- _]/gu, '').replaceAll(' ', '-');
// Words, and names of several words as a whole: GW-IMG-001, insufficient_balance.
const tokenize = (text) => [...text.split(/[\\n\\r\\p{Z}\\p{P}]+/u), ...(text.match(/[\\p{L}\\d]+(?:[-_.][\\p{L}\\d]+)+/gu) ?? [])];
// The reference is no page of the generator.
if (settings.sitemap) settings.sitemap.transformItems = (items) => [...items, { url: 'reference.html' }];
// Long tables and reasons come after what tells how to do a thing.
const boostDocument = (id) => /\\/(?:conformance-requirements|decisions\\/[^#]*|changelog)\\b/.test(id) ? 0.2 : 1;
settings.themeConfig.search.options.miniSearch = { options: { tokenize }, searchOptions: { boostDocument } };
const filesScript = ${JSON.stringify(readFileSync(FILES_SCRIPT, 'utf8'))};
export default {
  ...settings,
  // The page for addresses that lead nowhere is shown at any depth, but not as a file.
  transformHtml: (html, _id, { page }) => page === '404.md' ? html.replace('<div id="app">', ${JSON.stringify(missingPage(base))} + '<div id="app">') : html,
  transformHead: ({ page }) => page === '404.md' ? [] : [
    ['script', { 'data-base': settings.base, 'data-root': '../'.repeat(page.split('/').length - 1) || './' }, filesScript],
  ],
  markdown: {
    anchor: { slugify },
    toc: { slugify },
    // Vue would evaluate braces in code. In narrow tables, long names break where a word ends.
    config(md) {
      const inline = md.renderer.rules.code_inline;
      md.renderer.rules.code_inline = (tokens, index, ...rest) => {
        tokens[index].attrSet('v-pre', '');
        const html = inline(tokens, index, ...rest);
        return tokens[index].content.length > 12 ? html.replaceAll(/[_.](?=\\w)/g, '$&<wbr>') : html;
      };
    },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  vite: { publicDir: 'public', logLevel: 'warn', resolve: { alias: ${aliases} }, build: { chunkSizeWarningLimit: 2000 }, esbuild: { tsconfigRaw: '{}' } },
};
`;
}

/** The address of a page, without the ending of its source. */
export function toLink(path: string): string {
  return `/${path.replace(/(^|\/)index\.md$/, '$1').replace(/\.md$/, '')}`;
}
