import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { SqliteDatabase, SqliteStatement } from 'kysely';
import { createEviction } from '../../../gateway/memory/eviction.ts';
import { explainFileFailure, makeFile, makeFolder } from './make-folder.ts';
import { takeServiceLock } from './service-lock.ts';

export const SQLITE_FILE = 'gatewright.db';

const BUSY = 5;
const CORRUPT = [11, 26];
/** Why a file cannot be written, by the primary result code of SQLite. */
const UNWRITABLE: ReadonlyMap<number, string> = new Map([
  [8, 'it is read-only'],
  [10, 'reading or writing failed'],
  [13, 'the disk is full'],
  [14, 'its files cannot be opened'],
]);
const MAX_STATEMENTS = 500;

export interface SqliteDatabaseOptions {
  /** Longest wait for another process, at the start and for each write. */
  readonly lockTimeoutMs: number;
  /** Whether this process is not the folder's service, and another one may be: false by default. */
  readonly isVisitor?: boolean;
}

/**
 * Opens the database of a folder; throws, with instructions, when this is to be its service and there already is one. Every
 * commit is flushed to disk.
 */
export function openSqliteDatabase(
  folder: string,
  { lockTimeoutMs, isVisitor = false }: SqliteDatabaseOptions,
): SqliteDatabase {
  const path = join(folder, SQLITE_FILE);
  let database: DatabaseSync | undefined;
  let unlock: (() => void) | undefined;
  try {
    makeFolder(folder);
    makeFile(path);
    if (!isVisitor) unlock = takeServiceLock(folder, { timeoutMs: lockTimeoutMs });
    database = new DatabaseSync(path, {
      timeout: lockTimeoutMs,
      readBigInts: true,
      enableForeignKeyConstraints: true,
    });
    for (const text of [
      'pragma journal_mode = wal',
      'pragma synchronous = full',
      'pragma secure_delete = fast', // or a secret would stay readable in the file after it has been encrypted
      'begin immediate',
      'commit',
    ])
      database.exec(text);
    return withStatements(database, { lockTimeoutMs, unlock });
  } catch (error) {
    database?.close();
    unlock?.();
    throw explainDatabaseFailure(error, folder);
  }
}

/** Takes the service lock for work that cannot run while the service does; throws, with instructions, when a service runs. */
export function lockOutService(folder: string, options: { readonly timeoutMs: number }): () => void {
  try {
    return takeServiceLock(folder, options);
  } catch (error) {
    throw explainDatabaseFailure(error, folder);
  }
}

/** The error of opening or reading the database of a folder, with what the operator can do about it where that is known. */
export function explainDatabaseFailure(error: unknown, folder: string): unknown {
  const code = codeOf(error);
  if (code === BUSY) {
    const text = `the folder "${folder}" is in use by another process: stop it, or name another folder with --data.`;
    return new Error(text, { cause: error });
  }
  if (isCorrupt(error)) {
    const text = `"${join(folder, SQLITE_FILE)}" is not a sound SQLite database: restore it, or name another folder with --data.`;
    return new Error(text, { cause: error });
  }
  const reason = code !== undefined ? UNWRITABLE.get(code & 0xff) : explainFileFailure(error);
  return reason === undefined
    ? error
    : new Error(`the folder "${folder}" cannot hold it: ${reason}. Name another with --data.`, {
        cause: error,
      });
}

/** Whether an error says that a file is not a database, or a damaged one. */
export function isCorrupt(error: unknown): boolean {
  const code = codeOf(error);
  return code !== undefined && CORRUPT.includes(code & 0xff);
}

function codeOf(error: unknown): number | undefined {
  const code = error instanceof Error && 'errcode' in error ? error.errcode : undefined;
  return typeof code === 'number' ? code : undefined;
}

/** The database interface that kysely needs; statements are prepared once, the oldest are evicted. */
function withStatements(
  database: DatabaseSync,
  {
    lockTimeoutMs,
    unlock = () => {},
  }: { readonly lockTimeoutMs: number; readonly unlock?: (() => void) | undefined },
): SqliteDatabase {
  const wait = createLockWait(database, lockTimeoutMs);
  const statements = new Map<string, SqliteStatement>();
  const evict = createEviction(statements, { most: MAX_STATEMENTS });
  return {
    close() {
      database.close();
      unlock();
    },
    prepare(text) {
      const known = statements.get(text);
      if (known) return known;
      // A transaction that reads first and then writes would fail if another process wrote in between.
      const prepared = toStatement(database.prepare(text === 'begin' ? 'begin immediate' : text));
      const statement =
        text === 'rollback'
          ? onlyWithin(database, prepared)
          : isRead(text)
            ? prepared
            : waiting(prepared, wait);
      statements.set(text, statement);
      evict();
      return statement;
    },
  };
}

function isRead(text: string): boolean {
  return /^\s*(select|with)\b/i.test(text);
}

type Wait = <Result>(write: () => Result) => Result;

/**
 * Waiting for another process blocks the event loop, so only the first write that meets its lock waits; as long as
 * the lock is held the others fail at once.
 */
function createLockWait(database: DatabaseSync, lockTimeoutMs: number): Wait {
  let isPatient = true;
  const bePatient = (next: boolean) => {
    if (next === isPatient) return;
    isPatient = next;
    database.exec(`pragma busy_timeout = ${next ? lockTimeoutMs : 0}`);
  };
  return (write) => {
    try {
      const result = write();
      bePatient(true);
      return result;
    } catch (error) {
      if (codeOf(error) === BUSY) bePatient(false);
      throw error;
    }
  };
}

function waiting(statement: SqliteStatement, wait: Wait): SqliteStatement {
  return {
    ...statement,
    all: (parameters) => wait(() => statement.all(parameters)),
    run: (parameters) => wait(() => statement.run(parameters)),
  };
}

/** SQLite itself rolls a transaction back when the disk is full; rolling back again would hide the error. */
function onlyWithin(database: DatabaseSync, statement: SqliteStatement): SqliteStatement {
  const nothing = { changes: 0, lastInsertRowid: 0 };
  return {
    ...statement,
    run: (parameters) => (database.isTransaction ? statement.run(parameters) : nothing),
  };
}

function toStatement(statement: StatementSync): SqliteStatement {
  // The store's queries bind only text, numbers, bigints and null.
  const bound = (parameters: readonly unknown[]) => parameters as readonly SQLInputValue[];
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...bound(parameters)),
    run: (parameters) => statement.run(...bound(parameters)),
    iterate: (parameters) => statement.iterate(...bound(parameters)),
  };
}
