import { expect, it } from 'vitest';
import { nameOf, valueAt } from '../../../src/contract/violations/pointer.ts';

it.each([
  ['', 'the body'],
  ['/image_urls/12', 'image_urls[12]'],
  ['/a/1b', 'a.1b'],
  ['/a/b1', 'a.b1'],
  ['/a~1b/c~0d', 'a/b.c~d'],
])('%s is called %s', (pointer, want) => {
  expect(nameOf(pointer)).toBe(want);
});

const body = { list: [{ a: 1 }], text: 'abc', none: null, count: 5 };

it.each([
  ['', body],
  ['/list/0/a', 1],
  ['/list/1/a', undefined],
  ['/text/length', undefined],
  ['/none/a', undefined],
  ['/count/a', undefined],
  ['/toString', undefined],
])('%s leads to %j', (pointer, want) => {
  expect(valueAt(body, pointer)).toBe(want);
});
