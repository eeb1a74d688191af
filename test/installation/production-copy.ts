import { cpSync, existsSync, linkSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import lock from '../../package-lock.json' with { type: 'json' };

const root = resolve(import.meta.dirname, '../..');
const PROGRAM = ['bin', 'src', 'scripts', 'generated', 'conformance', 'package.json'];

/** A copy of the program with the packages that `npm ci --omit=dev` installs, and no others. */
export function copyForProduction(): Disposable & { readonly folder: string } {
  const folder = mkdtempSync(join(tmpdir(), 'gatewright-production-'));
  for (const name of PROGRAM) cpSync(join(root, name), join(folder, name), { recursive: true });
  for (const path of productionPackages()) copyTree(join(root, path), join(folder, path));
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Folders of the installed packages that are not only for development; those of other platforms are absent. */
function productionPackages(): readonly string[] {
  return Object.entries(lock.packages)
    .filter(([path, entry]) => path !== '' && !('dev' in entry) && !('devOptional' in entry))
    .map(([path]) => path)
    .filter((path) => existsSync(join(root, path)));
}

/** Uses hard links where possible: there are many files. Nested packages have their own entries. */
function copyTree(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (entry.name === 'node_modules') continue;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) copyTree(source, target);
    else copyFile(source, target);
  }
}

function copyFile(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  try {
    linkSync(from, to);
  } catch {
    cpSync(from, to); // another file system
  }
}
