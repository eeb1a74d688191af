import { expect, test } from 'vitest';
import { explainOpening } from '../../src/node/open-durable.ts';

test('a failure of SQLite that names no file says which folder it is about', () => {
  const error = new Error('attempt to write a readonly database');
  expect(explainOpening(error, { kind: 'sqlite', folder: '/srv/data' })).toBe(
    'The database in the folder "/srv/data" cannot be used: attempt to write a readonly database',
  );
});

test('a database that answers at none of its addresses is explained by the first', () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED ::1:5432'), { code: 'ECONNREFUSED' });
  const error = new AggregateError([refused, new Error('connect ECONNREFUSED 127.0.0.1:5432')]);
  expect(explainOpening(error, { kind: 'postgres', connectionString: 'postgres://localhost/x' })).toBe(
    'The database cannot be used: connect ECONNREFUSED ::1:5432: check DATABASE_URL, and that the server runs.',
  );
});

test.each([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
])('%s asks whether the server runs', (code) => {
  const error = Object.assign(new Error('no server'), { code });
  expect(explainOpening(error, { kind: 'postgres', connectionString: 'postgres://db.example/x' })).toBe(
    'The database cannot be used: no server: check DATABASE_URL, and that the server runs.',
  );
});

test('a password in the reason is not shown', () => {
  const error = new Error('cannot parse postgres://gateway:very-secret@db.example/x');
  const text = explainOpening(error, { kind: 'postgres', connectionString: 'postgres://db.example/x' });
  expect(text).toMatch(/^The database cannot be used: cannot parse postgres:/);
  expect(text).not.toContain('very-secret');
});
