import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

/** The bytes of a file, or why there are none, as the rest of a sentence. */
export type RegularFile =
  | { readonly kind: 'read'; readonly bytes: Buffer }
  | { readonly kind: 'missing' | 'unreadable'; readonly why: string };

/** Reads a file that somebody named: opening a pipe would wait for a program that writes to it, and a device may never end. */
export function readRegularFile(path: string): RegularFile {
  try {
    const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const stats = fstatSync(file);
      if (stats.isFile()) return { kind: 'read', bytes: readFileSync(file) };
      return { kind: 'unreadable', why: stats.isDirectory() ? IS_FOLDER : NOT_REGULAR };
    } finally {
      closeSync(file);
    }
  } catch (error) {
    return explain(error);
  }
}

const IS_FOLDER = 'this is a folder';
const NOT_REGULAR = 'this is no regular file';

function explain(error: unknown): Exclude<RegularFile, { readonly kind: 'read' }> {
  switch (error instanceof Error && 'code' in error && error.code) {
    case 'ENOENT':
      return { kind: 'missing', why: 'there is no such file' };
    case 'EISDIR':
      return { kind: 'unreadable', why: IS_FOLDER };
    case 'ENXIO': // a socket
      return { kind: 'unreadable', why: NOT_REGULAR };
    case 'EACCES':
      return { kind: 'unreadable', why: 'this user may not read the file' };
    default:
      return {
        kind: 'unreadable',
        why: `the file cannot be read: ${error instanceof Error ? error.message : String(error)}`,
      };
  }
}
