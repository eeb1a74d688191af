import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { backUpSqlite } from '../../../src/adapters/store/sqlite/back-up-sqlite.ts';
import { explainFileFailure, makeFile, makeFolder } from '../../../src/adapters/store/sqlite/make-folder.ts';
import {
  explainDatabaseFailure,
  isCorrupt,
  lockOutService,
  openSqliteDatabase,
} from '../../../src/adapters/store/sqlite/sqlite-database.ts';
import { temporaryFolder } from '../../support/open-store.ts';

/** A failure as `node:sqlite` reports it. */
const sqliteFailure = (errcode: unknown) => Object.assign(new Error('It failed.'), { errcode });

/** A failure as `node:fs` reports it. */
const fileFailure = (code: unknown) => Object.assign(new Error('It failed.'), { code, syscall: 'open' });

/** The database of a new folder with one table of one row. */
function openOne(options: { readonly isVisitor?: boolean } = {}) {
  const folder = join(temporaryFolder(), 'data');
  const database = openSqliteDatabase(folder, { lockTimeoutMs: 10, ...options });
  database.prepare('create table boats (name text)').run([]);
  database.prepare('insert into boats values (?)').run(['paper']);
  return { folder, database };
}

test.each([
  [8, 'it is read-only'],
  [10, 'reading or writing failed'],
  [13, 'the disk is full'],
  [14, 'its files cannot be opened'],
  // Extended result codes have the primary one in their last byte.
  [8 + 3 * 256, 'it is read-only'],
  [10 + 2 * 256, 'reading or writing failed'],
])('code %i of SQLite is explained: %s', (code, reason) => {
  const error = sqliteFailure(code);
  expect(explainDatabaseFailure(error, '/d')).toMatchObject({
    message: `the folder "/d" cannot hold it: ${reason}. Name another with --data.`,
    cause: error,
  });
  expect(isCorrupt(error)).toBe(false);
});

test.each([11, 26, 11 + 256])('code %i of SQLite is a damaged database', (code) => {
  const error = sqliteFailure(code);
  expect(isCorrupt(error)).toBe(true);
  expect(explainDatabaseFailure(error, '/d')).toMatchObject({
    message:
      '"/d/gatewright.db" is not a sound SQLite database: restore it, or name another folder with --data.',
    cause: error,
  });
});

test('a busy database is reported as in use, and a failure without an explanation is left as it is', () => {
  const busy = sqliteFailure(5);
  expect(explainDatabaseFailure(busy, '/d')).toMatchObject({
    message: 'the folder "/d" is in use by another process: stop it, or name another folder with --data.',
    cause: busy,
  });
  for (const error of [
    sqliteFailure(1),
    sqliteFailure('13'),
    sqliteFailure(undefined),
    new Error('x'),
    'x',
    { errcode: 13 },
    null,
  ])
    expect(explainDatabaseFailure(error, '/d')).toBe(error);
});

test.each([
  ['EACCES', 'this user may not write there'],
  ['EEXIST', 'there is a file of this name'],
  ['EISDIR', 'there is a folder in place of its database file'],
  ['ENOENT', 'it cannot be created there'],
  ['ENOSPC', 'the disk is full'],
  ['ENOTDIR', 'a part of its path is a file'],
  ['EPERM', 'this user may not write there'],
  ['EROFS', 'the file system is read-only'],
  ['EMFILE', 'It failed.'],
])('%s of the file system is explained: %s', (code, reason) => {
  expect(explainFileFailure(fileFailure(code))).toBe(reason);
  expect(explainDatabaseFailure(fileFailure(code), '/d')).toMatchObject({
    message: `the folder "/d" cannot hold it: ${reason}. Name another with --data.`,
  });
});

test('only failures of the file system are explained as such', () => {
  const others = [
    Object.assign(new Error('x'), { code: 'ENOENT' }),
    fileFailure(2),
    fileFailure(undefined),
    { code: 'ENOENT', syscall: 'open' },
    undefined,
  ];
  expect(others.map(explainFileFailure)).toEqual(others.map(() => undefined));
});

