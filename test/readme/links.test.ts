import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const pages = globSync(['*.md', 'docs/**/*.md', '.github/**/*.md'], { cwd: root });

test.each(pages)('every link of %s leads to a file', (page) => {
  const text = readFileSync(join(root, page), 'utf8');
  const links = [...text.matchAll(/\]\(([^)#\s]+)|src="([^"]+)"/g)].map(
    ([, link, image]) => link ?? image ?? '',
  );
  const local = links.filter((link) => !/^[a-z]+:/.test(link));
  expect(local.filter((link) => !existsSync(join(root, dirname(page), link)))).toEqual([]);
});

test('every decision is in the index', () => {
  const index = readFileSync(join(root, 'docs/decisions/README.md'), 'utf8');
  const records = globSync('*.md', { cwd: join(root, 'docs/decisions') }).filter(
    (name) => name !== 'README.md',
  );
  expect(records.filter((name) => !index.includes(`(${name})`))).toEqual([]);
});

test('the page of the specification has every section that the contract or the suite names', () => {
  const page = readFileSync(join(root, 'docs/specification.md'), 'utf8');
  const rows = [...page.matchAll(/^\| (\d[\d.]*) /gm)].map(([, section]) => section);
  const sources = ['openapi/**/*.yaml', 'schemas/models/*.json', 'conformance/requirements/*.yaml'];
  const named = globSync(sources, { cwd: root }).flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/\b(?:spec|section)"?: "(\d[\d.]*)/g)].map(
      ([, section]) => section,
    ),
  );
  expect(named.length).toBeGreaterThan(100);
  expect([...new Set(named)].filter((section) => !rows.includes(section))).toEqual([]);
});
