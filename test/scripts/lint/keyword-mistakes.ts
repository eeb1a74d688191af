import type { ModelMistake } from './model-mistakes.ts';

/** Members under a wrong name or in a wrong place, by name: one line each, which names the right one. */
export const keywordMistakes: readonly (readonly [string, ModelMistake])[] = [
  [
    'a price for a rate',
    {
      from: '"rate": "0.02"',
      to: '"price": "0.02"',
      want: ['25:46: x-prices.rates[0]: unknown keyword "price"; did you mean "rate"?'],
    },
  ],
  [
    'a price that is a number under another name',
    {
      from: '"rate": "0.02"',
      to: '"cost": 0.02',
      want: ['25:46: x-prices.rates[0]: unknown keyword "cost"; did you mean "rate"?'],
    },
  ],
  [
    'two unknown keywords where one is missing',
    {
      from: '"rate": "0.02"',
      to: '"price": "0.02", "colour": "red"',
      want: [
        '25:46: x-prices.rates[0]: unknown keyword "price"; did you mean "rate"?',
        '25:63: x-prices.rates[0]: unknown keyword "colour"; known are tier, max_pixels, rate, provenance',
      ],
    },
  ],
  [
    'the prices of a text model under another name',
    {
      base: 'Scribe10',
      from: '"output": "0.8"',
      to: '"completion": "0.8"',
      want: ['20:102: x-prices.tokens: unknown keyword "completion"; did you mean "output"?'],
    },
  ],
  [
    'a length under another name',
    {
      base: 'Reel10',
      from: '"seconds": "self.duration"',
      to: '"duration": "self.duration"',
      want: ['22:28: x-output.video: unknown keyword "duration"; did you mean "seconds"?'],
    },
  ],
  [
    'a limit of tokens under another name',
    {
      base: 'Scribe10',
      from: '"output_tokens": { "max": 512 }',
      to: '"output_tokens": { "limit": 512 }',
      want: ['19:67: x-text.output_tokens: unknown keyword "limit"; did you mean "max"?'],
    },
  ],
  [
    'an owner under another name',
    {
      from: '"owned_by"',
      to: '"owner"',
      want: ['7:5: x-model: unknown keyword "owner"; did you mean "owned_by"?'],
    },
  ],
  [
    'tags under another name',
    {
      from: '"capability_tags"',
      to: '"tags"',
      want: ['9:5: x-model: unknown keyword "tags"; did you mean "capability_tags"?'],
    },
  ],
  [
    'a version under another name',
    {
      from: '"schema_version"',
      to: '"version"',
      want: ['11:5: x-model: unknown keyword "version"; did you mean "schema_version"?'],
    },
  ],
  [
    'sizes without their prefix',
    { from: '"x-sizes"', to: '"sizes"', want: ['19:3: unknown keyword "sizes"; did you mean "x-sizes"?'] },
  ],
  [
    'the name of a rule',
    {
      from: '"id": "short_prompt_in_2k"',
      to: '"name": "short_prompt_in_2k"',
      want: ['28:7: x-validations[0]: unknown keyword "name"; did you mean "id"?'],
    },
  ],
  [
    'the body of an example',
    {
      from: '"request": { "prompt": "A paper boat" }',
      to: '"body": { "prompt": "A paper boat" }',
      want: ['35:41: x-examples.valid[0]: unknown keyword "body"; did you mean "request"?'],
    },
  ],
  [
    'an example that is a bare request',
    {
      from: '{ "name": "prompt alone", "request": { "prompt": "A paper boat" } }',
      to: '{ "prompt": "A paper boat" }',
      want: [
        '35:15: x-examples.valid[0] must be written like { "name": "prompt alone", "request": { "prompt": "A paper boat" } }',
      ],
    },
  ],
  [
    'the smallest length by its short name',
    {
      from: '"minLength"',
      to: '"min"',
      want: ['15:35: properties.prompt: unknown keyword "min"; did you mean "minLength"?'],
    },
  ],
  [
    'the largest number by its short name',
    {
      base: 'Collage10',
      from: '"maximum": 3',
      to: '"max": 3',
      want: ['21:45: properties.n: unknown keyword "max"; did you mean "maximum"?'],
    },
  ],
  [
    'a keyword of other dialects',
    {
      from: '"maxLength": 2000',
      to: '"nullable": true',
      want: [
        '15:51: properties.prompt: unknown keyword "nullable"; schemas/model.schema.json lists the known ones',
      ],
    },
  ],
  [
    'a field beside the properties',
    {
      from: '"required": ["prompt"],',
      to: '"required": ["prompt"], "prompt": { "type": "string" },',
      want: ['13:27: unknown keyword "prompt"; a field of the request belongs in "properties"'],
    },
  ],
  [
    'a keyword of the file in one of its objects',
    {
      from: '"unit": "image"',
      to: '"x-validations": [], "unit": "image"',
      want: ['25:17: x-prices: unknown keyword "x-validations"; it belongs at the top of the file'],
    },
  ],
  [
    'a member of an object beside it',
    {
      from: '"x-prices": {',
      to: '"forms": ["ratio"],\n  "x-prices": {',
      want: ['25:3: unknown keyword "forms"; it belongs in x-sizes'],
    },
  ],
  [
    'a misspelled explanation of a forbidden field',
    {
      base: 'Scribe10',
      from: '"temperature": { "type": "number", "minimum": 0, "maximum": 2, "description": "Sampling temperature." }\n  },',
      to: '"temperature": {"type": "number", "description": "Heat." },\n    "logprobs": false\n  },\n  "x-forbidden": { "logprob": { "message": "logprobs are not supported" } },',
      want: [
        '20:20: x-forbidden explains "logprob", which is not a false property; did you mean "logprobs"?',
      ],
    },
  ],
  [
    'an explanation of a field that is not forbidden',
    {
      base: 'Scribe10',
      from: '"x-text"',
      to: '"x-forbidden": { "temprature": { "message": "always 1" } },\n  "x-text"',
      want: [
        '19:20: x-forbidden explains "temprature", which is not a false property; did you mean "temperature"? Set that property to false, too.',
      ],
    },
  ],
];
