import { expect, test } from 'vitest';
import type { JsonObject, ModelSource } from '../../../scripts/contract/contract.ts';
import { prose, table, toJson } from '../../../scripts/docs/markdown.ts';
import { describeParameters, limitsOf, typeOf } from '../../../scripts/docs/models/parameters.ts';

test.each<[string, { given: JsonObject; want: readonly [type: string, limits: string] }]>([
  ['a range', { given: { type: 'integer', minimum: 3, maximum: 16 }, want: ['integer', '3 to 16'] }],
  ['one value', { given: { type: 'integer', minimum: 1, maximum: 1 }, want: ['integer', 'exactly 1'] }],
  ['an open end', { given: { type: 'number', exclusiveMinimum: 0 }, want: ['number', 'more than 0'] }],
  [
    'spellings of a choice',
    { given: { type: ['string', 'null'], enum: ['1K', '1k', '2K', null] }, want: ['string', '`1K`, `2K`'] },
  ],
  ['a text that is not empty', { given: { type: 'string', minLength: 1 }, want: ['string', 'not empty'] }],
  [
    'a list',
    {
      given: { type: 'array', items: { type: 'string' }, maxItems: 3 },
      want: ['list of strings', 'at most 3 entries'],
    },
  ],
  [
    'alternatives',
    { given: { oneOf: [{ type: 'string' }, { type: 'array' }] }, want: ['string or array', ''] },
  ],
  ['one entry', { given: { type: 'array', minItems: 1 }, want: ['list', 'at least 1 entry'] }],
  ['anything', { given: {}, want: ['any', ''] }],
])('%s in words', (_name, { given, want }) => {
  expect([typeOf(given), limitsOf(given).join('; ')]).toEqual(want);
});

test('texts of the contract cannot become markup, their code stays code', () => {
  expect(prose('`<point>` is not <b>, a | b, {{x}}')).toBe(
    '`<point>` is not &#60;b&#62;, a &#124; b, &#123;&#123;x&#125;&#125;',
  );
  expect(table(['a'], [['`x | y`']])).toBe('| a |\n| --- |\n| `x \\| y` |');
});

test('short lists of JSON stay on a line', () => {
  expect(toJson({ a: [1, 2], b: { c: 'd' } })).toBe('{\n  "a": [1, 2],\n  "b": { "c": "d" }\n}');
});

test('a parameter that is deprecated says so', () => {
  const properties = { sail: { type: 'string', description: 'Sails.', deprecated: true } };
  const model = {
    requestSchema: { properties, required: ['sail'] },
    vocabulary: {},
  } as unknown as ModelSource; // what is read of it
  expect(describeParameters(model)).toContain(
    '| `sail` <Badge type="tip" text="required" /> <Badge type="warning" text="deprecated" /><br>',
  );
});
