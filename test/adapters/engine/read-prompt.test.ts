import { expect, test } from 'vitest';
import { readPrompt } from '../../../src/adapters/engine/read-prompt.ts';

test.each([
  ['A lighthouse at dawn', { things: ['lighthouse'], hour: 'dawn', water: true }],
  ['a paper boat on a moonlit lake', { things: ['boat'], hour: 'night', water: true }],
  ['A MOON over the windmill', { things: ['sun', 'windmill'], hour: 'night' }],
  ['hot-air balloon, golden hour', { things: ['balloon'], hour: 'dusk' }],
  ['cherry blossom', { ground: 'spring' }],
  ['a house without any trees, no clouds', { things: ['house'], absent: ['tree', 'cloud'] }],
  ['a tree, but no tree', { absent: ['tree'] }],
  ['no sun, only water under a full moon', { things: ['sun'], hour: 'night', water: true }],
  ['a night without a moon, no sun', { hour: 'night', absent: ['sun'] }],
  ['a field, no moon', { absent: ['sun'] }],
  ['a lighthouse, no sea', { things: ['lighthouse'], water: false }],
  ['a lake, no boats', { absent: ['boat'], water: true }],
  ['Ein Leuchtturm am Meer, Sonnenuntergang', { things: ['lighthouse'], hour: 'dusk', water: true }],
  ['Zwei Segelboote und Windmühlen', { things: ['boat', 'windmill'] }],
  ['un phare sous la neige', { things: ['lighthouse'], ground: 'snow' }],
  ['黎明时的灯塔和帆船', { things: ['lighthouse', 'boat'], hour: 'dawn' }],
  ['夕焼けの富士山', { things: ['mountain'], hour: 'dusk' }],
  ['a snowy village at midnight', { things: ['house'], hour: 'night', ground: 'snow' }],
  ['a starry winter night', { hour: 'night', ground: 'snow' }],
  ['a rainy city at night', { things: ['house'], hour: 'night', weather: 'rain' }],
  ['Nevada desert at dawn', { hour: 'dawn', ground: 'desert' }],
  ['snowy mountains at sunset', { things: ['mountain'], hour: 'dusk', ground: 'snow' }],
  ['a blizzard', { ground: 'snow', weather: 'snow' }],
  ['a pine in the morning mist, no rain', { things: ['pine'], hour: 'dawn', weather: 'fog' }],
  ['a rain forest', { things: ['tree'] }],
  ['ein verschneites Dorf im Nebel', { things: ['house'], ground: 'snow', weather: 'fog' }],
  ['ice cream in summer', { ground: 'green' }],
  ['a rock band in the rain', { weather: 'rain' }],
  ['I see a house at the end of the street', { things: ['house'] }],
  ['Ein Boot auf dem See, am Tag', { things: ['boat'], water: true, hour: 'day' }],
  ['a storm over ice', { ground: 'snow', weather: 'rain' }],
  ['雨の夜', { hour: 'night', weather: 'rain' }],
])('reads %s', (prompt, wish) => {
  expect(readPrompt(prompt)).toEqual(wish);
});

test.each([
  '',
  'an astronaut on a horse',
  'constructor __proto__ toString',
  '1234 !!!',
  'treehouses',
  'a fire',
  'a leather boot with a red tag',
  'a tower crane',
  'a strand of hair',
  'a glass of water',
])('finds no known word in "%s"', (prompt) => {
  expect(readPrompt(prompt)).toBeUndefined();
});

test('reads the beginning of a long prompt', () => {
  expect(readPrompt(`${'blah '.repeat(200)} lighthouse`)).toBeUndefined();
});
