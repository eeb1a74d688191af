import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import ts from 'typescript';

/** Files of one folder import files of another. */
export interface FolderImport {
  readonly from: string;
  readonly to: string;
}

/** Which top folders import which, types included. */
export function readImports(root: string): readonly FolderImport[] {
  const paths = globSync('{src,scripts,generated}/**/*.{ts,js}', { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !path.endsWith('.d.ts'));
  const pairs = paths.flatMap((path) =>
    targetsOf(path, readFileSync(join(root, path), 'utf8')).map(
      (target) => `${folderOf(path)} ${folderOf(target)}`,
    ),
  );
  return [...new Set(pairs)].flatMap((pair) => {
    const [from = '', to = ''] = pair.split(' ');
    return from === to ? [] : [{ from, to }];
  });
}

/** The files that a file imports, below the root. */
export function targetsOf(path: string, text: string): readonly string[] {
  return ts
    .preProcessFile(text, true, true)
    .importedFiles.map(({ fileName }) => fileName)
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => posix.join(posix.dirname(path), specifier));
}

/** `src/gateway`, `scripts`: folders of `src` are parts of their own. */
function folderOf(path: string): string {
  return path.split('/', path.startsWith('src/') ? 2 : 1).join('/');
}
