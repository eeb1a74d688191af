import type { ModelMistake } from './model-mistakes.ts';

/** Mistakes in the values of the keywords of a model file, by name: one line each. */
export const vocabularyMistakes: readonly (readonly [string, ModelMistake])[] = [
  [
    'a price with a comma',
    {
      from: '"0.02"',
      to: '"0,02"',
      want: ['25:46: x-prices.rates[0].rate must look like "0.02", not "0,02"'],
    },
  ],
  [
    'a price below zero',
    {
      from: '"0.02"',
      to: '-0.02',
      want: ['25:46: x-prices.rates[0].rate must be a string, not -0.02, such as "0.02"'],
    },
  ],
  [
    'a price with a currency',
    {
      from: '"0.02"',
      to: '"$0.02"',
      want: ['25:46: x-prices.rates[0].rate must look like "0.02", not "$0.02"'],
    },
  ],
  [
    'prices by tier',
    {
      from: '[{ "rate": "0.02" }]',
      to: '{ "1K": "0.02", "2K": "0.04" }',
      want: [
        '25:34: x-prices.rates must be an array, not an object: put it in square brackets, such as [{ "rate": "0.02" }]',
      ],
    },
  ],
  [
    'a price of a tier in other case',
    {
      from: '[{ "rate": "0.02" }]',
      to: '[{ "tier": "2k", "rate": "0.05" }, { "rate": "0.02" }]',
      want: ['25:46: The rate is for tier "2k", which x-sizes.table does not have: did you mean "2K"?'],
    },
  ],
  [
    'a pattern of references that accepts more than their sources',
    {
      base: 'Collage10',
      from: '{ "type": "string", "description": "URL." }',
      to: '{ "type": "string", "pattern": "^https?://", "x-message": "must be a URL", "description": "URL." }',
      want: [
        '29:32: x-media.image_urls.sources does not list "http", which the items of properties.image_urls accept: list it, or remove the pattern of the items, which is then derived from the sources',
      ],
    },
  ],
  [
    'no unit',
    { from: '"unit": "image", ', to: '', want: ['25:3: x-prices.unit is missing; write "unit": "image"'] },
  ],
  [
    'no unit of tokens',
    {
      base: 'Scribe10',
      from: '"unit": "token", ',
      to: '',
      want: ['20:3: x-prices.unit is missing; write "unit": "token"'],
    },
  ],
  [
    'a misspelled unit',
    {
      base: 'Scribe10',
      from: '"unit": "token"',
      to: '"units": "token"',
      want: ['20:17: x-prices: unknown keyword "units"; did you mean "unit"?'],
    },
  ],
  [
    'the operation of another model',
    {
      from: '"image_generation"',
      to: '"chat_completion"',
      want: [
        '10:5: x-model.operation is "chat_completion", but the unit of the prices and the tags are those of image_generation: correct one or the other',
      ],
    },
  ],
  [
    'a size that is a number',
    {
      from: '"1024x1024"',
      to: '1024',
      want: ['21:15: x-sizes.table.1K["1:1"] must be a string, not 1024, such as "1024x1024"'],
    },
  ],
  [
    'a ratio with an x',
    {
      from: '"3:2": "1216x832"',
      to: '"3x2": "1216x832"',
      want: ['21:35: x-sizes.table.1K.3x2: the name must look like "16:9"'],
    },
  ],
  [
    'a tier without sizes in the table',
    {
      from: '"1K": { "1:1": "1024x1024", "3:2": "1216x832" }',
      to: '"1K": {}',
      want: ['21:7: x-sizes.table.1K must not be empty, such as { "1:1": "1024x1024" }'],
    },
  ],
  [
    'a table without tiers',
    {
      base: 'Reel10',
      from: '{ "480p": { "16:9": "854x480", "1:1": "480x480" } }',
      to: '{}',
      want: ['20:16: x-sizes.table must not be empty, such as { "1K": { "1:1": "1024x1024" } }'],
    },
  ],
  [
    'two tiers that are swapped',
    {
      from: '"2K": { "1:1": "2048x2048", "3:2": "2432x1664" }',
      to: '"2K": { "1:1": "512x512", "3:2": "608x416" }',
      want: ['21:7: 1K has a larger size for 1:1 than 2K, 1024x1024 and 512x512: are the rows swapped?'],
    },
  ],
  [
    'a ratio of auto that the table lacks',
    {
      base: 'Collage10',
      from: '"ratio": "1:1" }\n',
      to: '"ratio": "5:4" }\n',
      want: ['27:42: x-sizes.table has no ratio "5:4": it has 1:1, 16:9.'],
    },
  ],
  [
    'a time before 1970',
    { from: '1795132800', to: '-1', want: ['8:5: x-model.created must be at least 1, not -1'] },
  ],
  [
    'a date as a number',
    {
      from: '"2026-11-20"',
      to: '20261120',
      want: ['11:5: x-model.schema_version must be a string, not 20261120, such as "2026-11-20"'],
    },
  ],
  [
    'no owner',
    {
      from: '"owned_by": "paper"',
      to: '"owned_by": ""',
      want: ['7:5: x-model.owned_by must not be empty, such as "paper"'],
    },
  ],
  [
    'an empty spelling',
    {
      from: '"id": "paper-1.0",',
      to: '"id": "paper-1.0", "spellings": ["paper-1.0", ""],',
      want: ['6:51: x-model.spellings[1] must not be empty, such as "paper-1-0"'],
    },
  ],
  [
    'spellings in one text',
    {
      from: '"id": "paper-1.0",',
      to: '"id": "paper-1.0", "spellings": "paper-1.0, paper",',
      want: [
        '6:24: x-model.spellings must be an array, not "paper-1.0, paper": write ["paper-1.0", "paper"]',
      ],
    },
  ],
  [
    'no tags',
    {
      from: '["Text to Image"]',
      to: '[]',
      want: [
        '9:5: x-model.capability_tags is empty: a model of category "image" has one or more of Text to Image, Image to Image.',
      ],
    },
  ],
  [
    'a tag that stands twice',
    {
      from: '["Text to Image"]',
      to: '["Text to Image", "Text to Image"]',
      want: ['9:5: x-model.capability_tags must not have the same entry twice: entries 0 and 1 are equal'],
    },
  ],
  [
    'a section in words',
    {
      from: '"x-provenance": { "choice": "Example of this page." }',
      to: '"x-provenance": { "spec": "section 4.4" }',
      want: ['4:21: x-provenance.spec must look like "4.4.3", not "section 4.4"'],
    },
  ],
  [
    'one equals sign',
    {
      from: "self.resolution != '2K'",
      to: "self.resolution = '2K'",
      want: [
        '29:7: CEL does not parse: Unexpected character: = in "self.resolution = \'2K\' || size(self.prompt) <= 10"; CEL compares with ==',
      ],
    },
  ],
  [
    'or in words',
    {
      from: ' || size',
      to: ' or size',
      want: [
        "29:7: CEL does not parse: Unexpected character: 'r' in \"self.resolution != '2K' or size(self.prompt) <= 10\"; CEL writes &&, || and !",
      ],
    },
  ],
  [
    'a misspelled field in a valid example',
    {
      from: '"request": { "prompt": "A paper boat" }',
      to: '"request": { "prompt": "A paper boat", "resolutoin": "2K" }',
      want: [
        '35:15: Valid example "prompt alone" sends "resolutoin", which is not a field: did you mean "resolution"?',
      ],
    },
  ],
  [
    'a message that is not in an object',
    {
      base: 'Scribe10',
      from: '"x-text"',
      to: '"x-forbidden": { "stream": "not supported" },\n  "x-text"',
      want: [
        '19:20: x-forbidden.stream must be an object, not "not supported", such as { "message": "stream is not supported" }',
      ],
    },
  ],
  [
    'a length without its seconds',
    {
      base: 'Reel10',
      from: '{ "seconds": "self.duration" }',
      to: '{}',
      want: ['22:17: x-output.video.seconds is missing; write for example "seconds": "self.duration"'],
    },
  ],
];
