/** One change of the example, and what is reported about it, after the name of the file. */
export interface Mistake {
  readonly from: string;
  readonly to: string;
  readonly want: readonly string[];
}

const PROVENANCE = '{ "choice": "Example of this page." }';

/** Mistakes in a first model, by name. */
export const mistakes: readonly (readonly [string, Mistake])[] = [
  [
    'a misspelled keyword',
    {
      from: '"x-prices"',
      to: '"x-price"',
      want: ['25:3: unknown keyword "x-price"; did you mean "x-prices"?'],
    },
  ],
  [
    'a misspelled member',
    {
      from: '"rates"',
      to: '"rate"',
      want: ['25:34: x-prices: unknown keyword "rate"; did you mean "rates"?'],
    },
  ],
  [
    'a misspelled schema keyword',
    {
      from: '"minLength"',
      to: '"minLenght"',
      want: ['15:35: properties.prompt: unknown keyword "minLenght"; did you mean "minLength"?'],
    },
  ],
  [
    'a missing price',
    {
      from: '  "x-prices": { "unit": "image", "rates": [{ "rate": "0.02" }] },\n',
      to: '',
      want: [
        '1:1: x-prices is missing; write for example "x-prices": { "unit": "image", "rates": [{ "rate": "0.02" }] }',
      ],
    },
  ],
  [
    'a price that is a number',
    {
      from: '"0.02"',
      to: '0.02',
      want: ['25:46: x-prices.rates[0].rate must be a string, not 0.02: write "0.02"'],
    },
  ],
  [
    'a number that is a string',
    {
      from: '2000',
      to: '"2000"',
      want: ['15:51: properties.prompt.maxLength must be an integer, not "2000": write 2000 without quotes'],
    },
  ],
  [
    'one tag that is no list',
    {
      from: '["Text to Image"]',
      to: '"Text to Image"',
      want: ['9:5: x-model.capability_tags must be an array, not "Text to Image": write ["Text to Image"]'],
    },
  ],
  [
    'an operation that does not exist',
    {
      from: '"image_generation"',
      to: '"image-generation"',
      want: [
        '10:5: x-model.operation must be one of "image_generation", "video_generation", "chat_completion", not "image-generation"; did you mean "image_generation"?',
      ],
    },
  ],
  [
    'the price of another operation',
    {
      from: '"unit": "image"',
      to: '"unit": "token"',
      want: [
        '25:17: x-prices.unit must be "image", by which models of this operation are charged, not "token"',
      ],
    },
  ],
  [
    'a date in another order',
    {
      from: '"2026-11-20"',
      to: '"20.11.2026"',
      want: ['11:5: x-model.schema_version must look like "2026-11-20", not "20.11.2026"'],
    },
  ],
  [
    'a rule that does not parse',
    {
      from: '<= 10"',
      to: '<="',
      want: [
        '29:7: CEL does not parse: Unexpected token: EOF in "self.resolution != \'2K\' || size(self.prompt) <="',
      ],
    },
  ],
  [
    'a rule about a misspelled field',
    {
      from: 'size(self.prompt)',
      to: 'size(self.promt)',
      want: ['29:7: CEL does not fit the request: No such key: promt; did you mean prompt?'],
    },
  ],
  [
    'a rule that forgets self',
    {
      from: 'size(self.prompt)',
      to: 'size(prompt)',
      want: [
        '29:7: CEL does not fit the request: Unknown variable: prompt; a field of the request is written self.prompt',
      ],
    },
  ],
  [
    'a size table with a hole',
    {
      from: ', "3:2": "2432x1664"',
      to: '',
      want: ['22:7: 2K has no size for 3:2, which 1K has: add "3:2": "<width>x<height>".'],
    },
  ],
  [
    'a default that the table does not have',
    {
      from: '"default": "1:1"',
      to: '"default": "16:9"',
      want: ['16:33: The default is refused: size: "16:9" is not supported; use 1:1 or 3:2.'],
    },
  ],
  [
    'a tier without sizes',
    {
      from: '["1K", "2K"]',
      to: '["1K", "2K", "4K"]',
      want: ['17:39: Tier "4K" of "resolution" has no row in x-sizes.table: it has 1K, 2K.'],
    },
  ],
  [
    'the id of another model',
    {
      from: '"paper-1.0",',
      to: '"vxq3",',
      want: ['6:5: The id "vxq3" is taken by schemas/models/Vxq3.json: choose another.'],
    },
  ],
  [
    'a spelling of another model',
    {
      from: '"id": "paper-1.0",',
      to: '"id": "paper-1.0", "spellings": ["paper-1.0", "sx-5.0-pro"],',
      want: ['6:51: The spelling "sx-5.0-pro" is taken by schemas/models/Sx50Pro.json: choose another.'],
    },
  ],
  [
    'an example that is not valid',
    {
      from: '{ "prompt": "A paper boat" } }]',
      to: '{ "prompt": "" } }]',
      want: ['35:15: Valid example "prompt alone" breaks minLength at "/prompt" (it must not be empty).'],
    },
  ],
  [
    'an example with a size that the model does not have',
    {
      from: '{ "prompt": "A paper boat" } }]',
      to: '{ "prompt": "A boat", "size": "16:9" } }]',
      want: [
        '35:15: Valid example "prompt alone" is refused: size: "16:9" is not supported; use 1:1 or 3:2.',
      ],
    },
  ],
  [
    'an example of a misspelled rule',
    {
      from: '"breaks": "short_prompt_in_2k"',
      to: '"breaks": "short_prompt_2k"',
      want: [
        '36:17: Invalid example "long in 2K" breaks short_prompt_2k: did you mean "short_prompt_in_2k"?',
      ],
    },
  ],
  [
    'a required field that does not exist',
    {
      from: '"required": ["prompt"]',
      to: '"required": ["promt"]',
      want: ['13:16: "promt" is not a field of the request: did you mean "prompt"?'],
    },
  ],
  [
    'no provenance',
    {
      from: `  "x-provenance": ${PROVENANCE},\n`,
      to: '',
      want: ['1:1: x-provenance is missing; write for example "x-provenance": { "spec": "4.4.3" }'],
    },
  ],
  [
    'a provenance that is no object',
    {
      from: PROVENANCE,
      to: '"mine"',
      want: ['4:3: x-provenance must be an object, not "mine", such as { "spec": "4.4.3" }'],
    },
  ],
  [
    'a section that does not exist',
    {
      from: PROVENANCE,
      to: '{ "spec": "4.4.9" }',
      want: ['4:21: The specification has no section "4.4.9": 4.4 has 4.4.1, 4.4.2, 4.4.3.'],
    },
  ],
  [
    'a reference that leads nowhere',
    {
      from: '{ "type": "string", "default": "1:1", "description": "Aspect ratio." }',
      to: '{ "$ref": "../common/QxSizes.json" }',
      want: [
        '16:15: "../common/QxSizes.json" leads to no file of schemas/common: did you mean "../common/QxSize.json"?',
      ],
    },
  ],
  [
    'a comma too many',
    {
      from: '"description": "Resolution tier." }\n',
      to: '"description": "Resolution tier." },\n',
      want: ['17:113: the comma before "}" is one too many: remove it'],
    },
  ],
  [
    'a comma too few',
    {
      from: '"owned_by": "paper",',
      to: '"owned_by": "paper"',
      want: ['8:5: a comma or "}" is missing before "created"'],
    },
  ],
  [
    'a member that stands twice',
    {
      from: '"required": ["prompt"],',
      to: '"required": ["prompt"],\n  "required": ["size"],',
      want: ['14:3: "required" occurs twice in this object: remove one of them'],
    },
  ],
];
