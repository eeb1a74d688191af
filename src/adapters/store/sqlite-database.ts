import { closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { SqliteDatabase, SqliteStatement } from 'kysely';
import { createEviction } from '../../gateway/memory/eviction.ts';

/** Name of the database inside its folder. */
export const SQLITE_FILE = 'gatewright.db';

const BUSY = 5;
const CORRUPT = [11, 26];
const MOST_STATEMENTS = 500;

/**
 * Opens the database of a folder for this process alone; throws, with what to do, when another one has it. Every commit
 * is flushed to disk.
 */
export function openSqliteDatabase(
  folder: string,
  { lockTimeoutMs }: { readonly lockTimeoutMs: number },
): SqliteDatabase {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, SQLITE_FILE);
  closeSync(openSync(path, 'a', 0o600));
  const database = new DatabaseSync(path, {
    timeout: lockTimeoutMs,
    readBigInts: true,
    enableForeignKeyConstraints: true,
  });
  try {
    for (const text of [
      'pragma locking_mode = exclusive',
      'pragma journal_mode = wal',
      'pragma synchronous = full',
      'begin immediate',
      'commit',
    ])
      database.exec(text);
  } catch (error) {
    database.close();
    throw explain(error, folder);
  }
  return withStatements(database);
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
  return error;
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
      const statement = toStatement(database.prepare(text));
      statements.set(text, statement);
      evict();
      return statement;
    },
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
