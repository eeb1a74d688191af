import { isUtf8 } from 'node:buffer';
import { constants, open } from 'node:fs/promises';
import { explainCode } from '../why-unwritten.ts';
import type { OwnModel } from './read-model-folder.ts';

/** Reads a file, or the file that a link leads to; why it cannot be read is a fault of the file. */
export async function readModelFile(path: string): Promise<Pick<OwnModel, 'text' | 'fault' | 'faultLine'>> {
  try {
    // Opening a pipe would wait for a program that writes to it.
    await using file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const stats = await file.stat();
    if (!stats.isFile()) return { text: '', fault: NOT_REGULAR };
    if (stats.size > MAX_BYTES) return { text: '', fault: TOO_LARGE };
    const bytes = await file.readFile();
    if (isUtf8(bytes)) return { text: bytes.toString() };
    const text = bytes.toString();
    return { text: '', fault: NOT_UTF8, faultLine: text.slice(0, text.indexOf('\uFFFD')).split('\n').length };
  } catch (error) {
    return { text: '', fault: explainCode(error, REASONS) };
  }
}

/** Far more than a model needs: the checks are made for files that people write. */
const MAX_BYTES = 1_000_000;
const TOO_LARGE = 'the file is too large: a model file may have at most 1 MB';
const NOT_UTF8 = 'the file is not UTF-8: save it as UTF-8';
const NOT_REGULAR = 'a model must be a regular file';

const REASONS = {
  EISDIR: NOT_REGULAR,
  ENXIO: NOT_REGULAR, // a socket
  ENOENT: 'the file, or what it links to, does not exist',
  ELOOP: 'this link leads to itself',
  EACCES: 'this user may not read the file',
};
