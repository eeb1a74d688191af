import { expect, test } from 'vitest';
import { describeChanges } from '../../src/cli/own-models/watch-models.ts';

const model = (id: string, text = '{}') => ({ name: `${id}.json`, path: `models/${id}.json`, text, id });
const [paper, pro, darker] = [model('own-1.0'), model('sx-5-0-pro'), model('sx-5-0-pro', '{"a":1}')];

test.each([
  ['nothing', [paper], [paper], ''],
  ['another model', [], [paper], 'added own-1.0'],
  ['a model less', [paper, pro], [pro], 'removed own-1.0'],
  [
    'one in place of a model of the package',
    [paper],
    [paper, pro],
    'added sx-5-0-pro (replaces the model of gatewright)',
  ],
  ['a change of it', [paper, pro], [paper, darker], 'changed sx-5-0-pro'],
  ['its end', [paper, pro], [paper], 'removed sx-5-0-pro (the model of gatewright is used again)'],
  ['several', [pro], [paper, darker], 'added own-1.0; changed sx-5-0-pro'],
])('says what is different: %s', (_, before, after, words) => {
  expect(describeChanges(before, after)).toBe(words);
});
