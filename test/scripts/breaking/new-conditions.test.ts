import { expect, test } from 'vitest';
import { withoutNewConditions } from '../../../scripts/breaking/new-conditions.ts';
import type { JsonObject } from '../../../scripts/contract/contract.ts';

const schemaOf = (...names: readonly string[]): JsonObject => ({
  properties: { model: { type: 'string', enum: names } },
});
const condition = (...names: readonly string[]): JsonObject => ({
  if: { required: ['model'], ...schemaOf(...names) },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { required: ['tools'] },
});
const documentOf = (...allOf: readonly JsonObject[]): JsonObject => ({
  components: { schemas: { Request: { type: 'object', allOf } } },
});
const before = { document: {}, schemas: { 'a.json': schemaOf('a', 'a.0') } };

test('a condition of a new model alone breaks nobody', () => {
  const after = { document: documentOf(condition('b'), condition('a')), schemas: {} };
  expect(withoutNewConditions(after, before).document).toEqual(documentOf(condition('a')));
});

test('a list of such conditions is no list', () => {
  const after = { document: documentOf(condition('b')), schemas: {} };
  expect(withoutNewConditions(after, before).document).toEqual({
    components: { schemas: { Request: { type: 'object' } } },
  });
});

test.each([
  ['of a known model', condition('a')],
  ['of a known and a new model', condition('b', 'a.0')],
  ['of any model', { if: { required: ['tools'] }, else: { required: ['text'] } }],
  ['without a condition', { required: ['tools'] }],
])('a new condition %s stays', (_what, added) => {
  const after = { document: documentOf(added), schemas: {} };
  expect(withoutNewConditions(after, before).document).toEqual(documentOf(added));
});
