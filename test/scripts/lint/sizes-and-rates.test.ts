import { expect, test } from 'vitest';
import { namedFieldsExist } from '../../../scripts/contract/lint/models/fields.ts';
import { ratesCoverSizes } from '../../../scripts/contract/lint/sizes/rates.ts';
import { sizesOfRequestsExist, sizeTablesAreComplete } from '../../../scripts/contract/lint/sizes/sizes.ts';
import { tiersHaveRows } from '../../../scripts/contract/lint/sizes/tiers.ts';
import { BOAT, type BrokenCase, complaints, FAMILY } from './broken-contract.ts';

const cases: readonly (readonly [string, BrokenCase])[] = [
  [
    'vocabulary about fields that the request does not have',
    {
      rule: namedFieldsExist,
      breaks: [
        { file: FAMILY, from: '"tier": "resolution"', to: '"tier": "tier"' },
        { file: BOAT, from: '"x-media": {\n    "image_urls"', to: '"x-media": {\n    "pictures"' },
        { file: BOAT, from: '"field": "prompt"', to: '"field": "text"' },
        { file: BOAT, from: '"field": "image_urls"', to: '"field": "stream"' },
        {
          file: BOAT,
          from: '"path": "/options/max",\n      "provenance"',
          to: '"path": "/options/min",\n      "provenance"',
        },
      ],
      want: [
        `${FAMILY}:3: Boat: "tier" is not a field of the request: correct the name or add the property.`,
        `${BOAT}:97: "stream" is not a field of the request: correct the name or add the property.`,
        `${BOAT}:104: "pictures" is not a field of the request: correct the name or add the property.`,
        `${BOAT}:112: "text" is not a field of the request: correct the name or add the property.`,
        `${BOAT}:132: "options.min" is not a field of the request: correct the name or add the property.`,
      ],
    },
  ],
  [
    'a cell that is no size and one that is turned',
    {
      rule: sizeTablesAreComplete,
      breaks: [
        { file: FAMILY, from: '1280x720', to: '1280' },
        { file: FAMILY, from: '2048x1152', to: '1152x2048' },
      ],
      want: [
        `${FAMILY}:8: Boat: Size "1280" of 1K 16:9 must be <width>x<height>.`,
        `${FAMILY}:12: Boat: Size 1152x2048 of 2K 16:9 is far from that ratio.`,
      ],
    },
  ],
  [
    'a tier without a row',
    {
      rule: tiersHaveRows,
      breaks: [{ file: BOAT, from: '"enum": ["1K", "2K", "1k"]', to: '"enum": ["1K", "2K", "4k"]' }],
      want: [`${BOAT}:20: Tier "4k" of "resolution" has no row in x-sizes.table: it has 1K, 2K.`],
    },
  ],
  [
    'sizes without a rate',
    {
      rule: ratesCoverSizes,
      breaks: [
        { file: BOAT, from: '"tier": "2K"', to: '"tier": "3K"' },
        { file: BOAT, from: '"max_pixels": 4194304', to: '"max_pixels": 3000000' },
      ],
      want: [
        `${BOAT}:91: No rate fits 2048x2048 (1:1) of tier 2K, or exact pixels up to their limit of 4194304: add a rate without a tier that does.`,
        `${BOAT}:93: The rate is for tier "3K", which x-sizes.table does not have: it has 1K, 2K.`,
      ],
    },
  ],
];

test.each(cases)('finds %s', async (_name, broken) => {
  expect(await complaints(broken)).toEqual(broken.want);
});

const oneImage = {
  file: FAMILY,
  from: '"forms": ["ratio", "pixels"]',
  to: '"forms": ["ratio", "pixels"], "cases": [{ "id": "one", "when": "self.n == 1", "forms": ["ratio"], "message": "a ratio" }]',
};

test('reads the sizes of an example in its case', async () => {
  const rule = sizesOfRequestsExist;
  expect(await complaints({ rule, breaks: [oneImage] })).toEqual([
    `${FAMILY}:45: Boat: Invalid example "another planet" does not break size_unsupported: its size breaks size_form.`,
  ]);
  const form = { file: FAMILY, from: '"breaks": "size_unsupported"', to: '"breaks": "size_form"' };
  const pixels = { file: FAMILY, from: '"size": "9:21"', to: '"size": "1024x1024"' };
  expect(await complaints({ rule, breaks: [oneImage, form, pixels] })).toEqual([]);
  const two = { file: FAMILY, from: '"size": "9:21"', to: '"size": "1024x1024", "n": 2' };
  expect(await complaints({ rule, breaks: [oneImage, form, two] })).toEqual([
    `${FAMILY}:45: Boat: Invalid example "another planet" does not break size_form: its size breaks nothing.`,
  ]);
  const valid = { file: BOAT, from: '"n": 2, "options": { "max": 2 }', to: '"size": "1024x1024"' };
  expect(await complaints({ rule, breaks: [oneImage, form, pixels, valid] })).toEqual([
    `${BOAT}:137: Valid example "own example" is refused: size: a ratio.`,
  ]);
});

test('a limit of pixels is within its rate', async () => {
  // 2048x2048 has as many pixels.
  const breaks = [{ file: BOAT, from: '"tier": "2K", ', to: '"max_pixels": 4194304, ' }];
  expect(await complaints({ rule: ratesCoverSizes, breaks })).toEqual([
    `${BOAT}:94: This rate never applies: an earlier rate fits every size that it fits, and the first one counts.`,
  ]);
});

test('requires no rate for a row that the tier field cannot name', async () => {
  const breaks = [
    { file: BOAT, from: '"enum": ["1K", "2K", "1k"]', to: '"enum": ["1K", "1k"]' },
    { file: BOAT, from: '"tier": "1K", ', to: '"tier": "1K", "max_pixels": 1000000, ' },
    { file: BOAT, from: '"tier": "2K", ', to: '"max_pixels": 1100000, ' },
    { file: FAMILY, from: '"forms": ["ratio", "pixels"]', to: '"forms": ["ratio"]' },
    { file: BOAT, from: '"max_pixels": 4194304', to: '"tier": "2K", "max_pixels": 2400000' },
  ];
  expect(await complaints({ rule: ratesCoverSizes, breaks })).toEqual([]);
});
