import { expect, test } from 'vitest';
import { explainSlowness } from '../../../scripts/contract/lint/schemas/exponential-patterns.ts';

test.each([
  '^(a|b)+$',
  '^a|a$',
  '^(a|a){3}$',
  '^(foo|foobar)$',
  '^(a?|b?)*$',
  '^(?:ab|a)(?:c|d)+$',
  '^((?=a)a|(?!a).)+$',
  '^[a-z]+(-[a-z]+)*$',
  String.raw`^(?:\.\w+|-\d+)*$`,
  String.raw`^"(?:[^"\\]|\\.)*"$`,
  '^(',
])('%s takes no exponential time, as far as is known', (source) => {
  expect(explainSlowness({ source, flags: 'u' })).toBe(undefined);
});
