import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { policies } from '../../../../generated/policies.ts';
import { work } from '../../../../src/adapters/text-engine/json/draw-json-work.ts';
import { list, nested, object } from '../../../support/json-schemas/build.ts';
import { callers } from '../../../support/json-schemas/callers.ts';
import { narrowedFormats } from '../../../support/json-schemas/formats.ts';
import { keywords } from '../../../support/json-schemas/keywords.ts';
import { formats, strings } from '../../../support/json-schemas/strings.ts';

const {
  schema_attempts: usual,
  schema_steps: most,
  schema_long_attempts: usuallyLong,
  schema_applications: usualApplications,
  max_schema_result_bytes: maxBytes,
} = policies.text;

function draw(schema: unknown, options: Parameters<typeof drawText>[1] = {}) {
  return drawText(JSON.stringify(schema), options);
}

function drawText(
  schema: string,
  {
    seed = 1,
    attempts = usual as number,
    steps = most as number,
    longAttempts = usuallyLong as number,
    applications = usualApplications as number,
  } = {},
) {
  return work(new TextEncoder().encode(schema), {
    seed,
    attempts,
    steps,
    longAttempts,
    applications,
    maxBytes,
  });
}

const ajv = new Ajv2020({ strict: false, logger: false });
addFormats.default(ajv);

test.each(Object.entries({ ...strings, ...formats, ...narrowedFormats, ...keywords, ...callers }))(
  'a value is found for %s at the first attempt, whatever the seed',
  (_name, schema) => {
    // Schemas of different tests may have the same $id.
    const fits = ajv.removeSchema().compile(structuredClone(schema));
    const atFirst = [1, 2 ** 31].map((seed) => draw(schema, { seed, attempts: 1 }));
    for (const drawn of atFirst) {
      expect(drawn).toEqual({ kind: 'drawn', text: expect.any(String) });
      const value: unknown = JSON.parse(drawn.kind === 'drawn' ? drawn.text : '');
      expect({ value, errors: fits(value) ? [] : fits.errors }).toEqual({ value, errors: [] });
    }
    expect(draw(schema, { seed: 1 })).toEqual(atFirst[0]);
  },
);

const string = (more: object) => ({ type: 'string', ...more });
const impossible: readonly (readonly [schema: object, reason: string])[] = [
  [{ allOf: [false] }, 'no value is allowed'],
  [object({ a: false }), 'no value is allowed at a'],
  [{ not: {} }, 'no value is allowed'],
  [string({ minLength: 5, maxLength: 2 }), 'minLength (5) exceeds maxLength (2)'],
  [{ type: 'number', exclusiveMinimum: 3, maximum: 3 }, 'exclusiveMinimum is 3, and maximum is the same'],
  [
    object({ a: { allOf: [{ type: 'string', minLength: 9 }, { maxLength: 8 }] } }),
    'minLength (9) exceeds maxLength (8) at a',
  ],
  [
    { type: 'integer', multipleOf: 7, minimum: 8, maximum: 13 },
    'no integer meets minimum 8 and maximum 13 and multipleOf 7',
  ],
  [
    { type: 'number', multipleOf: 0.3, minimum: 1, maximum: 1.1 },
    'no number meets minimum 1 and maximum 1.1 and multipleOf 0.3',
  ],
  [{ allOf: [{ const: 1 }, { const: 2 }] }, 'none of the values that enum or const lists fits'],
  [{ type: 'string', const: 5 }, 'none of the values that enum or const lists fits'],
  [{ allOf: [{ type: 'string' }, { type: 'object' }] }, 'more than one type is required'],
  [
    { anyOf: [object({ a: { type: 'integer', enum: ['x'] } }), { type: 'null', not: { enum: [null] } }] },
    'none of the values that enum or const lists fits at a',
  ],
  [object({ next: { $ref: '#' } }), 'every value would be endless'],
  [
    { type: 'array', minItems: 3, items: { type: 'boolean' }, uniqueItems: true },
    'not enough different values: no value of type "boolean" fits at [2]',
  ],
  [{ type: 'array', minItems: 2, maxItems: 1 }, 'minItems (2) exceeds maxItems (1)'],
  [object({ a: {}, b: {} }, { maxProperties: 1 }), 'more members are required than maxProperties allows'],
  [object({ a: {} }, { minProperties: 2 }), 'only 1 of the 2 members that minProperties asks for were found'],
  [object({ ab: {} }, { propertyNames: { maxLength: 1 } }), 'propertyNames does not allow the name at ab'],
  [string({ pattern: '^a+$', maxLength: 0 }), 'no string meets maxLength 0 and pattern "^a+$"'],
  [
    { allOf: [string({ pattern: '^[a-z]+$' }), string({ pattern: '\\d' })] },
    'no string meets pattern "^[a-z]+$" and pattern "\\\\d"',
  ],
  [string({ pattern: '^.{5}$', maxLength: 3 }), 'no string meets maxLength 3 and pattern "^.{5}$"'],
  [string({ pattern: '^(?=a)b' }), 'no string meets pattern "^(?=a)b"'],
  [string({ pattern: '^a(?=b)c$' }), 'no string meets pattern "^a(?=b)c$"'],
  [string({ pattern: '^(?!.*a).*a' }), 'no string meets pattern "^(?!.*a).*a"'],
  [string({ pattern: '(?<!a)b(?<!b)' }), 'no string meets pattern "(?<!a)b(?<!b)"'],
  [string({ pattern: '^foo\\bbar$' }), 'no string meets pattern "^foo\\\\bbar$"'],
  [
    string({ format: 'date', pattern: '^2023-02-29$' }),
    'no string meets pattern "^2023-02-29$" and format "date"',
  ],
  [string({ format: 'ipv4', pattern: '/24$' }), 'no string meets pattern "/24$" and format "ipv4"'],
  [
    { type: 'integer', minimum: 1, maximum: 3, not: { enum: [1, 2, 3] } },
    'no integer meets minimum 1 and maximum 3',
  ],
  [
    { type: 'array', items: { type: 'integer', minimum: 1, maximum: 3 }, uniqueItems: true, minItems: 4 },
    'not enough different values: no integer meets minimum 1 and maximum 3 at [3]',
  ],
  [{ oneOf: [{ type: 'string' }, { type: 'string' }] }, 'more than one type is required'],
  [
    { type: 'array', items: { type: 'integer' }, contains: { type: 'string' } },
    'more than one type is required at [0]',
  ],
  [
    { type: 'object', properties: { a: {} }, unevaluatedProperties: false, minProperties: 2 },
    'only 1 of the 2 members that minProperties asks for were found',
  ],
  [
    { type: 'object', propertyNames: { enum: ['a', 'b'] }, minProperties: 3 },
    'only 2 of the 3 members that minProperties asks for were found',
  ],
  [{ type: 'object', additionalProperties: { $ref: '#' }, minProperties: 1 }, 'every value would be endless'],
];

