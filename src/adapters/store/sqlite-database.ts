import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { SqliteDatabase, SqliteStatement } from 'kysely';
import { createEviction } from '../../gateway/memory/eviction.ts';
import { explainFileFailure, makeFolder } from './make-folder.ts';

/** Name of the database inside its folder. */
export const SQLITE_FILE = 'gatewright.db';

const BUSY = 5;
const CORRUPT = [11, 26];
/** Why a file cannot be written, by the primary result code of SQLite. */
const UNWRITABLE: ReadonlyMap<number, string> = new Map([
  [8, 'it may be read only'],
  [10, 'reading or writing failed'],
  [13, 'the disk is full'],
  [14, 'its files cannot be opened'],
]);
const MOST_STATEMENTS = 500;

/**
 * Opens the database of a folder for this process alone; throws, with what to do, when another one has it. Every commit
 * is flushed to disk.
 */
export function openSqliteDatabase(
  folder: string,
  { lockTimeoutMs }: { readonly lockTimeoutMs: number },
): SqliteDatabase {
  const path = join(folder, SQLITE_FILE);
  let database: DatabaseSync | undefined;
  try {
    makeFolder(folder);
    closeSync(openSync(path, 'a', 0o600));
    database = new DatabaseSync(path, {
      timeout: lockTimeoutMs,
      readBigInts: true,
      enableForeignKeyConstraints: true,
    });
    for (const text of [
      'pragma locking_mode = exclusive',
      'pragma journal_mode = wal',
      'pragma synchronous = full',
      'begin immediate',
      'commit',
    ])
      database.exec(text);
    return withStatements(database);
  } catch (error) {
    database?.close();
    throw explain(error, folder);
  }
}

function explain(error: unknown, folder: string): unknown {
  const code = error instanceof Error && 'errcode' in error ? error.errcode : undefined;
  if (code === BUSY) {
    const text = `The folder "${folder}" is in use by another process: stop it, or choose another folder.`;
    return new Error(text, { cause: error });
  }
  if (typeof code === 'number' && CORRUPT.includes(code)) {
    const text = `"${join(folder, SQLITE_FILE)}" is not a sound SQLite database: restore it, or choose another folder.`;
    return new Error(text, { cause: error });
  }
  const reason = typeof code === 'number' ? UNWRITABLE.get(code & 0xff) : explainFileFailure(error);
  return reason === undefined
    ? error
    : new Error(`The folder "${folder}" cannot be used: ${reason}.`, { cause: error });
}

/** What kysely wants of a database; statements are prepared once, the oldest go first. */
function withStatements(database: DatabaseSync): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>();
  const evict = createEviction(statements, { most: MOST_STATEMENTS });
  return {
    close: () => database.close(),
    prepare(text) {
      const known = statements.get(text);
      if (known) return known;
      const prepared = toStatement(database.prepare(text));
      const statement = text === 'rollback' ? onlyWithin(database, prepared) : prepared;
      statements.set(text, statement);
      evict();
      return statement;
    },
  };
}

/** A full disk ends a transaction by itself: to end it once more would hide what happened. */
function onlyWithin(database: DatabaseSync, statement: SqliteStatement): SqliteStatement {
  const nothing = { changes: 0, lastInsertRowid: 0 };
  return {
    ...statement,
    run: (parameters) => (database.isTransaction ? statement.run(parameters) : nothing),
  };
}

function toStatement(statement: StatementSync): SqliteStatement {
  // The queries of the store bind text, numbers, bigints and null only.
  const bound = (parameters: readonly unknown[]) => parameters as readonly SQLInputValue[];
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...bound(parameters)),
    run: (parameters) => statement.run(...bound(parameters)),
    iterate: (parameters) => statement.iterate(...bound(parameters)),
  };
}
