import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeFile } from './make-folder.ts';

/** Name of the file that the one service of a folder has locked. */
export const LOCK_FILE = 'gatewright.lock';

/**
 * Takes the lock of the one service of a folder, and gives what lets go of it; throws when another process has it for
 * longer than `timeoutMs`. The system lets go of it when this process ends, however it ends.
 */
export function takeServiceLock(folder: string, { timeoutMs }: { readonly timeoutMs: number }): () => void {
  const path = join(folder, LOCK_FILE);
  makeFile(path);
  // Node has no file locks of its own; SQLite locks its files on every system.
  const lock = new DatabaseSync(path, { timeout: timeoutMs });
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    throw error;
  }
  return () => lock.close();
}
