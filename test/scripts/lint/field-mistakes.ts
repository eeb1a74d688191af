import type { ModelMistake } from './model-mistakes.ts';

/** Mistakes in the text, the fields and the references of a model file, by name: one line each. */
export const fieldMistakes: readonly (readonly [string, ModelMistake])[] = [
  [
    'the description of another model',
    {
      from: '"`paper-1.0`: text',
      to: '"`paper-2.0`: text',
      want: ['3:3: description begins with `paper-2.0`, but the id is "paper-1.0": begin with `paper-1.0`.'],
    },
  ],
  [
    'a path of the dialect that leads nowhere',
    {
      from: '"../model.schema.json"',
      to: '"../../model.schema.json"',
      want: ['2:3: $schema must look like "../model.schema.json", not "../../model.schema.json"'],
    },
  ],
  [
    'a field that is missing, but named in three places',
    {
      from: '    "prompt": { "type": "string", "minLength": 1, "maxLength": 2000, "description": "What to draw." },\n',
      to: '',
      want: ['13:16: "prompt" is not a field of the request: correct the name or add the property.'],
    },
  ],
  [
    'a length without a type',
    {
      from: '"prompt": { "type": "string", ',
      to: '"prompt": { ',
      want: ['15:33: properties.prompt.maxLength is for "type": "string": write that next to it'],
    },
  ],
  [
    'a field that says itself that it is required',
    {
      from: '"maxLength": 2000',
      to: '"required": true',
      want: ['15:51: properties.prompt.required must be an array, not true, such as ["prompt"]'],
    },
  ],
  [
    'a field that is required twice',
    {
      from: '"required": ["prompt"]',
      to: '"required": ["prompt", "prompt"]',
      want: ['13:3: required must not have the same entry twice: entries 1 and 0 are equal'],
    },
  ],
  [
    'a length that no text has',
    {
      from: '"minLength": 1, "maxLength": 2000',
      to: '"minLength": 9, "maxLength": 2',
      want: ['15:35: properties.prompt.minLength is 9, above maxLength, which is 2'],
    },
  ],
  [
    'a number that cannot be',
    {
      base: 'Collage10',
      from: '"minimum": 1, "maximum": 3',
      to: '"minimum": 4, "maximum": 3',
      want: ['21:31: properties.n.minimum is 4, above maximum, which is 3'],
    },
  ],
  [
    'a value that stands twice in an enum',
    {
      from: '["1K", "2K"]',
      to: '["1K", "2K", "2K"]',
      want: [
        '17:39: properties.resolution.enum must not have the same entry twice: entries 1 and 2 are equal',
      ],
    },
  ],
  [
    'an enum in one text',
    {
      from: '["1K", "2K"]',
      to: '"1K, 2K"',
      want: ['17:39: properties.resolution.enum must be an array, not "1K, 2K": write ["1K", "2K"]'],
    },
  ],
  [
    'an enum with a text among numbers',
    {
      base: 'Collage10',
      from: '[4, 8, 16]',
      to: '[4, "8", 16]',
      want: ['20:47: properties.steps.enum[1] must be an integer, not "8": write 8 without quotes'],
    },
  ],
  [
    'an enum of texts for a number',
    {
      base: 'Collage10',
      from: '[4, 8, 16]',
      to: '["4", "8", "16"]',
      want: ['20:44: properties.steps.enum[0] must be an integer, not "4": write 4 without quotes'],
    },
  ],
  [
    'an enum of numbers for a text',
    {
      base: 'Reel10',
      from: '["480p"]',
      to: '[480]',
      want: ['17:48: properties.resolution.enum[0] must be a string, not 480: write "480"'],
    },
  ],
  [
    'a reference from another folder',
    {
      from: '{ "type": "string", "default": "1:1", "description": "Aspect ratio." }',
      to: '{ "$ref": "common/QxSize.json" }',
      want: [
        '16:15: "common/QxSize.json" leads to no file of schemas/common: did you mean "../common/QxSize.json"?',
      ],
    },
  ],
  [
    'a reference inside the file',
    {
      from: '{ "type": "string", "default": "1:1", "description": "Aspect ratio." }',
      to: '{ "$ref": "#/$defs/size" }',
      want: [
        '16:15: "#/$defs/size" leads to no file of schemas/common: a reference is written like "../common/CacheControl.json"',
      ],
    },
  ],
  [
    'a reference to a model',
    {
      from: '{ "type": "string", "default": "1:1", "description": "Aspect ratio." }',
      to: '{ "$ref": "../models/Vxq3.json" }',
      want: [
        '16:15: "../models/Vxq3.json" leads to no file of schemas/common: a reference is written like "../common/CacheControl.json"',
      ],
    },
  ],
  [
    'a default beside a reference',
    {
      from: '{ "type": "string", "default": "1:1", "description": "Aspect ratio." }',
      to: '{ "$ref": "../common/QxSize.json", "default": "1:1" }',
      want: [
        '16:48: "default" has no effect next to "$ref": write the whole schema here, or change the file that is referenced',
      ],
    },
  ],
  [
    'a family that is a schema',
    {
      from: '"required": ["prompt"],',
      to: '"x-family": "../common/QxSize.json", "required": ["prompt"],',
      want: [
        '13:3: "../common/QxSize.json" leads to no family file of schemas/common: a reference is written like "../common/qx-family.json"',
      ],
    },
  ],
  [
    'a model name that is a number',
    {
      from: '"properties": {',
      to: '"properties": {\n    "model": { "type": "integer", "description": "Model." },',
      want: ['15:16: properties.model.type must be "string", not "integer": it can be omitted.'],
    },
  ],
];
