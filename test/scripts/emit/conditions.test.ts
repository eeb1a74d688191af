import { expect, test } from 'vitest';
import type { JsonObject } from '../../../scripts/contract/contract.ts';
import { dropConditions } from '../../../scripts/emit/code/conditions.ts';

const text: JsonObject = { type: 'string' };

test.each<[string, JsonObject, JsonObject]>([
  ['conditions', { ...text, if: {}, else: false, not: { const: '' } }, text],
  ['a branch of all that has only conditions', { allOf: [{ required: ['a'] }, text] }, { allOf: [text] }],
  ['alternatives to a branch that then accepts everything', { ...text, anyOf: [{}, { minLength: 1 }] }, text],
  ['alternatives of conditions', { ...text, oneOf: [{ required: ['a'] }, { required: ['b'] }] }, text],
])('drops %s', (_what, schema, want) => {
  expect(dropConditions(schema)).toEqual(want);
});

test('keeps alternatives that all have a shape', () => {
  const schema = { oneOf: [text, { type: 'object', required: ['a'] }] };
  expect(dropConditions(schema)).toEqual(schema);
});
