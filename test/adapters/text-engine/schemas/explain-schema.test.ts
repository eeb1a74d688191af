import { expect, test } from 'vitest';
import { explainSchema } from '../../../../src/adapters/text-engine/schemas/explain-schema.ts';

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
  [{ minLength: '5' }, 'minLength must be a whole number of 0 or more; got "5"'],
  [{ maxItems: -1 }, 'maxItems must be a whole number of 0 or more; got -1'],
  [{ minContains: 1.5 }, 'minContains must be a whole number of 0 or more; got 1.5'],
  [{ multipleOf: 0 }, 'multipleOf must be a number above 0; got 0'],
  [{ exclusiveMinimum: true }, 'exclusiveMinimum must be a number; got true'],
  [{ uniqueItems: 'yes' }, 'uniqueItems must be true or false; got "yes"'],
  [{ format: 5 }, 'format must be a string; got 5'],
  [{ type: [] }, 'type must be an array with an entry'],
  [{ patternProperties: { '(': {} } }, 'patternProperties must have regular expressions as names; got "("'],
  [{ dependentRequired: { a: 'b' } }, 'dependentRequired must have arrays of strings; got "b"'],
  [{ $defs: { 'a/b': { pattern: '[' } } }, '$defs.a/b.pattern must be a regular expression; got "["'],
  [{ $ref: '#/$defs/a~1b', $defs: { 'a/b': { type: 'string' } } }, undefined],
  [{ $ref: '#boat', $defs: { a: { $anchor: 'boat' } } }, undefined],
  [{ $ref: '#ship' }, '$ref refers to a part that the schema does not have; got "#ship"'],
  [{ $ref: 'boat#/properties/a', $defs: { a: { $id: 'boat' } } }, undefined],
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

test('names every mistake, and counts those beyond five', () => {
  const wrong = { type: 'string', minLength: '5' };
  expect(explainSchema({ properties: { a: wrong, b: { minimum: 5, maximum: 2, enum: [] } } })).toBe(
    'properties.a.minLength must be a whole number of 0 or more; got "5"; properties.b.enum must be an array with an entry',
  );
  expect(explainSchema({ anyOf: Array(7).fill(5) })).toMatch(
    /^anyOf\[0\] must be a schema; got 5; .*; anyOf\[4\] must be a schema; got 5 \(and 2 more\)$/,
  );
});
