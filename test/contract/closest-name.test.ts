import { expect, it } from 'vitest';
import { closestName } from '../../src/contract/names/closest-name.ts';

const known = [
  'model',
  'prompt',
  'negative_prompt',
  'image_urls',
  'size',
  'resolution',
  'n',
  'seed',
  'top_p',
];
const slips: readonly [name: string, meant: string | undefined][] = [
  ['promt', 'prompt'],
  ['prmopt', 'prompt'],
  ['Prompt', 'prompt'],
  ['sise', 'size'],
  ['sizes', 'size'],
  ['szie', 'size'],
  ['isze', 'size'],
  ['siez', 'size'],
  ['sezi', undefined],
  ['zise', undefined],
  ['siie', 'size'],
  ['sszie', undefined],
  ['imageUrls', 'image_urls'],
  ['image-urls', 'image_urls'],
  ['image_url', 'image_urls'],
  ['resoltuion', 'resolution'],
  ['negativePromt', 'negative_prompt'],
  ['top_k', 'top_p'],
  ['metadata', undefined],
  ['user', undefined],
  ['quality', undefined],
  ['style', undefined],
  ['m', undefined],
  ['nn', undefined],
  ['sed', 'seed'],
  ['se', undefined],
  ['prompt text', undefined],
  ['größe', undefined],
  ['', undefined],
  ['__proto__', undefined],
  [`prompt${'t'.repeat(100_000)}`, undefined],
];

it.each(slips)('%s is probably meant to be %s', (name, meant) => {
  expect(closestName(name, known)).toBe(meant);
});

it('picks the nearest of several, and the first of equally close ones', () => {
  expect(closestName('promptt', ['prompts', 'prompt', 'promps'])).toBe('prompts');
  expect(closestName('prompd', ['promp', 'prompt'])).toBe('promp');
  expect(closestName('prompt', ['prompts', 'Prompt'])).toBe('Prompt');
  expect(closestName('prompt', [])).toBeUndefined();
});

it.each(['oxpt', 'rtmt', 'roomtp', 'rprmt', 'xprot'])(
  '%s is three edits from prompt, one too many',
  (name) => {
    expect(closestName('prompt', [name])).toBeUndefined();
  },
);

it('separators do not count', () => {
  expect(closestName('i-m-a-g-e-u-r-l-s', ['image_urls'])).toBe('image_urls');
});
