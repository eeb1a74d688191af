import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };

/** What an installed copy may import; of the optional peers, only what its user installs. */
const runtime = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }).sort();
/** Modules for pages are bundled with what they import. */
const BUNDLED = 'src/msw/browser/**';
const root = resolve(import.meta.dirname, '../..');

/** The packages that files name in imports, types alone included. */
function importedPackages(pattern: string, without: string): ReadonlySet<string> {
  const names = globSync(pattern, { cwd: root, exclude: [without] }).flatMap((path) => {
    const text = readFileSync(resolve(root, path), 'utf8');
    return ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName);
  });
  const packages = names.filter((name) => !/^(\.|node:)/.test(name));
  return new Set(packages.map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/')));
}

test('every imported package is installed without development dependencies', () => {
  const imported = [...importedPackages('{src,generated}/**/*.{ts,js}', BUNDLED)].sort();
  expect(imported).toEqual(runtime);
});

test('every runtime dependency has its row and its reason', () => {
  const page = readFileSync(resolve(root, 'docs/decisions/dependencies.md'), 'utf8');
  const rows = [...page.matchAll(/^\| `([^`]+)` +\|.*\| *(.*?) *\|$/gm)];
  expect(rows.map(([, name = '']) => name).sort()).toEqual(runtime);
  expect(rows.filter((row) => !row[2])).toEqual([]);
});
