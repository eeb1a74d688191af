import SwaggerParser from '@apidevtools/swagger-parser';
import { expect, test } from 'vitest';
import profile from '../../../generated/openapi.sdk.json' with { type: 'json' };
import profile30 from '../../../generated/openapi.sdk-3.0.json' with { type: 'json' };
import { toOpenApi30 } from '../../../scripts/emit/openapi30.ts';
import { toSdkProfile } from '../../../scripts/emit/sdk-profile.ts';
import { fixtureDocument } from './fixture-document.ts';

const models = [{ spellings: ['sx-5-0-pro', 'sx-5.0-pro'] }, { spellings: ['qx-image-3.0'] }];
const schemasOf = (document: object) =>
  (document as { components: { schemas: Record<string, object> } }).components.schemas;

test.each([
  ['3.1', profile],
  ['3.0', profile30],
])('is a valid document in %s', async (_version, document) => {
  // The parser changes what it validates and has its own document types.
  await expect(SwaggerParser.validate(structuredClone(document) as never)).resolves.toBeDefined();
});

test.each([
  ['3.1', profile],
  ['3.0', profile30],
])('holds nothing that generators stumble over in %s', (_version, document) => {
  const text = JSON.stringify(schemasOf(document));
  for (const keyword of ['"if":', '"then":', '"else":', '"not":', '"discriminator":'])
    expect(text).not.toContain(keyword);
  expect(text).not.toMatch(/"properties":\{[^{}]*:false/);
});

test('names each model by its first spelling only', () => {
  expect(schemasOf(profile).Sx50Lite).toMatchObject({ properties: { model: { enum: ['sx-5-0-lite'] } } });
  expect(schemasOf(profile).Sx50Pro).toMatchObject({ properties: { model: { enum: ['sx-5-0-pro'] } } });
});

test('closes the union over unknown models', () => {
  const schemas = schemasOf(toSdkProfile(fixtureDocument, models));
  expect(schemas.ImageGenerationRequest).toEqual({
    title: 'ImageGenerationRequest',
    oneOf: [{ $ref: '#/components/schemas/Sx50Pro' }, { $ref: '#/components/schemas/QxImage30' }],
  });
  expect(Object.keys(schemas)).toEqual(['ImageGenerationRequest', 'Sx50Pro', 'QxImage30', 'TaskSubmission']);
});

test('drops conditions and forbidden fields of a family', () => {
  expect(schemasOf(toSdkProfile(fixtureDocument, models)).Sx50Pro).toEqual({
    title: 'Sx50Pro',
    type: 'object',
    required: ['model'],
    properties: {
      model: { type: 'string', enum: ['sx-5-0-pro'] },
      prompt: { type: 'string', examples: ['a boat', 'a kite'] },
      layer_decomposition: { type: 'boolean', default: false },
      image_urls: { type: 'array', maxItems: 10, items: { type: 'string' } },
      n: { type: 'integer', const: 1 },
    },
    additionalProperties: true,
  });
});

test('keeps webhooks in 3.1 and leaves them out in 3.0', () => {
  const newer = toSdkProfile(fixtureDocument, models);
  expect(newer).toHaveProperty('webhooks');
  const older = toOpenApi30(newer);
  expect(older).not.toHaveProperty('webhooks');
  expect(older).not.toHaveProperty('jsonSchemaDialect');
  expect(older.info).toEqual({
    title: 'Fixture',
    version: '1.0.0',
    license: { name: 'MIT', url: 'https://spdx.org/licenses/MIT.html' },
  });
});

const downgrades: readonly [string, { given: object; want: object }][] = [
  ['const', { given: { type: 'integer', const: 1 }, want: { type: 'integer', enum: [1] } }],
  ['null beside a type', { given: { type: ['string', 'null'] }, want: { type: 'string', nullable: true } }],
  [
    'two types',
    { given: { type: ['string', 'object'] }, want: { anyOf: [{ type: 'string' }, { type: 'object' }] } },
  ],
  ['examples', { given: { type: 'string', examples: ['a', 'b'] }, want: { type: 'string', example: 'a' } }],
  [
    'exclusive limit',
    {
      given: { type: 'number', exclusiveMinimum: 0 },
      want: { type: 'number', minimum: 0, exclusiveMinimum: true },
    },
  ],
  ['array without items', { given: { type: 'array' }, want: { type: 'array', items: {} } }],
  [
    'tuple',
    {
      given: { type: 'array', prefixItems: [{ type: 'integer' }, { type: 'integer' }], minItems: 2 },
      want: { type: 'array', items: { type: 'integer' }, minItems: 2, maxItems: 2 },
    },
  ],
  [
    'note beside a reference',
    { given: { $ref: '#/components/schemas/A', description: 'x' }, want: { $ref: '#/components/schemas/A' } },
  ],
  [
    'limit beside a reference',
    {
      given: { $ref: '#/components/schemas/A', minItems: 1 },
      want: { minItems: 1, allOf: [{ $ref: '#/components/schemas/A' }] },
    },
  ],
  [
    'base64 text',
    { given: { type: 'string', contentEncoding: 'base64' }, want: { type: 'string', format: 'byte' } },
  ],
];

test.each(downgrades)('says in 3.0: %s', (_name, { given, want }) => {
  const document = {
    openapi: '3.1.1',
    info: { title: '', version: '' },
    components: { schemas: { X: given, A: {} } },
  };
  expect(schemasOf(toOpenApi30(document as never)).X).toEqual(want);
});
