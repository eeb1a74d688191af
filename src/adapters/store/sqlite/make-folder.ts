import { closeSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates a folder and its parents; an existing one is left as it is. The recursive `mkdir` of Node never returns
 * where a parent exists and cannot contain folders, such as `/proc`.
 */
export function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EEXIST' && statSync(folder).isDirectory()) return;
    const parent = dirname(folder);
    if (code !== 'ENOENT' || parent === folder) throw error;
    makeFolder(parent);
    mkdirSync(folder, { mode: 0o700 });
  }
}

/**
 * Creates an empty file with access for its owner only; an existing one is not even opened: closing it would release the locks that
 * this process has on it.
 */
export function makeFile(path: string): void {
  try {
    closeSync(openSync(path, 'ax', 0o600));
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    if (statSync(path).isDirectory())
      throw Object.assign(new Error(`${path} is a folder.`), { code: 'EISDIR', syscall: 'open' });
  }
}

const REASONS: ReadonlyMap<string, string> = new Map([
  ['EACCES', 'this user may not write there'],
  ['EEXIST', 'there is a file of this name'],
  ['EISDIR', 'there is a folder in place of its database file'],
  ['ENOENT', 'it cannot be created there'],
  ['ENOSPC', 'the disk is full'],
  ['ENOTDIR', 'a part of its path is a file'],
  ['EPERM', 'this user may not write there'],
  ['EROFS', 'the file system is read-only'],
]);

/** Why a file or folder could not be created or opened, in words; undefined for other failures. */
export function explainFileFailure(error: unknown): string | undefined {
  const code = codeOf(error);
  if (code === undefined || !(error instanceof Error && 'syscall' in error)) return undefined;
  return REASONS.get(code) ?? error.message;
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
