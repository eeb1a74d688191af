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
