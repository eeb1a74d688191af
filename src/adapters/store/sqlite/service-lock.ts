import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeFile } from './make-folder.ts';

export const LOCK_FILE = 'gatewright.lock';

/**
 * Takes the service lock of a folder, and returns a function that releases it; throws when another process holds it for
 * longer than `timeoutMs`. The system releases it when this process ends, however it ends.
 */
export function takeServiceLock(folder: string, { timeoutMs }: { readonly timeoutMs: number }): () => void {
  const path = join(folder, LOCK_FILE);
  makeFile(path);
  // Node has no file locks; SQLite locks its files on every system.
  const lock = new DatabaseSync(path, { timeout: timeoutMs });
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    throw error;
  }
  return () => lock.close();
}
