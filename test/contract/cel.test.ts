import { expect, it } from 'vitest';
import { compileExpression, readsOnly } from '../../src/contract/rules/cel.ts';

const rules: readonly [rule: string, fields: readonly string[]][] = [
  ['true', []],
  ["self.size != 'auto'", ['size']],
  ['!has(self.mode) || self.extend', ['extend', 'mode']],
  ["self['size'] == '1:1'", ['size']],
  ['(has(self.image_urls) ? size(self.image_urls) : 0) + self.n <= 15', ['image_urls', 'n']],
  ['has(self.options.most) && self.options.most > 1', ['options']],
  ["self.image_urls.all(url, url.startsWith('https:') && self.n == 1)", ['image_urls', 'n']],
];

it.each(rules)('%s reads %j', (rule, fields) => {
  expect(readsOnly(rule, (field) => fields.includes(field))).toBe(true);
  for (const missing of fields) expect(readsOnly(rule, (field) => field !== missing)).toBe(false);
});

it.each(['self.size ==', 'self == self', 'size(self) > 1', "self[self.name] == ''"])(
  'the fields that %s reads cannot be determined',
  (rule) => {
    expect(readsOnly(rule, () => true)).toBe(false);
  },
);

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

it('a list is looked at each time, because it can change', () => {
  const expression = compileExpression('size(self.image_urls) > 1');
  const image_urls = ['https://example.com/1.png'];
  expect(expression({ image_urls })).toEqual({ kind: 'value', value: false });
  image_urls.push('https://example.com/2.png');
  expect(expression({ image_urls })).toEqual({ kind: 'value', value: true });
});

it('an expression that cannot be evaluated says so each time', () => {
  const expression = compileExpression('self.n > 1');
  for (const self of [{}, {}, { n: 2n }, {}])
    expect(expression(self).kind).toBe('n' in self ? 'value' : 'error');
});
