import { expect, test } from 'vitest';
import { explainOpening } from '../../src/node/open-durable.ts';

test('a failure of SQLite that names no file says which folder it is about', () => {
  const error = new Error('attempt to write a readonly database');
  expect(explainOpening(error, { kind: 'sqlite', folder: '/srv/data' })).toBe(
    'The database in the folder "/srv/data" cannot be used: attempt to write a readonly database',
  );
});