test.each(impossible)('says that nothing fits %j', (schema, reason) => {
  expect(draw(schema)).toEqual({ kind: 'unfit', fault: 'impossible', reason });
});

const hard = string({ pattern: '^a+$', not: { pattern: 'a' } });
const unsolved: readonly (readonly [schema: object, reason: string])[] = [
  [object({ code: hard }), 'no string was found that meets pattern "^a+$" at code'],
  [
    // As far as its members could be generated; a value of `a` may exist.
    { type: 'object', properties: { a: { ...hard } }, additionalProperties: false, minProperties: 1 },
    'only 0 of the 1 members that minProperties asks for were found',
  ],
  [
    string({ format: 'email', pattern: '@localhost$' }),
    'no string was found that meets pattern "@localhost$" and format "email"',
  ],
  [
    string({ pattern: '^[ab]$', not: { enum: ['a', 'b'] } }),
    'no string was found that meets pattern "^[ab]$"',
  ],
  [string({ pattern: '^(((a{1000}){1000}){1000})$' }), 'a pattern of it is too large'],
  [{ type: 'array', minItems: 2e9 }, 'its values have more than 1048576 bytes'],
  [
    { type: 'array', items: string({ minLength: 600_000 }), minItems: 2 },
    'its values have more than 1048576 bytes',
  ],
  [nested(501, string({})), `the value is nested too deeply at ${'next.'.repeat(24)}...`],
];

test.each(unsolved)('does not say that nothing fits where $1', (schema, reason) => {
  expect(draw(schema, { steps: few })).toEqual({ kind: 'unfit', fault: 'unsolved', reason });
});

test('reads escapes in patterns that JSON Schema does not define', () => {
  const schema = object({ name: string({ pattern: '^\\@[\\w\\-\\,]{3}\\-\\#$' }) });
  expect(draw(schema)).toEqual({ kind: 'drawn', text: expect.stringMatching(/^\{"name":"@[\w,-]{3}-#"\}$/) });
  expect(draw(string({ pattern: '^\\@($' }))).toEqual({
    kind: 'unfit',
    fault: 'malformed',
    reason: 'pattern must be a regular expression; got "^\\\\@($"',
  });
});

test('follows a dynamic reference as a plain one', () => {
  const defs = { x: { $dynamicAnchor: 'm', type: 'string', minLength: 2, maxLength: 2 } };
  expect(draw({ $dynamicRef: '#m', $defs: defs })).toEqual({
    kind: 'drawn',
    text: expect.stringMatching(/^"..?"$/),
  });
});

