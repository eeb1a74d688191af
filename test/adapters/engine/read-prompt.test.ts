import { expect, test } from 'vitest';
import { readPrompt } from '../../../src/adapters/engine/read-prompt.ts';

test.each([
  ['A lighthouse at dawn', { things: ['lighthouse'], mood: 'dawn', water: true }],
  ['a paper boat on a moonlit lake', { things: ['boat'], mood: 'night', water: true }],
  ['A MOON over the windmill', { things: ['sun', 'windmill'], mood: 'night' }],
  ['hot-air balloon, golden hour', { things: ['balloon'], mood: 'dusk' }],
  ['cherry blossom', { mood: 'spring' }],
  ['a house without any trees, no clouds', { things: ['house'], absent: ['tree', 'cloud'] }],
  ['a tree, but no tree', { absent: ['tree'] }],
  ['no sun, only water under a full moon', { things: ['sun'], mood: 'night', water: true }],
  ['a night without a moon, no sun', { mood: 'night', absent: ['sun'] }],
  ['a field, no moon', { absent: ['sun'] }],
  ['a lighthouse, no sea', { things: ['lighthouse'], water: false }],
  ['a lake, no boats', { absent: ['boat'], water: true }],
  ['Ein Leuchtturm am Meer, Sonnenuntergang', { things: ['lighthouse'], mood: 'dusk', water: true }],
  ['un phare sous la neige', { things: ['lighthouse'], mood: 'winter' }],
  ['黎明时的灯塔和帆船', { things: ['lighthouse', 'boat'], mood: 'dawn' }],
  ['夕焼けの富士山', { things: ['mountain'], mood: 'dusk' }],
])('reads %s', (prompt, wish) => {
  expect(readPrompt(prompt)).toEqual(wish);
});

test.each(['', 'an astronaut on a horse', 'constructor __proto__ toString', '1234 !!!', 'treehouses'])(
  'finds no known word in "%s"',
  (prompt) => {
    expect(readPrompt(prompt)).toBeUndefined();
  },
);

test('reads the beginning of a long prompt', () => {
  expect(readPrompt(`${'blah '.repeat(200)} lighthouse`)).toBeUndefined();
});
