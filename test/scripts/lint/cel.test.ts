import { expect, test } from 'vitest';
import { expressionsHold } from '../../../scripts/contract/lint/expressions/cel.ts';
import { matchesAreFast } from '../../../scripts/contract/lint/expressions/matches.ts';
import { BOAT, type BrokenCase, complaints, FAMILY } from './broken-contract.ts';

const RULE = '!has(self.options) || !has(self.options.max) || self.options.max <= self.n';
const GUARD = 'check optional fields with has() first.';

function withRule(rule: string, message: string): BrokenCase {
  return {
    rule: expressionsHold,
    breaks: [{ file: BOAT, from: RULE, to: rule }],
    want: [`${BOAT}:130: ${message}`],
  };
}

const cases: readonly (readonly [string, BrokenCase])[] = [
  ['a syntax error', withRule('self.n >', 'CEL does not parse: Unexpected token: EOF in "self.n >"')],
  [
    'a misspelled field',
    withRule("self.promt != ''", 'CEL does not fit the request: No such key: promt; did you mean prompt?'),
  ],
  ['an unknown field', withRule('self.m > 1', 'CEL does not fit the request: No such key: m')],
  [
    'an unknown variable',
    withRule(
      'n > 1',
      'CEL does not fit the request: Unknown variable: n; a field of the request is written self.n',
    ),
  ],
  [
    'a forbidden field',
    withRule('!has(self.stream)', 'CEL does not fit the request: No such key: stream in has(self.stream)'),
  ],
  [
    'an unknown field that only has() names',
    withRule(
      'self.n > 0 && !has(self.options.least)',
      'CEL does not fit the request: No such key: least in has(self.options.least)',
    ),
  ],
  [
    'types that do not meet',
    withRule(
      'self.n + 1.5 > 2.0',
      'CEL does not fit the request: the left side of + is an integer (int), the right side a number (double): write double(...) around the integer, or 10.0 instead of 10',
    ),
  ],
  [
    'a pattern that takes exponential time',
    {
      ...withRule(
        String.raw`self.n > 0 || [self.prompt].all(text, text.matches('^(\\\\w+[\\\\s.]*)+$'))`,
        'matches() takes exponential time on many "A": what is repeated within a repetition must match a text in one way only, as a+ does and (a+)+ does not',
      ),
      rule: matchesAreFast,
    },
  ],
  [
    'a rule of thousands of parts',
    { ...withRule(Array(3000).fill('self.n > 0').join(' && '), ''), rule: matchesAreFast, want: [] },
  ],
  ['a rule that gives a number', withRule('self.n', 'CEL must give bool, not int.')],
  [
    'an optional field without has()',
    withRule(
      'size(self.image_urls) < 4',
      `CEL fails on {"model":"boat-1","prompt":"a"}: No such key: image_urls; ${GUARD}`,
    ),
  ],
  [
    'an optional member of an optional object without has()',
    withRule(
      '!has(self.options) || self.options.max <= self.n',
      `CEL fails on {"model":"boat-1","prompt":"a","options":{}}: No such key: max; ${GUARD}`,
    ),
  ],
  [
    'a count that is no integer',
    {
      rule: expressionsHold,
      breaks: [{ file: BOAT, from: '"count": "self.n"', to: '"count": "self.size"' }],
      want: [`${BOAT}:118: CEL must give int, not string.`],
    },
  ],
  [
    'a format that is no name',
    {
      rule: expressionsHold,
      breaks: [{ file: BOAT, from: '"expression": "\'png\'"', to: '"expression": "self.n == 1"' }],
      want: [`${BOAT}:123: CEL must give string, not bool.`],
    },
  ],
  [
    'a rule of the family, told with its model',
    {
      rule: expressionsHold,
      breaks: [{ file: FAMILY, from: 'size(self.image_urls) + self.n <= 4', to: 'size(self.images) <= 4' }],
      want: [`${FAMILY}:24: Boat: CEL does not fit the request: No such key: images`],
    },
  ],
];

test.each(cases)('finds %s', async (_name, broken) => {
  expect(await complaints(broken)).toEqual(broken.want);
});