test('makes a folder with its parents, and leaves an existing one as it is', () => {
  const folder = join(temporaryFolder(), 'a', 'b');
  makeFolder(folder);
  makeFolder(folder);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(join(folder, '..')).mode & 0o777).toBe(0o700);
  writeFileSync(join(folder, 'file'), '');
  expect(() => makeFolder(join(folder, 'file'))).toThrow('EEXIST');
  expect(() => makeFolder(join(folder, 'file', 'below'))).toThrow('ENOTDIR');
});

test('makes a file, leaves an existing one as it is, and refuses a folder in its place', () => {
  const folder = temporaryFolder();
  const file = join(folder, 'file');
  makeFile(file);
  expect([statSync(file).mode & 0o777, statSync(file).size]).toEqual([0o600, 0]);
  writeFileSync(file, 'kept');
  makeFile(file);
  expect(statSync(file).size).toBe(4);
  expect(() => makeFile(join(folder, 'none', 'file'))).toThrow('ENOENT');
  mkdirSync(join(folder, 'folder'));
  let failure: unknown;
  try {
    makeFile(join(folder, 'folder'));
  } catch (error) {
    failure = error;
  }
  expect(failure).toMatchObject({ message: `${join(folder, 'folder')} is a folder.`, code: 'EISDIR' });
  expect(explainFileFailure(failure)).toBe('there is a folder in place of its database file');
});

test('a folder is locked for one service, until it is closed; a visitor takes no lock', () => {
  const { folder, database } = openOne();
  expect(() => openSqliteDatabase(folder, { lockTimeoutMs: 10 })).toThrow('is in use by another process');
  expect(() => lockOutService(folder, { timeoutMs: 10 })).toThrow('is in use by another process');
  openSqliteDatabase(folder, { lockTimeoutMs: 10, isVisitor: true }).close();
  database.close();
  const unlock = lockOutService(folder, { timeoutMs: 10 });
  expect(() => openSqliteDatabase(folder, { lockTimeoutMs: 10 })).toThrow('is in use by another process');
  openSqliteDatabase(folder, { lockTimeoutMs: 10, isVisitor: true }).close();
  unlock();
  openSqliteDatabase(folder, { lockTimeoutMs: 10 }).close();
});

test('a folder that could not be opened is not locked', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'gatewright.db'), 'This is a shopping list. '.repeat(100));
  expect(() => openSqliteDatabase(folder, { lockTimeoutMs: 10 })).toThrow('not a sound SQLite database');
  lockOutService(folder, { timeoutMs: 10 })();
});

test('statements are prepared once, return integers without loss, and respect references', () => {
  const { database } = openOne();
  onTestFinished(() => database.close());
  const text = 'select 9007199254740993 as number';
  expect(database.prepare(text)).toBe(database.prepare(text));
  expect(database.prepare(text).all([])).toEqual([{ number: 9_007_199_254_740_993n }]);
  expect([database.prepare(text).reader, database.prepare('begin').reader]).toEqual([true, false]);
  database.prepare('create table crews (boat integer references boats (rowid))').run([]);
  expect(database.prepare('pragma foreign_keys').all([])).toEqual([{ foreign_keys: 1n }]);
  expect(database.prepare('pragma journal_mode').all([])).toEqual([{ journal_mode: 'wal' }]);
  expect(database.prepare('pragma synchronous').all([])).toEqual([{ synchronous: 2n }]);
  expect(database.prepare('pragma secure_delete').all([])).toEqual([{ secure_delete: 2n }]); // fast
});

test('a rollback outside of a transaction does nothing, and inside it rolls back', () => {
  const { database } = openOne();
  onTestFinished(() => database.close());
  expect(database.prepare('rollback').run([])).toEqual({ changes: 0, lastInsertRowid: 0 });
  database.prepare('begin').run([]);
  database.prepare('delete from boats').run([]);
  database.prepare('rollback').run([]);
  expect(database.prepare('select name from boats').all([])).toEqual([{ name: 'paper' }]);
});

