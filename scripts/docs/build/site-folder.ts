import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { refuseFolder } from '../../why-unwritten.ts';

/** A `meta` element of every page, by which a folder is known again. */
export const SITE_MARK = { name: 'made-by', content: 'gatewright docs' } as const;

/** Why a folder cannot be replaced by a site; undefined when it can: it does not exist, is empty, or holds an earlier site. */
export async function whyNoSiteFolder(out: string): Promise<string | undefined> {
  // Writing takes an empty path for the current folder, but reading rejects it.
  const names = await readdir(resolve(out)).catch((error: NodeJS.ErrnoException) =>
    error.code === 'ENOENT' ? [] : refuseFolder(out, error),
  );
  if (typeof names === 'string') return names;
  if (names.length === 0) return undefined;
  if ((await readSiteBase(out)) !== undefined) return undefined;
  return `${out} has files that gatewright docs did not write, and would lose them: name another folder with --out.`;
}

/** The path that addresses of a site begin with, with a slash at both ends; undefined when the folder holds none. */
export async function readSiteBase(folder: string): Promise<string | undefined> {
  const page = await readFile(join(folder, 'index.html'), 'utf8').catch(() => '');
  if (!page.includes(`content="${SITE_MARK.content}"`)) return undefined;
  return /<script data-base="([^"]+)"/.exec(page)?.[1] ?? '/';
}
