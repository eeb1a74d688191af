import { closeSync, fsyncSync, linkSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeFile } from './make-folder.ts';
import { SQLITE_FILE } from './sqlite-database.ts';

/**
 * Writes the database of a folder, as it is at one moment, into a new file, also while a service writes; throws when the
 * file is there already. The file appears under its name when it is whole and flushed.
 */
export function backUpSqlite(folder: string, file: string): void {
  const unfinished = `${file}.${process.pid}.unfinished`;
  const database = new DatabaseSync(join(folder, SQLITE_FILE), { readOnly: true });
  try {
    makeFile(unfinished);
    database.prepare('vacuum into ?').run(unfinished);
    const written = openSync(unfinished, 'r+');
    fsyncSync(written);
    closeSync(written);
    // A link, unlike a renaming, never takes the place of a file that is there.
    linkSync(unfinished, file);
  } finally {
    database.close();
    rmSync(unfinished, { force: true });
  }
}
