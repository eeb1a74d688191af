import { expect, it } from 'vitest';
import { explain } from '../../../src/contract/violations/explain.ts';

type Row = readonly [keyword: string, params: Record<string, unknown>, value: unknown, want: string];

const rows: readonly Row[] = [
  ['type', { type: 'integer' }, 'a', 'must be an integer; got "a"'],
  ['type', { type: ['string', 'null'] }, 5, 'must be a string; got 5'],
  ['type', { type: ['string', 'array', 'object'] }, 5, 'must be a string, an array or an object; got 5'],
  ['const', { allowedValue: 'auto' }, 5, 'must be "auto"; got 5'],
  ['enum', { allowedValues: ['a', null] }, 'b', 'must be "a"; got "b"'],
  ['enum', { allowedValues: ['1K', '1k', '2K'] }, 'b', 'must be one of "1K", "2K"; got "b"'],
  ['enum', { allowedValues: [5, 10] }, 7, 'must be one of 5, 10; got 7'],
  ['minimum', { limit: 1 }, 0, 'must be at least 1; got 0'],
  ['maximum', { limit: 4 }, 5, 'must be at most 4; got 5'],
  ['exclusiveMinimum', { limit: 0 }, 0, 'must be greater than 0; got 0'],
  ['exclusiveMaximum', { limit: 9 }, 9, 'must be less than 9; got 9'],
  ['multipleOf', { multipleOf: 5 }, 7, 'must be a multiple of 5; got 7'],
  ['minItems', { limit: 1 }, [], 'must have at least 1 entry; got 0'],
  ['minItems', { limit: 2 }, ['a'], 'must have at least 2 entries; got 1'],
  ['maxItems', { limit: 1 }, ['a', 'b', 'c'], 'must have at most 1 entry; got 3'],
  ['minLength', { limit: 1 }, '', 'must not be empty'],
  ['minLength', { limit: 2 }, 'a', 'must have at least 2 characters; got 1'],
  ['maxLength', { limit: 2 }, '\u{1F6A4}\u{1F6A4}\u{1F6A4}', 'must have at most 2 characters; got 3'],
  ['maxLength', { limit: 2 }, 'a'.repeat(2 ** 20), 'must have at most 2 characters; got 1048576'],
  ['maxLength', { limit: 2 }, 'a'.repeat(2 ** 20 + 1), 'must have at most 2 characters; got at least 524289'],
  ['minProperties', { limit: 1 }, {}, 'must have at least 1 field; got 0'],
  ['maxProperties', { limit: 2 }, { a: 1, b: 2, c: 3 }, 'must have at most 2 fields; got 3'],
  [
    'uniqueItems',
    { i: 2, j: 0 },
    [1, 2, 1],
    'must not have the same entry twice; entries 0 and 2 are the same',
  ],
  ['pattern', { pattern: '^nowhere$' }, 'x', 'has the wrong form; got "x"'],
  [
    'pattern',
    { pattern: '^[\\w.-]{1,64}$' },
    'ü',
    'must be 1 to 64 letters, digits, "_", "." or "-"; got "ü"',
  ],
  ['anyOf', {}, 5, 'matches none of the allowed forms; got 5'],
  ['oneOf', { missing: [['a']] }, {}, 'must have a'],
  ['not', {}, 5, 'has a value that is not allowed'],
  ['dependentRequired', {}, 5, 'breaks dependentRequired; got 5'],
];

it.each(rows)('%s %j for %j: %s', (keyword, params, value, want) => {
  expect(explain({ keyword, params, instancePath: '', schemaPath: '' }, value)).toBe(want);
});
