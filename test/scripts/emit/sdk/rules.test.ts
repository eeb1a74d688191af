import { expect, test } from 'vitest';
import { toSdkProfile } from '../../../../scripts/emit/sdk/profile.ts';
import { toPlainSchema } from '../../../../scripts/emit/sdk/schemas.ts';
import { fixtureDocument } from '../fixture-document.ts';

const models = [{ spellings: ['sx-5-0-pro', 'sx-5.0-pro'] }, { spellings: ['qx-image-3.0'] }];
const schemasOf = (document: object) =>
  (document as { components: { schemas: Record<string, object> } }).components.schemas;

test('closes the union over unknown models and keeps its discriminator', () => {
  const schemas = schemasOf(toSdkProfile(fixtureDocument, models));
  expect(schemas.ImageGenerationRequest).toEqual({
    title: 'ImageGenerationRequest',
    oneOf: [{ $ref: '#/components/schemas/Sx50Pro' }, { $ref: '#/components/schemas/QxImage30' }],
    discriminator: {
      propertyName: 'model',
      mapping: { 'sx-5-0-pro': '#/components/schemas/Sx50Pro' },
    },
  });
  expect(Object.keys(schemas)).toEqual(['ImageGenerationRequest', 'QxImage30', 'Sx50Pro', 'TaskSubmission']);
});

test('drops conditions and forbidden fields of a family', () => {
  expect(schemasOf(toSdkProfile(fixtureDocument, models)).Sx50Pro).toEqual({
    title: 'Sx50Pro',
    type: 'object',
    required: ['model'],
    properties: {
      model: { type: 'string', enum: ['sx-5-0-pro'] },
      prompt: { type: 'string', examples: ['a boat', 'a kite'] },
      layer_decomposition: { type: 'boolean', description: 'Default: `false`.' },
      image_urls: { type: 'array', maxItems: 10, items: { type: 'string' }, 'x-nullable': true },
      n: { type: 'integer', format: 'int64' },
    },
  });
});

test('describes the events of a stream after the JSON answer', () => {
  const { paths } = toSdkProfile(fixtureDocument, models);
  const at = ['/v1/chat/completions', 'post', 'responses', '200', 'content'];
  expect(paths).toHaveProperty(at, {
    'application/json': { schema: { $ref: '#/components/schemas/TaskSubmission' } },
    'text/event-stream': { schema: { type: 'string' } },
  });
});

const rewrites: readonly (readonly [string, { readonly given: object; readonly want: object }])[] = [
  [
    'a list of numbers into a range and words',
    {
      given: { type: 'integer', description: 'Seconds.', enum: [4, 8, 6], default: 6 },
      want: {
        type: 'integer',
        minimum: 4,
        maximum: 8,
        description: 'Seconds. Default: `6`. One of 4, 8, 6.',
      },
    },
  ],
  [
    'a default into words',
    {
      given: { type: 'object', description: 'Options.', default: { mode: 'standard' } },
      want: { type: 'object', description: 'Options. Default: `{"mode":"standard"}`.' },
    },
  ],
  [
    'a text constant into a list of one',
    { given: { const: 'list' }, want: { type: 'string', enum: ['list'] } },
  ],
  ['another constant into its type', { given: { type: 'boolean', const: true }, want: { type: 'boolean' } }],
  [
    'an exclusive limit into an inclusive one',
    {
      given: { type: 'number', exclusiveMinimum: 0, maximum: 1 },
      want: { type: 'number', minimum: 0, maximum: 1, format: 'double' },
    },
  ],
  [
    'an integer without a limit into 64 bits',
    { given: { type: 'integer' }, want: { type: 'integer', format: 'int64' } },
  ],
  [
    'an integer that fits into 32 bits into itself',
    {
      given: { type: 'integer', minimum: 0, maximum: 100 },
      want: { type: 'integer', minimum: 0, maximum: 100 },
    },
  ],
  [
    'an integer one above 32 bits into 64 bits',
    {
      given: { type: 'integer', maximum: 2147483648 },
      want: { type: 'integer', maximum: 2147483648, format: 'int64' },
    },
  ],
  [
    'two spellings of a value into the first',
    { given: { type: 'string', enum: ['1K', '2K', '1k'] }, want: { type: 'string', enum: ['1K', '2K'] } },
  ],
];

test.each(rewrites)('makes %s', (_name, { given, want }) => {
  expect(toPlainSchema(given as never, new Map())).toEqual(want);
});

test('gives the reason of a deprecation, which generators ask for', () => {
  expect(toPlainSchema({ type: 'string', deprecated: true }, new Map())).toEqual({
    type: 'string',
    deprecated: true,
    'x-deprecated-reason': 'still accepted, but no longer recommended.',
  });
});
