import { expect, test } from 'vitest';
import { firstWords } from '../../../src/adapters/engine/first-words.ts';

test.each([
  ['A lighthouse at dawn', 'A lighthouse at dawn'],
  ['  A \n lighthouse\t', 'A lighthouse'],
  ['', ''],
  [' '.repeat(700), ''],
  // Marks of an edit, with their numbers
  ['<bbox>100 200 300 400</bbox> and <point>1 2</point> make the boat red', 'and make the boat red'],
  ['Put a kite at <POINT>500 200</POINT>.', 'Put a kite at .'],
  [`${'<bbox>1 2 3 4</bbox>'.repeat(20)}make it red`, 'make it red'],
  // Other angle brackets
  ['a < b and c > d lighthouse', 'a < b and c > d lighthouse'],
  ['<b>bold</b> <point>here</point>', '<b>bold</b> <point>here</point>'],
  // Never within a word, unless the word is very long
  [
    'A windmill, a lighthouse, a house, a tree, a pine, rocks, bushes, flowers, boat, birds, kites and a balloon',
    'A windmill, a lighthouse, a house, a tree, a pine, rocks, bushes, flowers, boat, birds…',
  ],
  ['x'.repeat(90), 'x'.repeat(90)],
  ['x'.repeat(91), `${'x'.repeat(90)}…`],
  [`${'x'.repeat(90)} y`, `${'x'.repeat(90)}…`],
  [`boat${' '.repeat(600)}and more`, 'boat…'],
  ['😀'.repeat(60), `${'😀'.repeat(45)}…`],
  [`a${'😀'.repeat(60)}`, `a${'😀'.repeat(44)}…`],
])('%j has the first words %j', (prompt, words) => {
  expect(firstWords(prompt)).toBe(words);
});

test('a prompt with many marks takes no longer to read than another', () => {
  const words = firstWords(`${'<bbox>'.repeat(50_000)}${'1 '.repeat(50_000)}`);
  expect(words.length).toBeLessThan(92);
});
