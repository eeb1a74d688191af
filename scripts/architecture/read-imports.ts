import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import ts from 'typescript';

/** How often files of one folder import files of another. */
export interface FolderImport {
  readonly from: string;
  readonly to: string;
  readonly count: number;
}

/** The code of the project by top folder, and who imports whom. */
export interface Imports {
  /** Number of source files, by folder. */
  readonly files: ReadonlyMap<string, number>;
  readonly imports: readonly FolderImport[];
}

/** Reads the imports of every source file, types included. */
export function readImports(root: string): Imports {
  const paths = globSync('{src,scripts,generated}/**/*.{ts,js}', { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !path.endsWith('.d.ts'));
  const counts = new Map<string, number>();
  for (const path of paths) {
    for (const target of targetsOf(path, readFileSync(join(root, path), 'utf8'))) {
      const [from, to] = [folderOf(path), folderOf(target)];
      if (from !== to) counts.set(`${from} ${to}`, (counts.get(`${from} ${to}`) ?? 0) + 1);
    }
  }
  const files = Map.groupBy(paths, folderOf);
  return {
    files: new Map([...files].map(([folder, own]) => [folder, own.length])),
    imports: [...counts].map(([pair, count]) => {
      const [from = '', to = ''] = pair.split(' ');
      return { from, to, count };
    }),
  };
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
