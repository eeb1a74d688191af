import type { ModelMistake } from './model-mistakes.ts';

/** Several changes of one model file, and what is reported about them. */
export interface ModelMistakes extends Pick<ModelMistake, 'want'> {
  readonly base?: NonNullable<ModelMistake['base']> | 'Drift10';
  readonly changes: readonly (readonly [string, string])[];
}

const SIZE = '"size": { "type": "string", "default": "1:1", "description": "Aspect ratio." }';
const TABLE = '"x-sizes": {\n    "table"';
const PIXELS =
  '"x-sizes": {\n    "forms": ["ratio", "pixels"], "pixels": { "separators": ["x"], "side": { "min": 200, "max": 2048 } },\n    "table"';
const DURATION = '"minimum": 2, "maximum": 8, "default": 4, "description": "Length in seconds."';

/** Defaults, tiers and outputs that reach callers, by name. */
export const defaultMistakes: readonly (readonly [string, ModelMistakes])[] = [
  [
    'a default ratio that is taken for pixels',
    {
      base: 'Paper10',
      changes: [
        [SIZE, SIZE.replace('1:1', '16:9')],
        [TABLE, PIXELS],
      ],
      want: [
        '16:33: The default is refused: size: "16:9" is not supported; use 1:1, 3:2 or exact pixels such as 1024x1024.',
      ],
    },
  ],
  [
    'a default of too few pixels',
    {
      changes: [
        [SIZE, SIZE.replace('1:1', '100x100')],
        [TABLE, PIXELS],
      ],
      want: [
        '16:33: The default is refused: size: each side must be between 200 and 2048 pixels; got 100x100.',
      ],
    },
  ],
  [
    'pixels that leave no size',
    {
      changes: [[TABLE, PIXELS.replace('"side"', '"area": { "max": 10 }, "side"')]],
      want: [
        '20:68: x-sizes.pixels allows no size: sides of at least 200 have an area of 40000 or more, and area.max is 10.',
      ],
    },
  ],
  [
    'defaults that break a rule in every request',
    {
      base: 'Reel10',
      changes: [
        ['"default": 4', '"default": 8'],
        ['"default": "16:9"', '"default": "1:1"'],
      ],
      want: [
        '18:66: The defaults "duration" 8 and "aspect_ratio" "1:1" break the rule long_clips_are_wide: every request without duration and aspect_ratio is rejected.',
      ],
    },
  ],
  [
    'a misspelled keyword, a wrong default and a wrong tier together',
    {
      changes: [
        ['"maxLength"', '"maxLenght"'],
        ['"default": "1K"', '"default": "3K"'],
        ['[{ "rate": "0.02" }]', '[{ "tier": "2KK", "rate": "0.05" }, { "rate": "0.02" }]'],
      ],
      want: [
        '15:51: properties.prompt: unknown keyword "maxLenght"; did you mean "maxLength"?',
        '17:61: The default of "resolution" must be one of "1K", "2K", not "3K".',
        '25:46: The rate is for tier "2KK", which x-sizes.table does not have: did you mean "2K"?',
      ],
    },
  ],
  [
    'a misspelled tier of an estimate',
    {
      changes: [
        ['"x-prices"', '"x-output": { "estimated_seconds": { "by_tier": { "1KK": 4 } } },\n  "x-prices"'],
      ],
      want: ['25:53: x-sizes.table has no tier "1KK": did you mean "1K"?'],
    },
  ],
  [
    'a misspelled tier of the enum',
    {
      changes: [['"enum": ["1K", "2K"], "default": "1K"', '"enum": ["1K", "2KK"], "default": "1K"']],
      want: ['17:39: Tier "2KK" of "resolution" has no row in x-sizes.table: did you mean "2K"?'],
    },
  ],
  [
    'a misspelled row that prices and estimates name as it was meant',
    {
      changes: [
        ['"2K": {', '"2KK": {'],
        [
          '"rates": [{ "rate": "0.02" }] }',
          '"rates": [{ "tier": "2K", "rate": "0.05" }, { "rate": "0.02" }] },\n  "x-output": { "estimated_seconds": { "by_tier": { "2K": 4 } } }',
        ],
      ],
      want: ['22:7: x-sizes.table has the tier "2KK", which no request can choose; did you mean "2K"?'],
    },
  ],
  [
    'a row that no request can choose',
    {
      changes: [
        [
          '    }\n  },\n  "x-prices"',
          ',\n      "4K": { "1:1": "4096x4096", "3:2": "4096x2730" }\n    }\n  },\n  "x-prices"',
        ],
      ],
      want: ['24:7: x-sizes.table has the tier "4K", which no request can choose: "resolution" has 1K, 2K.'],
    },
  ],
  [
    'a count below one',
    {
      base: 'Collage10',
      changes: [['"count": "self.n"', '"count": "self.n - 2"']],
      want: ['30:29: self.n - 2 gives -1 for n 1: it must be at least 1.'],
    },
  ],
  [
    'a clip of no length',
    {
      base: 'Reel10',
      changes: [['"self.duration"', '"self.duration - 2"']],
      want: ['22:28: self.duration - 2 gives 0 for duration 2: it must be at least 1.'],
    },
  ],
  [
    'a clip of days',
    {
      base: 'Reel10',
      changes: [['"self.duration"', '"self.duration * 100000"']],
      want: ['22:28: self.duration * 100000 gives 400000 for duration 4: it must be at most 3600 seconds.'],
    },
  ],
  [
    'two examples of one name',
    {
      base: 'Collage10',
      changes: [['"name": "narrow"', '"name": "unknown ratio"']],
      want: ['40:7: Example name "unknown ratio" is used twice.'],
    },
  ],
  [
    'an example for another rule on sizes',
    {
      base: 'Collage10',
      changes: [['"size": "4096x512"', '"size": "4099x4099"']],
      want: ['40:7: Invalid example "narrow" does not break size_ratio: its size breaks size_side.'],
    },
  ],
  [
    'a multiple of zero',
    {
      base: 'Reel10',
      changes: [[DURATION, `"multipleOf": 0, ${DURATION}`]],
      want: ['16:38: properties.duration.multipleOf must be above 0, not 0'],
    },
  ],
  [
    'a comparison of a number with a text',
    {
      base: 'Reel10',
      changes: [['self.duration <= 6', "self.duration <= '6'"]],
      want: [
        '26:7: CEL does not fit the request: the left side of <= is an integer (int), the right side a string: a number has no quotes',
      ],
    },
  ],
  [
    'a ratio that one of three tiers lacks',
    {
      changes: [
        [
          '"2K": { "1:1": "2048x2048", "3:2": "2432x1664" }',
          '"2K": { "1:1": "2048x2048" }, "3K": { "1:1": "3072x3072", "3:2": "3648x2496" }',
        ],
        ['"enum": ["1K", "2K"], "default"', '"enum": ["1K", "2K", "3K"], "default"'],
      ],
      want: ['22:7: 2K has no size for 3:2, which 1K and 3K have: add "3:2": "<width>x<height>".'],
    },
  ],
  [
    'a rule that only text-to-video requests break',
    {
      base: 'Drift10',
      changes: [
        [
          '"x-prices"',
          '"x-validations": [{ "id": "short", "rule": "size(self.prompt) < 100", "message": "too long", "path": "/prompt" }],\n  "x-prices"',
        ],
      ],
      want: [
        '30:38: CEL fails on {"model":"drift-1.0","image_urls":["https://images.example.com/boat.png"]}: No such key: prompt; check optional fields with has() first.',
      ],
    },
  ],
];
