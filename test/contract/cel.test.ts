import { expect, it } from 'vitest';
import { readsOnly } from '../../src/contract/cel.ts';

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