test('backs up while the service writes, and never replaces a file', () => {
  const { folder, database } = openOne();
  onTestFinished(() => database.close());
  const target = join(folder, 'copy.db');
  backUpSqlite(folder, target);
  expect(statSync(target).mode & 0o777).toBe(0o600);
  const copy = new DatabaseSync(target);
  onTestFinished(() => copy.close());
  expect(copy.prepare('select name from boats').all()).toEqual([{ name: 'paper' }]);
  expect(() => backUpSqlite(folder, target)).toThrow(`"${target}" already exists: choose another file.`);
  expect(readdirSync(folder).filter((name) => name.includes('unfinished'))).toEqual([]);
});

test('a backup that cannot be made says why, and leaves nothing behind', () => {
  const { folder, database } = openOne();
  onTestFinished(() => database.close());
  const none = join(folder, 'none');
  expect(() => backUpSqlite(none, join(folder, 'copy.db'))).toThrow(
    `There is no database in the folder "${none}": name the service's folder with --data.`,
  );
  const target = join(none, 'copy.db');
  expect(() => backUpSqlite(folder, target)).toThrow(
    expect.objectContaining({
      message: `"${target}" cannot be written: it cannot be created there.`,
      cause: expect.objectContaining({ code: 'ENOENT' }),
    }),
  );
  const closed = temporaryFolder();
  mkdirSync(join(closed, 'gatewright.db'));
  expect(() => backUpSqlite(closed, target)).toThrow(
    `"${join(closed, 'gatewright.db')}" cannot be opened: this user must be able to read it, and to write in its folder.`,
  );
  const damaged = temporaryFolder();
  writeFileSync(join(damaged, 'gatewright.db'), 'This is a shopping list. '.repeat(100));
  expect(() => backUpSqlite(damaged, join(damaged, 'copy.db'))).toThrow(
    `"${join(damaged, 'gatewright.db')}" is not a sound SQLite database`,
  );
  expect([existsSync(none), readdirSync(damaged)]).toEqual([false, ['gatewright.db']]);
});

test('statements are kept up to 500, the oldest are evicted, and rows can be read one by one', () => {
  const { database } = openOne();
  onTestFinished(() => database.close());
  const [first, second] = [0, 1].map((number) => database.prepare(`select ${number} as number`));
  for (let number = 2; number <= 500; number += 1) database.prepare(`select ${number} as number`);
  expect(database.prepare('select 1 as number')).toBe(second);
  expect(database.prepare('select 0 as number')).not.toBe(first);
  expect([...database.prepare('select name from boats').iterate([])]).toEqual([{ name: 'paper' }]);
});

test('a closed database reads nothing', () => {
  const { database } = openOne();
  database.close();
  expect(() => database.prepare('select 1')).toThrow('not open');
});

test('a transaction takes the lock for writing when it begins', () => {
  const { folder, database } = openOne();
  onTestFinished(() => database.close());
  const visitor = openSqliteDatabase(folder, { lockTimeoutMs: 10, isVisitor: true });
  onTestFinished(() => visitor.close());
  database.prepare('begin').run([]);
  expect(() => visitor.prepare('delete from boats').run([])).toThrow('locked');
  expect(visitor.prepare('select name from boats').all([])).toEqual([{ name: 'paper' }]);
});

test('after a write that timed out, no write waits for another process until one succeeds', () => {
  const { folder, database } = openOne();
  onTestFinished(() => database.close());
  const wait = () => database.prepare('pragma busy_timeout').all([]);
  const [long, none] = [[{ timeout: 10n }], [{ timeout: 0n }]];
  const other = new DatabaseSync(join(folder, 'gatewright.db'));
  onTestFinished(() => other.close());
  // A failure of another kind changes nothing.
  database.prepare('create table crews (name text not null)').run([]);
  expect(() => database.prepare('insert into crews values (null)').run([])).toThrow('NOT NULL');
  expect(wait()).toEqual(long);
  other.exec('begin immediate');
  const copy = database.prepare('insert into boats select name from boats');
  expect(() => copy.run([])).toThrow('locked');
  for (const read of ['select name from boats', ' select name from boats'])
    expect(database.prepare(read).all([])).toEqual([{ name: 'paper' }]);
  expect(wait()).toEqual(none);
  expect(wait()).toEqual(long);
});
