import { globSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const MOST = 15;

/** Number of files by folder, without its subfolders. */
const sizes = Map.groupBy(
  globSync('{src,scripts}/*/**/*.ts', { cwd: root }).map((path) => path.replaceAll('\\', '/')),
  (path) => posix.dirname(path),
);

test('no folder has too many files for a reader, and none has only one', () => {
  expect(sizes.size).toBeGreaterThan(50);
  const odd = [...sizes].filter(([, files]) => files.length > MOST || files.length === 1);
  expect(odd.map(([folder, files]) => `${folder}: ${files.length}`)).toEqual([]);
});
