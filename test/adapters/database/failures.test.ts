import { Pool } from 'pg';
import { expect, test } from 'vitest';
import { failureKindOf, toPortError } from '../../../src/adapters/database/failures.ts';
import { UnavailableError } from '../../../src/gateway/ports/unavailable.ts';

const sqlState = (code: string) => Object.assign(new Error('as the server says'), { code });
const sqlite = (errcode: number) =>
  Object.assign(new Error('as SQLite says'), { code: 'ERR_SQLITE_ERROR', errcode });

test.each([
  ['08006', 'away'],
  ['25006', 'away'],
  ['25P03', 'away'],
  ['28P01', 'away'],
  ['3D000', 'away'],
  ['53100', 'away'],
  ['53300', 'away'],
  ['57014', 'away'],
  ['57P01', 'away'],
  ['57P03', 'away'],
  ['58030', 'away'],
  ['55P03', 'locked'],
  ['40001', 'conflict'],
  ['40P01', 'conflict'],
  ['23505', undefined],
  ['22P05', undefined],
  ['25P02', undefined],
  ['42P01', undefined],
  ['XX000', undefined],
])('classifies SQLSTATE %s as %s', (code, kind) => {
  expect(failureKindOf(sqlState(code))).toBe(kind);
});

test.each([
  [5, 'away'],
  [6, 'away'],
  [8, 'away'],
  [10, 'away'],
  [778, 'away'], // SQLITE_IOERR_WRITE
  [13, 'away'],
  [14, 'away'],
  [1, undefined],
  [11, undefined],
  [19, undefined],
  [2067, undefined], // SQLITE_CONSTRAINT_UNIQUE
])('classifies SQLite result %i as %s', (errcode, kind) => {
  expect(failureKindOf(sqlite(errcode))).toBe(kind);
});

test('classifies an address where nothing listens as an unavailable database', async () => {
  const pool = new Pool({ connectionString: 'postgres://user@127.0.0.1:1/none' });
  const failure = await pool.query('select 1').catch((error: unknown) => error);
  expect(failureKindOf(failure)).toBe('away');
  await pool.end();
});

test("maps transient failures to the ports' error, and leaves the rest as it is", () => {
  const full = sqlState('53100');
  const made = toPortError(full);
  expect(made).toBeInstanceOf(UnavailableError);
  expect(made).toMatchObject({ cause: full, message: 'The database is unavailable: as the server says' });
  expect(toPortError(made)).toBe(made);
  for (const other of [sqlState('23505'), new TypeError('a fault'), 'text', undefined])
    expect(toPortError(other)).toBe(other);
});

test.each([
  ['Connection terminated unexpectedly', 'away'],
  ['timeout exceeded when trying to connect', 'away'],
  ['Query read timeout', 'away'],
  ['Cannot use a pool after calling end on the pool', 'away'],
  ['a query read timeout', undefined],
])('classifies the message %j of the driver as %s', (message, kind) => {
  expect(failureKindOf(new Error(message))).toBe(kind);
});

test.each([
  [{ code: 'ENOTFOUND', syscall: 'getaddrinfo' }, 'away'],
  [{ code: 'ETIMEDOUT' }, 'away'],
  [{ code: 'ERR_INVALID_ARG_TYPE' }, undefined],
])('classifies the error of a socket %j as %s', (members, kind) => {
  expect(failureKindOf(Object.assign(new Error('as Node.js says'), members))).toBe(kind);
});
