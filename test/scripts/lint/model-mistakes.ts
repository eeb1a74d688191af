import type { Mistake } from './first-model-mistakes.ts';

/** One change of a model file, and what is reported about it, after the name of the file. */
export interface ModelMistake extends Mistake {
  /** The file that is changed; by default the example of docs/adding-a-model.md. */
  readonly base?: 'Paper10' | 'Reel10' | 'Scribe10' | 'Collage10' | 'Drift10';
}

/** Mistakes in model files that a schema cannot detect, by name. */
export const modelMistakes: readonly (readonly [string, ModelMistake])[] = [
  [
    'no sizes',
    {
      from: `  "x-sizes": {
    "table": {
      "1K": { "1:1": "1024x1024", "3:2": "1216x832" },
      "2K": { "1:1": "2048x2048", "3:2": "2432x1664" }
    }
  },
`,
      to: '',
      want: [
        '1:1: x-sizes is missing, which a model of this operation needs; write for example "x-sizes": { "table": { "1K": { "1:1": "1024x1024" } } }',
      ],
    },
  ],
  [
    'a size without a default',
    {
      from: '"default": "1:1", ',
      to: '',
      want: ['16:5: "size" needs a default, or to be required: a request without it has no size.'],
    },
  ],
  [
    'an enum with a ratio that the table lacks',
    {
      from: '"default": "1:1"',
      to: '"enum": ["1:1", "7:5"], "default": "1:1"',
      want: ['16:49: The value "7:5" is refused: size: "7:5" is not supported; use 1:1 or 3:2.'],
    },
  ],
  [
    'exact pixels without their limits',
    {
      from: '"x-sizes": {',
      to: '"x-sizes": {\n    "forms": ["ratio", "pixels"],',
      want: ['20:5: x-sizes.forms lists "pixels", which needs x-sizes.pixels.'],
    },
  ],
  [
    'limits of exact pixels without the form',
    {
      from: '"x-sizes": {',
      to: '"x-sizes": {\n    "pixels": { "separators": ["x"], "side": { "max": 2048 } },',
      want: ['20:5: x-sizes.pixels has no effect: x-sizes.forms does not list "pixels".'],
    },
  ],
  [
    'a minimum above the maximum',
    {
      base: 'Collage10',
      from: '"min": 256, "max": 4096',
      to: '"min": 4096, "max": 256',
      want: ['26:38: x-sizes.pixels.side: the minimum 4096 is above the maximum 256.'],
    },
  ],
  [
    'exact pixels without an upper limit',
    {
      base: 'Collage10',
      from: '"side": { "min": 256, "max": 4096 }',
      to: '"side": { "min": 256 }',
      want: [
        '26:5: x-sizes.pixels allows sizes that are too large: a side has at most 16384 pixels, an image 100000000; limit "side" or "area".',
      ],
    },
  ],
  [
    'a size that nobody can draw',
    {
      from: '"1:1": "2048x2048"',
      to: '"1:1": "60000x60000"',
      want: [
        '22:15: Size 60000x60000 of 2K 1:1 is too large: a side has at most 16384 pixels, an image 100000000.',
      ],
    },
  ],
  [
    'a video with an odd side',
    {
      base: 'Reel10',
      from: '854x480',
      to: '853x480',
      want: ['20:37: Size 853x480 of 480p 16:9: the sides of a video must be even.'],
    },
  ],
  [
    'a duration for a tier that does not exist',
    {
      base: 'Reel10',
      from: '"x-output": {',
      to: '"x-output": { "estimated_seconds": { "by_tier": { "8K": 3 } },',
      want: ['22:53: x-sizes.table has no tier "8K": it has 480p.'],
    },
  ],
  [
    'a rate that never applies',
    {
      from: '[{ "rate": "0.02" }]',
      to: '[{ "rate": "0.02" }, { "tier": "2K", "rate": "0.05" }]',
      want: [
        '25:64: This rate never applies: an earlier rate fits every size that it fits, and the first one counts.',
      ],
    },
  ],
  [
    'a tier without a rate',
    {
      from: '[{ "rate": "0.02" }]',
      to: '[{ "tier": "1K", "rate": "0.02" }]',
      want: ['25:34: No rate fits 2048x2048 (1:1), 2432x1664 (3:2) of tier 2K.'],
    },
  ],
  [
    'no last rate',
    {
      base: 'Collage10',
      from: ', { "rate": "0.03" }]',
      to: ']',
      want: [
        '33:5: No rate fits 2048x2048 (1:1), 2688x1536 (16:9) of tier 2K, or exact pixels up to their limit of 16777216: add a rate without a tier that does.',
      ],
    },
  ],
  [
    'a tool without a price',
    {
      base: 'Scribe10',
      from: '"output_tokens": { "max": 512 } }',
      to: '"output_tokens": { "max": 512 }, "tools": [{ "name": "web_search" }] }',
      want: [
        '19:93: Tool "web_search" has no price: write for example "x-prices": { "tools": { "per": 1000, "rates": { "web_search": "10" } } }.',
      ],
    },
  ],
  [
    'a price of no tool',
    {
      base: 'Scribe10',
      from: '"output": "0.8" } }',
      to: '"output": "0.8" }, "tools": { "per": 1000, "rates": { "web_search": "10" } } }',
      want: ['20:156: x-text.tools has no tool "web_search": it has none.'],
    },
  ],
  [
    'a misspelled rule list',
    {
      from: '"x-validations"',
      to: '"x-validation"',
      want: ['26:3: unknown keyword "x-validation"; did you mean "x-validations"?'],
    },
  ],
  [
    'a default of another type',
    {
      from: '"default": "1K"',
      to: '"default": 1',
      want: ['17:61: The default of "resolution" must be a string, not 1: write "1".'],
    },
  ],
  [
    'spellings without the id',
    {
      from: '"id": "paper-1.0",',
      to: '"id": "paper-1.0", "spellings": ["paper-1"],',
      want: ['6:24: The first spelling must be the id "paper-1.0", not "paper-1".'],
    },
  ],
  [
    'a misspelled size rule',
    {
      base: 'Collage10',
      from: '"breaks": "size_unsupported"',
      to: '"breaks": "size_unsuported"',
      want: [
        '39:7: Invalid example "unknown ratio" breaks size_unsuported: did you mean "size_unsupported"?',
      ],
    },
  ],
  [
    'an id in other case',
    {
      from: '"id": "paper-1.0"',
      to: '"id": "VXQ3"',
      want: [
        '6:5: The id "VXQ3" differs from "vxq3" of schemas/models/Vxq3.json only in case: choose another.',
      ],
    },
  ],
  [
    'a time in milliseconds',
    {
      from: '1795132800',
      to: '1795132800000',
      want: ['8:5: x-model.created is in seconds, not milliseconds: write 1795132800.'],
    },
  ],
  [
    'a day that does not exist',
    {
      from: '2026-11-20',
      to: '2026-02-31',
      want: ['11:5: There is no date "2026-02-31".'],
    },
  ],
  [
    'a pattern that does not compile',
    {
      from: '"maxLength": 2000',
      to: '"pattern": "([", "x-message": "must be a word, such as boat"',
      want: [
        '15:51: The pattern does not compile: Invalid regular expression: /([/u: Unterminated character class',
      ],
    },
  ],
  [
    'a pattern that takes exponential time and says nothing in words, on which no example is tried',
    {
      from: '"maxLength": 2000',
      to: '"pattern": "(.*)*x"',
      want: [
        '15:51: The pattern takes exponential time on many "A": what is repeated within a repetition must match a text in one way only, as a+ does and (a+)+ does not',
      ],
    },
  ],
  [
    'a byte order mark',
    {
      from: '{\n  "$schema"',
      to: '\uFEFF{\n  "$schema"',
      want: ['1:1: the file begins with a byte order mark: save it as UTF-8 without one'],
    },
  ],
];
