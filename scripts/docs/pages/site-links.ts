import { posix } from 'node:path';

/** Where a page comes from, and what the site has. */
export interface LinkPlace {
  /** The folder of its source in the repository. */
  readonly folder: string;
  /** Its path on the site. */
  readonly page: string;
  /** Pages of the site below `docs`, and the page of changes. */
  readonly known: ReadonlySet<string>;
  /** Files of the repository that the site serves, at the same path without `generated/`. */
  readonly served: ReadonlySet<string>;
}

const REPOSITORY = 'https://github.com/gatewright/gatewright';
const IN_REPOSITORY = /^https:\/\/github\.com\/gatewright\/gatewright\/(?:blob|tree)\/main\/(.+)$/;

/** The Markdown with its links for the site: to its pages and files, and for all else to the repository. */
export function toSiteLinks(markdown: string, place: LinkPlace): string {
  return markdown
    .replaceAll(
      /(\]\()([^)\s]+)(\))/g,
      (_all, open, link, close) => `${open}${toSiteLink(link, place)}${close}`,
    )
    .replaceAll(/<!--.*?-->\n*/gs, '');
}

function toSiteLink(link: string, { folder, page, known, served }: LinkPlace): string {
  // The pages of the package link to the repository where the package has no such file.
  const [, ofRepository] = IN_REPOSITORY.exec(link) ?? [];
  if (ofRepository === undefined && /^(?:[a-z]+:|#)/.test(link)) return link;
  const [path = '', anchor] = (ofRepository ?? link).split('#');
  const hash = anchor === undefined ? '' : `#${anchor}`;
  const target = posix.join(ofRepository === undefined ? folder : '', path).replace(/\/$/, '');
  const made = toMadePage(target, anchor);
  if (made !== undefined) return relative(page, made);
  const found = toPage(target, known);
  if (found !== undefined) return `${relative(page, found)}${hash}`;
  if (target.startsWith('docs/images/')) return relative(page, target.slice('docs/'.length));
  const download = target.replace(/^generated\//, '');
  if (served.has(download)) return `/${download}`;
  return `${REPOSITORY}/${/\.\w+$/.test(target) ? 'blob' : 'tree'}/main/${target}${hash}`;
}

/** Pages that are made of data: a link to the data is one to the page. */
function toMadePage(target: string, anchor: string | undefined): string | undefined {
  if (target === 'openapi/errors.yaml') return `errors/${anchor ?? 'index'}.md`;
  if (target === 'openapi/messages.yaml') return 'errors/index.md#tasks-that-fail';
  return target === 'schemas/models' ? 'models/index.md' : undefined;
}

function toPage(target: string, known: ReadonlySet<string>): string | undefined {
  if (target === 'CHANGELOG.md') return 'changelog.md';
  if (!target.startsWith('docs/')) return undefined;
  const path = target.slice('docs/'.length);
  const names = [path, path.replace(/README\.md$/, 'index.md'), `${path}/index.md`];
  return names.find((name) => known.has(name));
}

function relative(page: string, target: string): string {
  const path = posix.relative(posix.dirname(page), target);
  return path.startsWith('.') ? path : `./${path}`;
}
