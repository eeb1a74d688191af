import { expect, test } from 'vitest';
import { limitsOf } from '../../scripts/docs/models/parameters.ts';

test('limits of numbers, and of the entries of a list, are said', () => {
  expect(limitsOf({ type: 'integer', minimum: 2, maximum: 60, multipleOf: 2 })).toEqual([
    '2 to 60',
    'a multiple of 2',
  ]);
  const items = { type: 'string', enum: ['calm', 'wild'] };
  expect(limitsOf({ type: 'array', items, maxItems: 3 })).toEqual([
    'at most 3 entries',
    'each `calm`, `wild`',
  ]);
});
