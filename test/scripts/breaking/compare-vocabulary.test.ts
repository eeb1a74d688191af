import { expect, test } from 'vitest';
import { compareVocabulary } from '../../../scripts/breaking/compare-vocabulary.ts';
import type { JsonObject } from '../../../scripts/contract/contract.ts';

const published: JsonObject = {
  'x-sizes': {
    forms: ['ratio', 'pixels'],
    table: { '1K': { '1:1': '1024x1024', '3:2': '1216x832' } },
    pixels: { separators: ['x'], area: { min: 921600, max: 4624220 }, ratio: { min: '1:16', max: '16:1' } },
    cases: [{ id: 'layers', when: 'self.layers', forms: ['ratio'], message: 'only ratios' }],
  },
  'x-media': { image_urls: { formats: ['png', 'jpeg'], max_bytes: 1000, min_side: 64 } },
  'x-prompt': { field: 'prompt', max_tokens: 900 },
  'x-text': { output_tokens: { max: 512 }, tools: [{ name: 'web_search' }] },
};

const changed: readonly (readonly [string, readonly [string, string], readonly string[]])[] = [
  ['a smaller area', ['4624220', '4624219'], ['/x-sizes/pixels/area/max the limit was 4624220, now 4624219']],
  ['a narrower ratio', ['"16:1"', '"8:1"'], ['/x-sizes/pixels/ratio/max the limit was 16:1, now 8:1']],
  ['other pixels', ['1216x832', '1248x832'], ['/x-sizes/table/1K/3:2 3:2 of 1K was 1216x832, now 1248x832']],
  ['another case', ['self.layers', 'true'], ['/x-sizes/cases layers is new or different']],
  [
    'a smaller file',
    ['"max_bytes":1000', '"max_bytes":999'],
    ['/x-media/image_urls/max_bytes the limit was 1000, now 999'],
  ],
  [
    'a longer side',
    ['"min_side":64', '"min_side":65'],
    ['/x-media/image_urls/min_side the limit was 64, now 65'],
  ],
  ['a format less', ['"png","jpeg"', '"png"'], ['/x-media/image_urls/formats "jpeg" is no longer allowed']],
  [
    'a first limit',
    ['"min_side":64', '"min_side":64,"pixels":{"max":9}'],
    ['/x-media/image_urls/pixels/max there was no limit, now it is 9'],
  ],
  ['a shorter prompt', ['900', '899'], ['/x-prompt/max_tokens the limit was 900, now 899']],
  ['a shorter answer', ['512', '511'], ['/x-text/output_tokens/max the limit was 512, now 511']],
  ['a tool less', ['{"name":"web_search"}', ''], ['/x-text/tools web_search is gone']],
  ['a wider area', ['4624220', '4624221'], []],
  ['a format more', ['"png"', '"png","webp"'], []],
  ['a smaller side', ['"min_side":64', '"min_side":1'], []],
  ['a ratio more', ['"1:1":', '"2:1":"1440x720","1:1":'], []],
];

test.each(changed)('%s', (_name, [from, to], want) => {
  const before = JSON.stringify(published);
  expect(before.split(from)).toHaveLength(2);
  const found = compareVocabulary(published, JSON.parse(before.replace(from, to)));
  expect(found.map(({ pointer, what }) => `${pointer} ${what}`)).toEqual(want);
});

test('limits that were not published before break nothing', () => {
  expect(compareVocabulary({}, published)).toEqual([]);
});

test('removed limits break nothing', () => {
  expect(compareVocabulary({ 'x-prompt': published['x-prompt'] }, {})).toEqual([]);
});
