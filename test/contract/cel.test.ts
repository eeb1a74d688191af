import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { compileExpression, holds, RuleError, readsOnly } from '../../src/contract/rules/cel.ts';
import { bindSelf } from '../../src/contract/rules/self.ts';
import { check, picture, verdict } from './requests.ts';

const rules: readonly [rule: string, fields: readonly string[]][] = [
  ['true', []],
  ["self.size != 'auto'", ['size']],
  ['!has(self.mode) || self.extend', ['extend', 'mode']],
  ["self['size'] == '1:1'", ['size']],
  ["self.size == 'self'", ['size']],
  ['self.size == null', ['size']],
  ["{'n': self.size}['n'] == '1:1'", ['size']],
  ['(has(self.image_urls) ? size(self.image_urls) : 0) + self.n <= 15', ['image_urls', 'n']],
  ['has(self.options.most) && self.options.most > 1', ['options']],
  ["self.image_urls.all(url, url.startsWith('https:') && self.n == 1)", ['image_urls', 'n']],
];

it.each(rules)('%s reads %j', (rule, fields) => {
  expect(readsOnly(rule, (field) => fields.includes(field))).toBe(true);
  for (const missing of fields) expect(readsOnly(rule, (field) => field !== missing)).toBe(false);
});

it.each([
  'self.size ==',
  'self == self',
  'size(self) > 1',
  "self[self.name] == ''",
  "['n'].all(k, self[k] == 1)",
  'self[0] == 1',
])('the fields that %s reads cannot be determined', (rule) => {
  expect(readsOnly(rule, () => true)).toBe(false);
});

it('a result is that of the fields at hand, whatever was asked before', () => {
  const expression = compileExpression("has(self.size) && self.size == '2K' ? self.n + 1 : 0");
  const results = [
    { size: '2K', n: 1n },
    { size: '2K', n: 1n, prompt: 'another' },
    { size: '2K', n: 2n },
    { n: 2n },
    { size: '4K', n: 2n },
    { size: '2K', n: 2n },
  ].map((self) => expression(self));

  expect(results.map((result) => result.kind === 'value' && result.value)).toEqual([2n, 2n, 3n, 0n, 0n, 3n]);
});

it('a list is read each time, because it can change', () => {
  const expression = compileExpression('size(self.image_urls) > 1');
  const image_urls = ['https://example.com/1.png'];
  expect(expression({ image_urls })).toEqual({ kind: 'value', value: false });
  image_urls.push('https://example.com/2.png');
  expect(expression({ image_urls })).toEqual({ kind: 'value', value: true });
});

it('a list is read each time, even if another field stays the same', () => {
  const expression = compileExpression('size(self.image_urls) > self.n');
  const image_urls: string[] = [];
  expect(expression({ image_urls, n: 0n })).toEqual({ kind: 'value', value: false });
  image_urls.push('https://example.com/1.png');
  expect(expression({ image_urls, n: 0n })).toEqual({ kind: 'value', value: true });
});

it('an expression that cannot be evaluated says so each time', () => {
  const expression = compileExpression('self.n > 1');
  for (const self of [{}, {}, { n: 2n }, {}])
    expect(expression(self).kind).toBe('n' in self ? 'value' : 'error');
});

it('an expression that does not parse is an error, not a condition', () => {
  expect(compileExpression('self.n >')({})).toMatchObject({ kind: 'error' });
  expect(() => holds('self.n > 1', { n: 'a' })).toThrow(RuleError);
});

it('expressions see declared fields, with integers as such and objects of any kind as maps', () => {
  const fields = {
    n: 'integer',
    seeds: { items: 'integer' },
    layers: { items: { fields: { z: 'integer' } } },
    plain: 'plain',
    any: 'opaque',
  } as const;
  const body = {
    n: 2,
    seeds: [1, 1.5],
    layers: [{ z: 3, unknown: 1 }],
    plain: { a: 1 },
    any: [{ a: [1], none: null }],
    unknown: 5,
  };
  expect(bindSelf({ fields, defaults: { n: 1 } }, body)).toEqual({
    n: 2n,
    seeds: [1n, 1.5],
    layers: [{ z: 3n }],
    plain: { a: 1 },
    any: [new Map<string, unknown>(Object.entries({ a: [1], none: null }))],
  });
});

it('a size is judged when the fields that decide about it are valid, or whatever they say', () => {
  const size = '9:21';
  expect(verdict('sx-5-0-pro', { layer_decomposition: 'yes', size: '16:9' })).toBe(
    'type /layer_decomposition',
  );
  expect(verdict('sx-5-0-pro', { layer_decomposition: 'yes', size })).toBe(
    'type /layer_decomposition, size_unsupported /size',
  );
  expect(verdict('qx-image-3.0', { size, n: 'x' })).toBe('size_unsupported /size, type /n');
});

it('a rule about a field that is missing asks whether it was misspelled as another name', () => {
  const messageFor = (fields: Record<string, unknown>) => {
    const result = check('sx-5-0-pro', { layer_decomposition: true, ...fields });
    return result.kind === 'invalid' ? result.violations.map(({ message }) => message).join() : '';
  };
  expect(messageFor({ image_url: picture })).toMatch(/; did you misspell image_urls as image_url\?$/);
  expect(messageFor({ image_url: picture, image_urls: [] })).not.toMatch(/misspelling/);
});

it('a list of another realm is a list', () => {
  const fields = { image_urls: { items: 'plain' } } as const;
  const self = bindSelf({ fields, defaults: {} }, runInNewContext('({ image_urls: ["a", "b"] })'));
  expect(compileExpression('size(self.image_urls) == 2')(self)).toEqual({ kind: 'value', value: true });
});
