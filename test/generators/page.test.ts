import { expect, test } from 'vitest';
import { hasWords, mergeRows, replacePart, toTable } from './page.ts';

const PAGE = [
  'Before.',
  '<!-- begin of the generators that a script writes -->',
  '',
  '| generator | note     |',
  '| --------- | -------- |',
  '| beta      | old      |',
  '| alpha     | a \\| b   |',
  '| gone      | was here |',
  '',
  '<!-- end of the generators -->',
  'After.',
].join('\n');

test('a new row replaces its old row, and the others stay, in the order of the list', () => {
  const rows = [['beta', 'new']];
  expect(mergeRows(PAGE, { part: 'generators', rows, names: ['alpha', 'beta', 'never run'] })).toEqual([
    ['alpha', 'a | b'],
    ['beta', 'new'],
  ]);
});

test('a part of the page is replaced and the rest stays', () => {
  const after = replacePart(PAGE, { part: 'generators', text: 'NEW' });
  expect(after).toBe(
    'Before.\n<!-- begin of the generators that a script writes -->\n\nNEW\n\n<!-- end of the generators -->\nAfter.',
  );
});

test('a page without a place for a part is refused', () => {
  expect(() => replacePart(PAGE, { part: 'validators', text: '' })).toThrow(
    'The page has no place for the validators.',
  );
});

test('a table is aligned and keeps bars that belong to a cell', () => {
  expect(toTable(['name', 'n'], [['a | b', 'works']])).toBe(
    ['| name   | n     |', '| ------ | ----- |', '| a \\| b | works |'].join('\n'),
  );
});

test.each([
  ['openapi-generator rust', 'rust', true],
  ['openapi-generator kotlin, --schema-mappings', 'kotlin openapi-generator', true],
  ['progenitor', 'ogen', false],
  ['ogen', '', true],
] as const)('%s has the words "%s": %s', (name, words, expected) => {
  expect(hasWords(name, words)).toBe(expected);
});
