import { isUtf8 } from 'node:buffer';
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

/** The text of a file, or why there is none, as the rest of a sentence. */
export type TextFile =
  | { readonly kind: 'read'; readonly text: string }
  | Exclude<RegularFile, { readonly kind: 'read' }>;

/** Reads a file that holds UTF-8, with or without a byte order mark. */
export function readTextFile(path: string): TextFile {
  const file = readRegularFile(path);
  if (file.kind !== 'read') return file;
  const { bytes } = file;
  if (isUtf8(bytes)) return { kind: 'read', text: bytes.toString().replace(/^\uFEFF/, '') };
  return { kind: 'unreadable', why: `line ${lineOfOddByte(bytes)} is not UTF-8: save the file as UTF-8` };
}

/** The line, from 1, of the first byte that is not UTF-8. */
function lineOfOddByte(bytes: Buffer): number {
  const text = bytes.toString();
  return text.slice(0, text.indexOf('\uFFFD')).split('\n').length;
}

const IS_FOLDER = 'this is a folder';
const NOT_REGULAR = 'this is not a regular file';

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
