import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const PACKAGE = new URL('../../../', import.meta.url).href;
const GENERATED = new URL('generated/', PACKAGE).href;
const DEPENDENCIES = new URL('node_modules/', PACKAGE).href;

/** Marks the modules of a set of tables: each set has instances of its own. */
const MARK = 'models';

const folders = new Map<string, string>();

/**
 * Imports a module of this package so that it, and every module of the package that it imports, reads the tables in a
 * folder in place of those in `generated/`. Threads and processes that it starts read no tables of models.
 */
export async function importWithTables<Module>(module: URL, folder: string): Promise<Module> {
  if (folders.size === 0) registerHooks({ resolve });
  folders.set(basename(folder), folder);
  const marked = new URL(module);
  marked.searchParams.set(MARK, basename(folder));
  return (await import(marked.href)) as Module; // the caller names the type of the module
}

const resolve: Parameters<typeof registerHooks>[0]['resolve'] = (specifier, context, next) => {
  const { parentURL } = context;
  const mark = parentURL === undefined ? null : new URL(parentURL).searchParams.get(MARK);
  if (mark === null) return next(specifier, context);
  // A file of an added model does not exist in this package.
  const named = /^\.{1,2}\//.test(specifier) ? new URL(specifier, parentURL).href : '';
  const replaced = replacement(named, folders.get(mark) ?? '');
  if (replaced !== undefined) return { url: replaced, format: formatOf(replaced), shortCircuit: true };
  const resolved = next(specifier, context);
  if (!resolved.url.startsWith(PACKAGE) || resolved.url.startsWith(DEPENDENCIES)) return resolved;
  const url = new URL(resolved.url);
  url.searchParams.set(MARK, mark);
  return { ...resolved, url: url.href };
};

function replacement(url: string, folder: string): string | undefined {
  if (!url.startsWith(GENERATED)) return undefined;
  const name = decodeURIComponent(url.slice(GENERATED.length)).replace(/\.[jt]s$/, '.mjs');
  const file = join(folder, name);
  return existsSync(file) ? pathToFileURL(file).href : undefined;
}

function formatOf(url: string): string | null {
  return fileURLToPath(url).endsWith('.mjs') ? 'module' : null;
}
