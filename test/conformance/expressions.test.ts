import { expect, test } from 'vitest';
import { createEvaluator } from '../../src/conformance/language/expressions.ts';

const { evaluate, over } = createEvaluator({ now: () => 0, unique: (prefix) => prefix });

test('a scope with further values reads both, and its own in place of the others', () => {
  const outer = over({ a: 1, b: 1 });
  const inner = outer.with({ b: 2, c: 3 });
  expect(inner('[a, b, c]')).toEqual([1, 2, 3]);
  expect(inner.with({ a: 4 })('[a, b, c]')).toEqual([4, 2, 3]);
  expect(outer('[a, b]')).toEqual([1, 1]);
});

test.each([
  ['one item with several addresses', { images: [{ url: ['a', 'b'] }] }, ['a', 'b']],
  ['several items with one each', { images: [{ url: ['a'] }, { url: 'b' }] }, ['a', 'b']],
  ['videos, bare or in an object', { videos: ['a', { url: 'b' }] }, ['a', 'b']],
  ['none', null, []],
])('urls: %s', (_name, result, urls) => {
  expect(evaluate('urls(body)', { body: { result } })).toEqual(urls);
});

test('indices numbers a list, near compares within a tolerance', () => {
  expect(evaluate("indices(items).all(i, items[i] == 'a')", { items: ['a', 'a'] })).toBe(true);
  expect(evaluate('[near(10, 11.5, 1.5), near(10, 12, 1.5), near(2, 1, 1)]', {})).toEqual([
    true,
    false,
    true,
  ]);
});

test('charged rounds to a millionth of a dollar or finer', () => {
  const exact = '12_345_500_000'.replaceAll('_', '');
  const results = [12_345, 12_346, 13_000, 13_345, 13_346, 11_347, 11_346].map((nano) =>
    evaluate(`charged(${nano}, ${exact})`, {}),
  );
  expect(results).toEqual([true, true, true, true, false, true, false]);
});

test('called gives the tools of a usage without those that were called 0 times', () => {
  const usages = [
    { x_tools: { web_search: { count: 2 }, code_interpreter: { count: 0 } } },
    { x_tools: null },
    {},
    { x_tools: ['web_search'] },
  ];
  expect(usages.map((usage) => evaluate('called(usage)', { usage }))).toEqual([
    { web_search: { count: 2 } },
    {},
    {},
    { x_tools: ['web_search'] },
  ]);
});

test('amounts finds every number, in any form and as deep as it is', () => {
  const rates = { tiers: [{ price: 0.045 }, { price: '9e-2 USD' }], note: 'per image' };
  expect(evaluate('amounts(rates)', { rates })).toEqual([45_000_000, 90_000_000]);
});

test('a whole time and one with a fraction can be subtracted from each other', () => {
  const times = { whole: 1_800_000_150, later: 1_800_000_160.25 };
  expect(evaluate('later - whole >= 7.0 && later - whole <= 15.0', times)).toBe(true);
  expect(evaluate('whole - later', times)).toBe(-10.25);
});

test('pixels are those of a size; anything else cannot be evaluated', () => {
  expect(evaluate("pixels('1280x720').width - pixels('1280x720').height", {})).toBe(560);
  for (const size of ['1280 x 720', '16:9', '1280x720px', 'x720'])
    expect(() => evaluate('pixels(size).width', { size }), size).toThrow('is not <width>x<height>');
});

test('distinct compares values, not the order of their members', () => {
  const items = [{ a: 1, b: 2 }, { b: 2, a: 1 }, { a: 1 }, 1, '1', 1];
  expect(evaluate('distinct(items).size()', { items })).toBe(4);
});

test('a signature is an HMAC in base64; after whsec_, the secret is base64 itself', () => {
  const want = 'cdTtWjg9R4Z9a9j5FqPx3WBrdvApR5cSxIrkeMKPMUA=';
  expect(evaluate("hmac('pot', 'tea')", {})).toBe(want);
  expect(evaluate("hmac('whsec_cG90', 'tea')", {})).toBe(want);
  expect(evaluate("hmac('cG90', 'tea')", {})).not.toBe(want);
});

test('a status of section 3 is terminal, and says whether the task succeeded', () => {
  const statuses = [
    'success',
    'completed',
    'failed',
    'cancelled',
    'submitted',
    'processing',
    'Success',
    null,
  ];
  expect(evaluate('statuses.filter(s, terminal(s))', { statuses })).toEqual(statuses.slice(0, 4));
  expect(evaluate('statuses.filter(s, succeeded(s))', { statuses })).toEqual(statuses.slice(0, 2));
});

test('a schema accepts what it permits; one that is none cannot be evaluated', () => {
  const schema = { type: 'object', properties: { n: { type: 'integer', maximum: 3 } }, required: ['n'] };
  expect(
    evaluate('[accepts(schema, {"n": 3}), accepts(schema, {"n": 4}), accepts(schema, {})]', { schema }),
  ).toEqual([true, false, false]);
  expect(evaluate("[is_schema(schema), is_schema({'type': 'pot'}), is_schema('pot')]", { schema })).toEqual([
    true,
    false,
    false,
  ]);
  expect(() => evaluate("accepts({'type': 'pot'}, 1)", {})).toThrow('the schema is not valid');
});
