import { expect, test } from 'vitest';
import { describeValues } from '../../src/conformance/checks/describe-values.ts';
import { createValueFormatter } from '../../src/conformance/checks/value-formatter.ts';
import { plainEvaluator } from '../../src/conformance/language/expressions.ts';

const values = {
  status: 404,
  headers: { 'content-type': 'text/html' },
  body: { error: { code: 404 } },
  callbacks: [{ at: 5, body: { id: 'task_1' } }],
  cost_a: 30,
  cost_b: 45,
  n: 2,
  files: [{ width: 1024 }],
};

test.each<[string, string]>([
  ['status < 300', 'status is 404'],
  ['callbacks.size() == 2', 'callbacks.size() is 1'],
  ['callbacks.size() == n', 'callbacks.size() is 1, n is 2'],
  [
    "body.error.code == 404 && body.error.type == 'x'",
    'body.error.type is absent; body is {"error":{"code":404}}',
  ],
  ["headers['retry-after'] in ['1', '2']", "headers['retry-after'] is absent"],
  ["headers['content-type'].startsWith('image/')", `headers['content-type'] is "text/html"`],
  ['callbacks[1].at - callbacks[0].at >= 7.0', 'callbacks[1].at is absent; callbacks[0].at is 5'],
  ['cost_a > 0 && cost_b == 2 * cost_a', 'cost_b is 45, 2 * cost_a is 60'],
  ['files.all(f, f.width == 7) || false', 'files is [{"width":1024}]'],
  ['body.usage.tokens > 0', 'body.usage.tokens is absent; body is {"error":{"code":404}}'],
  ["!('error' in body)", 'body is {"error":{"code":404}}'],
  [
    "callbacks.filter(c, c.at > 0 && c.body.id != '').map(c, c.body.id).join('') == 'task_2'",
    `callbacks.filter(c, c.at > 0 && c.body.id != '').map(c, c.body.id).join('') is "task_1"`,
  ],
  ['callbacks.size() > 0 && files.exists(f, f.width > 1000 && f.width < 1024)', 'files is [{"width":1024}]'],
  ['body.error.code in [400, 401]', 'body.error.code is 404'],
])('%s', (that, want) => {
  const evaluate = (expression: string): unknown => plainEvaluator.evaluate(expression, values);
  expect(describeValues(that, { evaluate, format: createValueFormatter({ text: (text) => text }) })).toBe(
    want,
  );
});

test('of long values the first difference is shown', () => {
  const record = { id: 'task_1', texts: ['a'.repeat(300)], result: { urls: ['x', 'y'] } };
  const pairs = { record, other: { ...record, result: { urls: ['x', 'z'] } }, wrapped: { data: record } };
  const evaluate = (expression: string): unknown => plainEvaluator.evaluate(expression, pairs);
  const told = (that: string): string =>
    describeValues(that, { evaluate, format: createValueFormatter({ text: (text) => text }) });
  expect(told('record == other')).toMatch(/\.\.\.; they differ first at \/result\/urls\/1: "y" and "z"$/);
  expect(told('wrapped == record')).toMatch(/; they differ first at \/data: \{"id".* and absent$/);
});
