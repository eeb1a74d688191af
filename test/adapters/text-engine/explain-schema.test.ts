import { expect, test } from 'vitest';
import { explainSchema } from '../../../src/adapters/text-engine/explain-schema.ts';

const rows: readonly (readonly [schema: unknown, want: string | undefined])[] = [
  [
    { type: ['string', 'nil'] },
    'type must be one of "array", "boolean", "integer", "null", "number", "object", "string"; got "nil"',
  ],
  [
    { properties: { a: { type: 5 } } },
    'properties.a.type must be one of "array", "boolean", "integer", "null", "number", "object", "string"; got 5',
  ],
  [{ properties: [] }, 'properties must be an object; got an array'],
  [{ properties: { a: 'string' } }, 'properties.a must be a schema; got "string"'],
  [{ items: [{ type: 'string' }] }, 'items must be a schema; got an array'],
  [{ anyOf: {} }, 'anyOf must be an array with a schema'],
  [{ required: 'a' }, 'required must be an array of strings; got "a"'],
  [{ enum: [] }, 'enum must be an array with an entry'],
  [{ minLength: '5' }, 'minLength must be a number; got "5"'],
  [{ items: { minLength: 5, maxLength: 2 } }, 'items.minLength is 5, above maxLength, which is 2'],
  [{ $defs: { 'a/b': { pattern: '[' } } }, '$defs.a/b.pattern must be a regular expression; got "["'],
  [{ $ref: '#/$defs/a~1b', $defs: { 'a/b': { type: 'string' } } }, undefined],
  [
    { type: 'object', properties: { properties: { type: 'string' } }, additionalProperties: false },
    undefined,
  ],
  [{ constructor: 1, toString: 'x', type: 'string' }, undefined],
  [{ const: { type: 'boat' }, default: { $ref: 5 } }, undefined],
];

test.each(rows)('%j: %s', (schema, want) => {
  expect(explainSchema(schema)).toBe(want);
});
