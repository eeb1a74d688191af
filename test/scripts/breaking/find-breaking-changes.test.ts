import { expect, test } from 'vitest';
import { compareLimits } from '../../../scripts/breaking/compare-limits.ts';
import { findBreakingChanges } from '../../../scripts/breaking/find-breaking-changes.ts';
import type { JsonObject } from '../../../scripts/contract/contract.ts';

const base: JsonObject = {
  $id: 'https://gatewright.dev/schemas/models/m/2026-11-01.json',
  title: 'M',
  type: 'object',
  required: ['model'],
  properties: {
    model: { type: 'string', enum: ['m', 'm.0'] },
    n: { type: 'integer', minimum: 1, maximum: 4 },
    strength: { type: 'number' },
    image_urls: { type: 'array', maxItems: 3, items: { type: 'string', maxLength: 100 } },
    size: { type: 'string', anyOf: [{ enum: ['1:1', '16:9'] }, { pattern: '^[0-9]+x[0-9]+$' }] },
    stream: false,
  },
  additionalProperties: true,
  'x-validations': [{ id: 'm.total', rule: 'self.n < 5', message: 'too many' }],
};

const snapshotOf = (schema: JsonObject | undefined, document: JsonObject = {}) => ({
  document,
  schemas: schema === undefined ? {} : { 'm.json': schema },
});
const withProperty = (name: string, schema: JsonObject | boolean): JsonObject => ({
  ...base,
  properties: { ...(base.properties as JsonObject), [name]: schema },
});
const without = (name: string): JsonObject => {
  const { [name]: _, ...properties } = base.properties as JsonObject;
  return { ...base, properties };
};

const narrower: readonly [string, { given: JsonObject | undefined; want: readonly [string, string] }][] = [
  ['a model is removed', { given: undefined, want: ['', 'model is gone'] }],
  ['a property is removed', { given: without('n'), want: ['/properties/n', 'property is gone'] }],
  [
    'a property is forbidden',
    { given: withProperty('n', false), want: ['/properties/n', 'is forbidden now'] },
  ],
  [
    'an unknown field is forbidden',
    {
      given: withProperty('tools', false),
      want: ['/properties/tools', 'was passed through, is forbidden now'],
    },
  ],
  [
    'an enum value is removed',
    {
      given: withProperty('model', { type: 'string', enum: ['m'] }),
      want: ['/properties/model/enum', '"m.0" is no longer allowed'],
    },
  ],
  [
    'an enum is introduced',
    {
      given: withProperty('strength', { type: 'number', enum: [1] }),
      want: ['/properties/strength/enum', 'any value was allowed, now only 1'],
    },
  ],
  [
    'an enum becomes one constant',
    {
      given: withProperty('model', { type: 'string', const: 'm' }),
      want: ['/properties/model/const', '"m.0" is no longer allowed'],
    },
  ],
  [
    'a number becomes an integer',
    {
      given: withProperty('strength', { type: 'integer' }),
      want: ['/properties/strength/type', 'type number is no longer allowed'],
    },
  ],
  [
    'a maximum is lowered',
    {
      given: withProperty('n', { type: 'integer', minimum: 1, maximum: 3 }),
      want: ['/properties/n/maximum', 'maximum was 4, now 3'],
    },
  ],
  [
    'an inclusive minimum becomes an exclusive one',
    {
      given: withProperty('n', { type: 'integer', exclusiveMinimum: 1, maximum: 4 }),
      want: ['/properties/n/exclusiveMinimum', 'exclusiveMinimum had no limit, now 1'],
    },
  ],
  [
    'a minimum is raised',
    {
      given: withProperty('n', { type: 'integer', minimum: 2, maximum: 4 }),
      want: ['/properties/n/minimum', 'minimum was 1, now 2'],
    },
  ],
  [
    'a limit is introduced',
    {
      given: withProperty('strength', { type: 'number', maximum: 1 }),
      want: ['/properties/strength/maximum', 'maximum had no limit, now 1'],
    },
  ],
  [
    'fewer items are allowed',
    {
      given: withProperty('image_urls', {
        type: 'array',
        maxItems: 2,
        items: { type: 'string', maxLength: 100 },
      }),
      want: ['/properties/image_urls/maxItems', 'maxItems was 3, now 2'],
    },
  ],
  [
    'items get shorter',
    {
      given: withProperty('image_urls', {
        type: 'array',
        maxItems: 3,
        items: { type: 'string', maxLength: 99 },
      }),
      want: ['/properties/image_urls/items/maxLength', 'maxLength was 100, now 99'],
    },
  ],
  [
    'a pattern is introduced',
    {
      given: withProperty('strength', { type: 'number', multipleOf: 2 }),
      want: ['/properties/strength/multipleOf', 'multipleOf is new: 2'],
    },
  ],
  [
    'an alternative is removed',
    {
      given: withProperty('size', { type: 'string', anyOf: [{ enum: ['1:1', '16:9'] }] }),
      want: ['/properties/size/anyOf/1', 'alternative is gone'],
    },
  ],
  [
    'an alternative loses a value',
    {
      given: withProperty('size', {
        type: 'string',
        anyOf: [{ enum: ['1:1'] }, { pattern: '^[0-9]+x[0-9]+$' }],
      }),
      want: ['/properties/size/anyOf/0/enum', '"16:9" is no longer allowed'],
    },
  ],
  [
    'a property becomes required',
    { given: { ...base, required: ['model', 'n'] }, want: ['/required', '"n" is now required'] },
  ],
  [
    'other fields are refused',
    { given: { ...base, additionalProperties: false }, want: ['/additionalProperties', 'is forbidden now'] },
  ],
  [
    'a condition is introduced',
    { given: { ...base, if: { required: ['n'] } }, want: ['/if', 'if is new: {"required":["n"]}'] },
  ],
  [
    'a rule is introduced',
    {
      given: {
        ...base,
        'x-validations': [...(base['x-validations'] as JsonObject[]), { id: 'm.new', rule: 'true' }],
      },
      want: ['/x-validations/1', 'rule "m.new" is new'],
    },
  ],
  [
    'a rule gets another expression',
    {
      given: { ...base, 'x-validations': [{ id: 'm.total', rule: 'self.n < 3', message: 'too many' }] },
      want: ['/x-validations/0', 'rule "m.total" has another expression'],
    },
  ],
  [
    'the version goes back',
    {
      given: { ...base, $id: 'https://gatewright.dev/schemas/models/m/2026-10-31.json' },
      want: ['/$id', 'schema_version went back from 2026-11-01 to 2026-10-31'],
    },
  ],
];

