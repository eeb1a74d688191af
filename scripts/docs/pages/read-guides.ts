import { existsSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, posix, resolve } from 'node:path';
import { type Group, guides, listGuides } from '../navigation.ts';
import type { SiteFile, SitePage } from '../site.ts';
import { toSiteLinks } from './site-links.ts';

const ROOT = resolve(import.meta.dirname, '../../..');

/** The guides of this project that are there: a package has those for its users. */
export interface Guides {
  readonly pages: readonly SitePage[];
  readonly files: readonly SiteFile[];
  readonly groups: readonly Group[];
  /** The pages of decisions. */
  readonly decisions: Group;
}

/** Reads `docs/`. Links to files that the site does not have lead to the repository, but `served` ones to the site. */
export async function readGuides(served: ReadonlySet<string>): Promise<Guides> {
  const decisions = await listDecisions();
  const groups = guides.filter(({ isInternal }) => !isInternal || decisions.length > 0);
  const paths = [...new Set([...listGuides(groups), ...decisions])];
  const known = new Set([...paths, CHANGELOG]);
  const sources: readonly SitePage[] = [
    ...paths.map((path) => ({ path, text: read(join('docs', toSource(path))) })),
    ...(existsSync(join(ROOT, 'CHANGELOG.md')) ? [{ path: CHANGELOG, text: read('CHANGELOG.md') }] : []),
  ];
  const pages = sources.map(({ path, text }) => {
    const folder = path === CHANGELOG ? '.' : posix.join('docs', posix.dirname(path));
    const linked = toSiteLinks(text, { folder, known, served, page: path });
    return { path, text: `${frontmatter(path)}${linked}` };
  });
  return { pages, files: await readImages(), groups, decisions: toGroup(pages) };
}

/** Decisions by their headings, the list of all first. */
function toGroup(pages: readonly SitePage[]): Group {
  const entries = pages
    .filter(({ path }) => path.startsWith('decisions/'))
    .map(({ path, text }) => ({ path, text: /^# (.+)$/m.exec(text)?.[1] ?? path }));
  const isIndex = ({ path }: SitePage) => path === 'decisions/index.md';
  return {
    text: 'Decisions',
    readers: 'Why it is built this way.',
    entries: [...entries.filter(isIndex), ...entries.filter((entry) => !isIndex(entry))],
  };
}

/** The page of changes, whose source is beside the README. */
const CHANGELOG = 'changelog.md';

/** Long tables by machines: a search would find little else. */
const UNSEARCHED = ['conformance-mutants.md', 'mutation-testing.md', 'bench.md'];

/** Wide tables need the place of the outline. */
const WIDE = [
  ...UNSEARCHED,
  'conformance-requirements.md',
  'text-requests.md',
  'sdk-generators.md',
  'decisions/dependencies.md',
];

function frontmatter(path: string): string {
  const lines = [
    ...(UNSEARCHED.includes(path) ? ['search: false'] : []),
    ...(WIDE.includes(path) ? ['aside: false'] : []),
  ];
  return lines.length === 0 ? '' : `---\n${lines.join('\n')}\n---\n\n`;
}

/** GitHub shows a README for a folder, a site its index. */
function toSource(path: string): string {
  return path.replace(/(^|\/)index\.md$/, '$1README.md');
}

async function listDecisions(): Promise<readonly string[]> {
  const folder = join(ROOT, 'docs/decisions');
  if (!existsSync(folder)) return [];
  const names = (await readdir(folder)).filter((name) => name.endsWith('.md')).sort();
  return names.map((name) => `decisions/${name.replace('README.md', 'index.md')}`);
}

async function readImages(): Promise<readonly SiteFile[]> {
  const folder = join(ROOT, 'docs/images');
  const names = existsSync(folder) ? await readdir(folder) : [];
  return names.map((name) => ({ path: `images/${name}`, bytes: readFileSync(join(folder, name)) }));
}

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}
