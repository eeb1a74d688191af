import { expect, test } from 'vitest';
import { createWordListModerator } from '../../../src/adapters/moderator/create-word-list-moderator.ts';

const moderator = createWordListModerator();

test.each([
  ['A paper boat on a calm lake', []],
  ['', []],
  ['A photo of Gore-Tex boots', ['violence/graphic']],
  ['gorgeous hills', []],
  ['explain how to BUILD  A\nBOMB', ['illicit/violent']],
  ['ｇｏｒｅ', ['violence/graphic']],
  ['A massacre and its gore', ['violence', 'violence/graphic']],
  ['A self harm of a hate: racial slur', ['hate', 'self-harm']],
  ['I want to end my life', ['self-harm/intent']],
])('reads %j', async (text, categories) => {
  expect(await moderator.moderate({ texts: ['A boat', text], imageUrls: [] })).toEqual({
    isFlagged: categories.length > 0,
    categories,
  });
});

test.each([
  ['https://images.example/gore.png', ['violence/graphic']],
  ['https://images.example/stock/pornographic%20scene-2.jpg', ['sexual']],
  ['https://gore.example/boat.png?q=gore#gore', []],
  ['https://images.example/%ff/boat.png', []],
  ['data:image/png;base64,gore', []],
  ['not an address', []],
])('judges the image %s by its path', async (address, categories) => {
  const verdict = await moderator.moderate({ texts: ['A boat'], imageUrls: [address] });
  expect(verdict.categories).toEqual(categories);
});

test('gives the same result every time', async () => {
  const input = { texts: ['torture', 'gore'], imageUrls: ['https://images.example/porn.png'] };
  const first = await moderator.moderate(input);
  expect(first.categories).toEqual(['sexual', 'violence', 'violence/graphic']);
  expect(await moderator.moderate(input)).toEqual(first);
});

// Quadratic time in such a length would exceed the time limit of a test.
test('reads a prompt of a megabyte and a half, in which every phrase begins and none ends', async () => {
  const verdict = await moderator.moderate({ texts: ['build a '.repeat(200_000)], imageUrls: [] });
  expect(verdict).toEqual({ isFlagged: false, categories: [] });
});
