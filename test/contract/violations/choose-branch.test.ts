import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { chooseBranches } from '../../../src/contract/violations/choose-branch.ts';
import { toViolations } from '../../../src/contract/violations/schema-violations.ts';

/** What is wrong with a value, as `path: message`. */
function judge(schema: object, value: unknown): readonly string[] {
  return toViolations(validate(schema, value), { body: value }).map(
    ({ path, message }) => `${path}: ${message}`,
  );
}

const ajv = new Ajv2020({ allErrors: true, strict: false });

function validate(schema: object, value: unknown): NonNullable<ValidateFunction['errors']> {
  const validator = ajv.compile(schema);
  validator(value);
  return validator.errors ?? [];
}

const text = {
  required: ['type', 'text'],
  properties: { type: { const: 'text' }, text: { type: 'string' } },
};
const image = {
  required: ['type', 'image_url'],
  properties: {
    type: { const: 'image_url' },
    image_url: { type: 'object', required: ['url'], properties: { url: { type: 'string', minLength: 1 } } },
  },
};
const part = { type: 'object', oneOf: [text, image] };
const content = { oneOf: [{ type: 'string' }, { type: 'array', items: part }] };
const message = { type: 'object', required: ['content'], properties: { content } };
const body = { type: 'object', properties: { messages: { type: 'array', items: message } } };
const withParts = (...parts: readonly unknown[]) => ({ messages: [{ content: 'Hi' }, { content: parts }] });

const cases: readonly [name: string, value: unknown, want: readonly string[]][] = [
  ['a text', { messages: [{ content: 'Hi' }] }, []],
  ['good parts', withParts({ type: 'text', text: 'a' }), []],
  [
    'no type that fits',
    { messages: [{ content: 5 }] },
    ['/messages/0/content: messages[0].content must be a string or an array; got 5'],
  ],
  [
    'a wrong tag: it lists the allowed ones',
    withParts({ type: 'picture', text: 'a' }),
    [
      '/messages/1/content/0/type: messages[1].content[0].type must be one of "text", "image_url"; got "picture"',
    ],
  ],
  [
    'no tag',
    withParts({ text: 'a' }),
    ['/messages/1/content/0/type: messages[1].content[0].type is required'],
  ],
  [
    'the branch of the tag, however many mistakes it has',
    withParts({ type: 'image_url', image_url: { url: '' } }, { type: 'text' }),
    [
      '/messages/1/content/0/image_url/url: messages[1].content[0].image_url.url must not be empty',
      '/messages/1/content/1/text: messages[1].content[1].text is required',
    ],
  ],
  [
    'a part that is no object',
    withParts('a'),
    ['/messages/1/content/0: messages[1].content[0] must be an object; got "a"'],
  ],
  [
    'mistakes in several messages, in their order',
    { messages: [{ content: [{ type: 'text', text: 5 }] }, {}, { content: null }] },
    [
      '/messages/0/content/0/text: messages[0].content[0].text must be a string; got 5',
      '/messages/1/content: messages[1].content is required',
      '/messages/2/content: messages[2].content must be a string or an array; got null',
    ],
  ],
];

it.each(cases)('explains what is wrong in nested unions with %s', (_name, value, want) => {
  expect(judge(body, value)).toEqual(want);
});

it('never repeats the generic message of a failed union', () => {
  const all = cases.flatMap(([, value]) => judge(body, value)).join();
  expect(all).not.toMatch(/oneOf|anyOf|schema|exactly/);
});

it('takes the branch with the deepest mistake when no tag decides', () => {
  const deep = {
    properties: { a: { type: 'object', properties: { b: { type: 'object', required: ['c'] } } } },
  };
  const flat = { required: ['x', 'y'] };
  expect(judge({ type: 'object', anyOf: [flat, deep] }, { a: { b: {} } })).toEqual([
    '/a/b/c: a.b.c is required',
  ]);
});

it('takes the branch with the deepest mistake, and among equals the one with the fewest', () => {
  const deep = {
    required: ['q'],
    properties: { a: { type: 'object', properties: { b: { type: 'object', required: ['c'] } } } },
  };
  expect(judge({ type: 'object', anyOf: [{ required: ['x'] }, deep] }, { a: { b: {} } })).toEqual([
    '/a/b/c: a.b.c is required',
    '/q: q is required',
  ]);
  expect(judge({ anyOf: [{ minimum: 5, multipleOf: 5 }, { maximum: 1 }] }, 3)).toEqual([
    ': the body must be at most 1; got 3',
  ]);
});

it('for a value of a wrong type it names only the types', () => {
  const schema = { anyOf: [{ type: 'string', enum: ['a'] }, { type: 'array' }] };
  expect(judge(schema, 5)).toEqual([': the body must be a string or an array; got 5']);
});

it('joins forms of which one lists values', () => {
  expect(judge({ anyOf: [{ enum: ['a'] }, { type: 'string', minLength: 3 }] }, 'b')).toEqual([
    ': the body must be "a" or must have at least 3 characters; got "b"',
  ]);
});

it('joins values that are listed in several branches', () => {
  expect(judge({ anyOf: [{ enum: ['1K', '1k'] }, { const: 'auto' }] }, '8K')).toEqual([
    ': the body must be one of "1K", "auto"; got "8K"',
  ]);
});

it('joins forms of one value', () => {
  expect(judge({ anyOf: [{ maximum: 1 }, { minimum: 5 }] }, 3)).toEqual([
    ': the body must be at most 1 or must be at least 5; got 3',
  ]);
});

it('names the combinations of fields that would be valid', () => {
  const schema = { anyOf: [{ required: ['prompt'] }, { required: ['a', 'b'] }] };
  expect(judge(schema, {})).toEqual([': the body must have at least one of prompt, a and b']);
});

it('ignores values that were tested below `not`, `if` or `contains`', () => {
  const schema = {
    not: { required: ['x'] },
    if: { required: ['y'] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { required: ['z'] },
    properties: { list: { contains: { const: 1 } } },
  };
  expect(judge(schema, { y: 1, list: [2, 3] })).toEqual([
    '/list: list must contain at least 1 valid item(s); got an array',
    '/z: z is required',
  ]);
});

it('reads ten thousand failed unions in one go', () => {
  const messages = Array.from({ length: 10_000 }, () => ({ content: [{ type: 'text' }] }));
  expect(chooseBranches(validate(body, { messages }))).toHaveLength(10_000);
  expect(judge(body, { messages })).toHaveLength(50);
});