test.each(narrower)('reports that %s', (_name, { given, want: [pointer, what] }) => {
  const changes = findBreakingChanges(snapshotOf(base), snapshotOf(given));
  expect(changes).toEqual([{ file: 'generated/schemas/m.json', pointer, what, advice: expect.any(String) }]);
});

const wider: readonly [string, JsonObject][] = [
  ['nothing changes', base],
  ['a property is added', withProperty('seed', { type: 'integer' })],
  ['an enum value is added', withProperty('model', { type: 'string', enum: ['m', 'm.0', 'M'] })],
  ['an enum is lifted', withProperty('model', { type: 'string' })],
  ['an integer becomes a number', withProperty('n', { type: 'number', minimum: 1, maximum: 4 })],
  ['limits are widened', withProperty('n', { type: 'integer', minimum: 0, maximum: 5 })],
  [
    'exclusive limits further out',
    withProperty('n', { exclusiveMinimum: 0, exclusiveMaximum: 5, type: 'integer' }),
  ],
  ['a length limit of zero appears', withProperty('size', { type: 'string', minLength: 0 })],
  ['a forbidden field is allowed', withProperty('stream', { type: 'boolean' })],
  ['nothing is required', { ...base, required: [] }],
  ['a rule is lifted', { ...base, 'x-validations': [] }],
  [
    'a rule gets another message',
    { ...base, 'x-validations': [{ id: 'm.total', rule: 'self.n < 5', message: 'other' }] },
  ],
  ['the version advances', { ...base, $id: 'https://gatewright.dev/schemas/models/m/2026-12-01.json' }],
  ['a description changes', { ...base, description: 'other' }],
];

test.each(wider)('is silent when %s', (_name, given) => {
  expect(findBreakingChanges(snapshotOf(base), snapshotOf(given))).toEqual([]);
});

test('is silent about a new model', () => {
  expect(findBreakingChanges(snapshotOf(undefined), snapshotOf(base))).toEqual([]);
});

test('null as an alternative may be added but not removed', () => {
  const plain = withProperty('note', { $ref: '#/$defs/note' });
  const nullable = withProperty('note', { anyOf: [{ $ref: '#/$defs/note' }, { type: 'null' }] });
  const $defs = { note: { type: 'string' } };
  const changes = (before: JsonObject, after: JsonObject) =>
    findBreakingChanges(snapshotOf({ ...before, $defs }), snapshotOf({ ...after, $defs }));
  expect(changes(plain, nullable)).toEqual([]);
  expect(changes(nullable, nullable)).toEqual([]);
  expect(changes(nullable, plain)).toMatchObject([
    { pointer: '/properties/note', what: 'null is no longer allowed' },
  ]);
  const number = withProperty('note', { anyOf: [{ type: 'number' }, { type: 'null' }] });
  expect(changes(nullable, number)).toMatchObject([{ what: 'type string is no longer allowed' }]);
});

test.each([
  [{ exclusiveMinimum: 0 }, { minimum: 0 }, []],
  [{ exclusiveMaximum: 9 }, { maximum: 9 }, []],
  [{ exclusiveMinimum: 0 }, { minimum: 1 }, ['minimum']],
  [{ minimum: 0 }, { exclusiveMinimum: 0 }, ['exclusiveMinimum']],
  [{ maximum: 9 }, { exclusiveMaximum: 9 }, ['exclusiveMaximum']],
  [{ minimum: 0 }, { exclusiveMinimum: -1 }, []],
])('one bound in two keywords: from %j to %j', (before, after, narrowed) => {
  const changes = compareLimits({ before, after, pointer: '' });
  expect(changes.map(({ pointer }) => pointer)).toEqual(narrowed.map((keyword) => `/${keyword}`));
});

test.each([
  ...['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'].map(
    (bound) => [bound, 4, 3] as const,
  ),
  ...['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'].map(
    (bound) => [bound, 3, 4] as const,
  ),
  ...['pattern', 'format', 'if', 'then', 'else', 'not', 'contains'].map((name) => [name, 'a', 'b'] as const),
  ...['propertyNames', 'dependentRequired', 'dependentSchemas'].map(
    (name) => [name, { a: 1 }, { a: 2 }] as const,
  ),
  ['multipleOf', 2, 4] as const,
  ...['uniqueItems', 'unevaluatedProperties'].map((name) => [name, undefined, true] as const),
])('%s may not become narrower', (keyword, wide, narrow) => {
  const places = (before: JsonObject, after: JsonObject) =>
    compareLimits({ before, after, pointer: '' }).map(({ pointer }) => pointer);
  const [wider, narrower] = [wide === undefined ? {} : { [keyword]: wide }, { [keyword]: narrow }];
  expect(places(wider, narrower)).toEqual([`/${keyword}`]);
  expect(places({}, narrower)).toEqual([`/${keyword}`]);
  expect(places(narrower, narrower)).toEqual([]);
  expect(places(narrower, {})).toEqual([]);
});
