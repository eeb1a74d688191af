import { closeSync, existsSync, fsyncSync, linkSync, openSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { explainFileFailure, makeFile } from './make-folder.ts';
import { explainDatabaseFailure, isCorrupt, SQLITE_FILE } from './sqlite-database.ts';

/**
 * Writes a consistent snapshot of a folder's database to a new file, also while a service writes; throws, with
 * instructions, when the file already exists. The file appears under its name when it is complete and flushed.
 */
export function backUpSqlite(folder: string, file: string): void {
  const source = join(folder, SQLITE_FILE);
  if (!existsSync(source))
    throw new Error(`There is no database in the folder "${folder}": name the service's folder with --data.`);
  if (existsSync(file)) throw new Error(`"${file}" already exists: choose another file.`);
  const unfinished = `${file}.${process.pid}.unfinished`;
  const database = openSource(source);
  try {
    makeFile(unfinished);
    database.prepare('vacuum into ?').run(unfinished);
    flush(unfinished, 'r+');
    // A link, unlike a rename, never replaces an existing file.
    linkSync(unfinished, file);
    flush(dirname(file), 'r');
  } catch (error) {
    if (isCorrupt(error)) throw explainDatabaseFailure(error, folder);
    const reason = explainFileFailure(error) ?? (error instanceof Error ? error.message : String(error));
    throw new Error(`"${file}" cannot be written: ${reason}.`, { cause: error });
  } finally {
    database.close();
    rmSync(unfinished, { force: true });
  }
}

function openSource(path: string): DatabaseSync {
  try {
    return new DatabaseSync(path, { readOnly: true });
  } catch (error) {
    // SQLite keeps its lock in a file beside the database, also to read it.
    const text = `"${path}" cannot be opened: this user must be able to read it, and to write in its folder.`;
    throw new Error(text, { cause: error });
  }
}

function flush(path: string, mode: 'r' | 'r+'): void {
  const opened = openSync(path, mode);
  fsyncSync(opened);
  closeSync(opened);
}
