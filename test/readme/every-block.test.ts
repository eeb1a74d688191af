import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { blockTests } from './block-tests.ts';

const root = resolve(import.meta.dirname, '../..');
const NOT_RUN = 'not run: ';
const pages = ['README.md', ...globSync('docs/**/*.md', { cwd: root, exclude: ['docs/api'] })].map((path) =>
  path.replaceAll('\\', '/'),
);

/** The language of each fenced block and its first line, also of those that are indented or have no language. */
function listBlocks(page: string): readonly string[] {
  const markdown = readFileSync(join(root, page), 'utf8');
  return [...markdown.matchAll(/^ *(`{3,})(\w*).*\n(.*)\n(?:.*\n)*? *\1$/gm)].map(
    ([, , language, first]) => `${language} ${first}`,
  );
}

/** The entry of a block: the one with the longest name. */
function entryOf(page: string, block: string): string | undefined {
  const names = Object.keys(blockTests[page] ?? {});
  const fitting = names.filter(
    (name) => block.startsWith(`${name} `) || (/ /.test(name) && block.startsWith(name)),
  );
  return fitting.toSorted((left, right) => right.length - left.length)[0];
}

test('every fenced block of the pages is run by a test, or has a reason', () => {
  const blocks = pages.flatMap((page) => listBlocks(page).map((block) => ({ page, block })));
  expect(blocks.length).toBeGreaterThan(100);
  const unknown = blocks.filter(({ page, block }) => entryOf(page, block) === undefined);
  expect(unknown).toEqual([]);
});

test('every entry has a block, and names a test that is there or a reason', () => {
  const odd = Object.entries(blockTests).flatMap(([page, entries]) => {
    const used = new Set(pages.includes(page) ? listBlocks(page).map((block) => entryOf(page, block)) : []);
    return Object.entries(entries)
      .filter(([name, by]) => !used.has(name) || !(by.startsWith(NOT_RUN) || existsSync(join(root, by))))
      .map(([name]) => `${page}: ${name}`);
  });
  expect(odd).toEqual([]);
});