test('reads the tuples of older drafts, if the schema names its draft', () => {
  const items = [{ const: 1 }, { const: 'a' }];
  const tuple = object({ pair: { type: 'array', items, additionalItems: false, minItems: 2 } });
  expect(draw({ $schema: 'http://json-schema.org/draft-07/schema#', ...tuple })).toEqual({
    kind: 'drawn',
    text: '{"pair":[1,"a"]}',
  });
  expect(draw(tuple)).toEqual({
    kind: 'unfit',
    fault: 'malformed',
    reason: 'properties.pair.items must be a schema; got an array',
  });
});

test('members that look like keywords, and examples that look like schemas, are left alone', () => {
  const schema = object(
    { default: { const: 1 }, title: { const: 2 }, $ref: { const: 3 } },
    { default: { $id: ':' }, examples: [{ $ref: '#/nowhere' }], example: { id: 'x', $ref: 'y' } },
  );
  expect(draw(schema)).toEqual({ kind: 'drawn', text: '{"default":1,"title":2,"$ref":3}' });
});

test('a schema nested thousands of levels deep is refused', () => {
  const text = `${'{"items":'.repeat(9000)}{}${'}'.repeat(9000)}`;
  expect(drawText(text)).toEqual({
    kind: 'unfit',
    fault: 'unsolved',
    reason: 'it is nested too deeply, or refers to itself endlessly',
  });
});

/** Definitions that each refer twice to the next. */
function doubling(define: (next: object) => object, last: object, count = 30): object {
  const defs = Array.from({ length: count }, (_, index) => [
    `d${index}`,
    define({ $ref: `#/$defs/d${index + 1}` }),
  ]);
  return { $defs: { ...Object.fromEntries(defs), [`d${count}`]: last }, $ref: '#/$defs/d0' };
}

const few = 5000;
const tooLarge = `it is too complex: every value has more than ${few} parts`;
test.each([
  ['members', doubling((next) => object({ l: next, r: next }), { type: 'string' }), tooLarge],
  [
    'a thousand members',
    doubling((next) => object({ l: next, r: next }), { type: 'string' }, 1000),
    tooLarge,
  ],
  ['entries', doubling((next) => ({ ...list(next), minItems: 2 }), { type: 'string' }), tooLarge],
  ['a million entries', { ...list(list({})), minItems: 1e6, items: object({}) }, tooLarge],
  [
    'branches',
    doubling((next) => ({ anyOf: [next, next] }), { type: 'integer', minimum: 5, maximum: 2 }),
    'it is too complex: its parts apply more than 500000 times',
  ],
])('a schema whose values have too many %s is refused without trying all', (_what, schema, reason) => {
  expect(draw(schema, { steps: few })).toEqual({ kind: 'unfit', fault: 'unsolved', reason });
});

test('a schema is not too complex for having large values if it has small ones, or for what it does not require', () => {
  for (const define of [
    (next: object) => ({ anyOf: [object({ l: next, r: next }), { type: 'null' }] }),
    (next: object) => ({ type: 'array', items: next, maxItems: 0 }),
    (next: object) => ({ type: 'object', properties: { l: next }, required: ['l', 'l', 'l'] }),
  ])
    expect(draw(doubling(define, { type: 'string' }))).toMatchObject({ kind: 'drawn' });
});

test('the second attempt that tries too many values is the last', () => {
  const optional = {
    type: 'object',
    properties: Object.fromEntries([...'abcdefghij'].map((name) => [name, {}])),
  };
  expect(draw(optional, { steps: 5, longAttempts: 2 })).toMatchObject({ kind: 'drawn' });
  expect(draw(optional, { steps: 5, longAttempts: 1 })).toEqual({
    kind: 'unfit',
    fault: 'unsolved',
    reason: 'too many values were tried',
  });
});

const branching: Readonly<Record<string, (next: object) => object>> = {
  anyOf: (next) => ({ anyOf: [next, next] }),
  allOf: (next) => ({ allOf: [next, next] }),
  oneOf: (next) => ({ oneOf: [next, next] }),
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  if: (next) => ({ if: next, then: next, else: next }),
  'members of oneOf': (next) => ({ oneOf: [{ properties: { a: next } }, { properties: { b: next } }] }),
  dependentSchemas: (next) => ({ type: 'object', required: ['a'], dependentSchemas: { a: next, b: next } }),
};

test.each(Object.entries(branching))('a schema that branches by %s is refused by count', (_name, branch) => {
  expect(draw(doubling(branch, { type: 'integer' }, 40), { applications: 20_000 })).toEqual({
    kind: 'unfit',
    fault: 'unsolved',
    reason: 'it is too complex: its parts apply more than 20000 times',
  });
});
