import { expect, test } from 'vitest';
import { compareVocabulary } from '../../../scripts/breaking/compare-vocabulary.ts';
import type { JsonObject } from '../../../scripts/contract/contract.ts';

const breaking = (before: JsonObject, after: JsonObject) =>
  compareVocabulary(before, after).filter(({ isBreaking }) => isBreaking);

const published: JsonObject = {
  'x-sizes': {
    forms: ['ratio', 'pixels'],
    table: { '1K': { '1:1': '1024x1024', '3:2': '1216x832' } },
    pixels: { separators: ['x'], area: { min: 921600, max: 4624220 }, ratio: { min: '1:16', max: '16:1' } },
    cases: [{ id: 'layers', when: 'self.layers', forms: ['ratio'], message: 'only ratios' }],
  },
  'x-media': { image_urls: { formats: ['png', 'jpeg'], max_bytes: 1048576, min_side: 64 } },
  'x-prompt': { field: 'prompt', max_tokens: 900 },
  'x-text': {
    output_tokens: { max: 512 },
    explicit_cache: { min_tokens: 1030, life_seconds: 300 },
    tools: [{ name: 'web_search' }],
  },
};

const changed: readonly (readonly [string, readonly [string, string], readonly string[]])[] = [
  [
    'a smaller area',
    ['4624220', '4624219'],
    ['/x-sizes/pixels/area/max Sizes: pixels area at most 4,624,220 → 4,624,219'],
  ],
  [
    'a narrower ratio',
    ['"16:1"', '"8:1"'],
    ['/x-sizes/pixels/ratio/max Sizes: pixels ratio at most `16:1` → `8:1`'],
  ],
  [
    'other pixels',
    ['1216x832', '1248x832'],
    ['/x-sizes/table/1K/3:2 Sizes: `1K` `3:2` `1216x832` → `1248x832`'],
  ],
  [
    'another case',
    ['self.layers', 'true'],
    ['/x-sizes/cases Sizes: conditions, changed: `layers`: only ratios'],
  ],
  [
    'a smaller file',
    ['"max_bytes":1048576', '"max_bytes":524288'],
    ['/x-media/image_urls/max_bytes Pictures in `image_urls`: largest file 1 MB → 0.5 MB'],
  ],
  [
    'a longer side',
    ['"min_side":64', '"min_side":65'],
    ['/x-media/image_urls/min_side Pictures in `image_urls`: shortest side in pixels 64 → 65'],
  ],
  [
    'a format less',
    ['"png","jpeg"', '"png"'],
    ['/x-media/image_urls/formats Pictures in `image_urls`: formats no longer `jpeg`'],
  ],
  [
    'a first limit',
    ['"min_side":64', '"min_side":64,"pixels":{"max":9}'],
    ['/x-media/image_urls/pixels/max Pictures in `image_urls`: pixels at most 9, new'],
  ],
  ['a shorter prompt', ['900', '899'], ['/x-prompt/max_tokens Prompt: most tokens 900 → 899']],
  ['a shorter answer', ['512', '511'], ['/x-text/output_tokens/max Text: output tokens at most 512 → 511']],
  [
    'a cache that lives shorter',
    ['300', '299'],
    ['/x-text/explicit_cache/life_seconds Text: explicit cache life seconds 300 → 299'],
  ],
  [
    'a longer prefix for the cache',
    ['1030', '1031'],
    ['/x-text/explicit_cache/min_tokens Text: explicit cache fewest tokens 1,030 → 1,031'],
  ],
  ['a tool less', ['{"name":"web_search"}', ''], ['/x-text/tools Text: tools no longer `web_search`']],
  ['another tool', ['{"name":"web_search"}', '{"name":"web_search"},{"name":"calculator"}'], []],
  ['a wider area', ['4624220', '4624221'], []],
  ['a format more', ['"png"', '"png","webp"'], []],
  ['a smaller side', ['"min_side":64', '"min_side":1'], []],
  ['a ratio more', ['"1:1":', '"2:1":"1440x720","1:1":'], []],
];

test.each(changed)('%s', (_name, [from, to], want) => {
  const before = JSON.stringify(published);
  expect(before.split(from)).toHaveLength(2);
  const found = breaking(published, JSON.parse(before.replace(from, to)));
  expect(found.map(({ pointer, text }) => `${pointer} ${text}`)).toEqual(want);
});

test('limits that were not published before break nothing', () => {
  expect(breaking({}, published)).toEqual([]);
});

test('removed limits break nothing', () => {
  expect(breaking({ 'x-prompt': published['x-prompt'] }, {})).toEqual([]);
});
