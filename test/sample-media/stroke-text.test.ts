import { expect, test } from 'vitest';
import { drawCaption } from '../../src/sample-media/draw/draw-label.ts';
import { createStage } from '../../src/sample-media/draw/stage.ts';
import { createStrokeText } from '../../src/sample-media/draw/stroke-text.ts';

test.each([
  ['Straße', 'Strasse'],
  ['Łódź', 'Lodz'],
  ['smørrebrød', 'smorrebrod'],
  ['Ærø œuvre', 'AEro oeuvre'],
  ['Đà Nẵng', 'Da Nang'],
  ['Þór ðar', 'Thor dar'],
  ['ılık İzmir', 'ilik Izmir'],
  ['it’s ‘so’', "it's 'so'"],
  ['“Hallo” „Welt“ «oui»', '"Hallo" "Welt" "oui"'],
  ['dawn – dusk — night', 'dawn - dusk - night'],
  ['ﬁre ＡＢ ½', 'fire AB 1/2'],
  ['a\u00a0b', 'a b'],
  ['Crème brûlée', 'Creme brulee'],
  ['雪 boat', ' boat'],
])('%s is written as %s', (text, letters) => {
  expect(createStrokeText(text)).toEqual(createStrokeText(letters));
});

test('every printable ASCII character is written', () => {
  const missing = Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index)).filter(
    (character) => createStrokeText(character).width === 0,
  );
  expect(missing).toEqual([]);
});

const narrow = createStage(1024, 1024);
const caption = (text: string) => drawCaption(narrow, text);

test('a word that does not fit is shown in part where most of the line would be empty', () => {
  expect(caption(`qx-image-3.0 #1 ${'x'.repeat(90)}`)).toBe(caption(`qx-image-3.0 #1 ${'x'.repeat(200)}`));
  expect(caption(`qx-image-3.0 #1 ${'x'.repeat(90)}`)).not.toBe(caption('qx-image-3.0 #1…'));
});

test('a word that does not fit behind others is left out', () => {
  const words = 'qx-image-3.0 #1 A lighthouse at the sea and';
  expect(caption(`${words} ${'x'.repeat(60)}`)).toBe(caption(`${words}…`));
});
