import SwaggerParser from '@apidevtools/swagger-parser';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import profile from '../../../../generated/openapi.sdk-3.0.json' with { type: 'json' };
import flat from '../../../../generated/openapi.sdk-flat-3.0.json' with { type: 'json' };
import { toFlatProfile } from '../../../../scripts/emit/sdk/flat.ts';
import { mergeProperty } from '../../../../scripts/emit/sdk/merge-property.ts';

const merge = (shapes: Record<string, object>, isInAll = true) =>
  mergeProperty(
    Object.entries(shapes).map(([id, shape]) => ({ id, property: { ...shape }, resolved: { ...shape } })),
    isInAll,
  );

test('the flat profile is a valid document', async () => {
  // The parser changes what it validates and has its own document types.
  await expect(SwaggerParser.validate(structuredClone(flat) as never)).resolves.toBeDefined();
});

test('the flat profile has the operations of the profile and no unions', () => {
  expect(Object.keys(flat.paths)).toEqual(Object.keys(profile.paths));
  expect(JSON.stringify(flat.components.schemas)).not.toMatch(/"(oneOf|anyOf|allOf|discriminator)":/);
});

test('an image request is one object with the fields of all models', () => {
  const { required, properties, ...rest } = flat.components.schemas.ImageGenerationRequest;
  expect(rest).toMatchObject({ type: 'object' });
  expect(required).toEqual(['model']);
  const models = ['qx-image-3.0', 'qx-image-3.0-pro', 'sx-5-0-lite', 'sx-5-0-pro'];
  expect(properties.model.enum).toEqual(expect.arrayContaining(models));
  expect(properties.resolution).toMatchObject({
    type: 'string',
    enum: expect.arrayContaining(['1K', '2K', '3K']),
  });
  expect(properties.layer_decomposition).toEqual({
    type: 'boolean',
    description:
      '`sx-5-0-pro`: Split one image into a base image and up to 16 transparent PNG layers. Default: `false`.',
  });
});

test('what every model requires is required, what one requires is not', () => {
  const component = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const text = { type: 'string' };
  const document = {
    components: {
      schemas: {
        One: {
          type: 'object',
          required: ['model', 'prompt', 'size'],
          properties: { model: text, prompt: text, size: text },
        },
        Two: {
          type: 'object',
          required: ['model', 'size'],
          properties: { model: text, prompt: text, size: text },
        },
        Both: {
          oneOf: [component('One'), component('Two')],
          discriminator: {
            propertyName: 'model',
            mapping: { one: component('One').$ref, two: component('Two').$ref },
          },
        },
      },
    },
  };
  expect(toFlatProfile(document)).toMatchObject({
    components: { schemas: { Both: { required: ['model', 'size'] } } },
  });
  expect(flat.components.schemas.ImageGenerationRequest.required).not.toContain('prompt');
});

test('a field that is a text or a list may be anything', () => {
  expect(flat.components.schemas.ChatMessage.properties.content).toEqual({
    description: 'Text, or a list of content parts.',
  });
});

test('whatever a model of the profile admits, the flat request admits', () => {
  const ajv = new Ajv({ strict: false, validateFormats: false });
  ajv.addSchema(flat, 'flat');
  const accepts = ajv.getSchema('flat#/components/schemas/ImageGenerationRequest');
  const bodies = [
    { model: 'qx-image-3.0', prompt: 'A kite', size: '16:9', n: 6, resolution: '1K' },
    { model: 'sx-5-0-lite', prompt: 'A kite', resolution: '3K', n: 15, watermark: true },
    { model: 'sx-5-0-pro', image_urls: ['https://example.com/a.png'], layer_decomposition: true },
  ];
  for (const body of bodies) expect(accepts?.(body), JSON.stringify(accepts?.errors)).toBe(true);
  expect(accepts?.({ prompt: 'A kite' })).toBe(false);
});

test('values of all models are offered, limits of one are not', () => {
  expect(
    merge({
      one: { type: 'string', enum: ['1K', '2K'], description: 'Tier.' },
      two: { type: 'string', enum: ['2k', '4K'], description: 'Tier.' },
    }),
  ).toEqual({ type: 'string', enum: ['1K', '2K', '4K'], description: 'Tier.' });
  expect(merge({ one: { type: 'integer', maximum: 6 }, two: { type: 'integer', format: 'int64' } })).toEqual({
    type: 'integer',
    format: 'int64',
  });
  expect(merge({ one: { type: 'string', enum: ['a'] }, two: { type: 'string' } })).toEqual({
    type: 'string',
  });
});

test('two types become any type', () => {
  expect(merge({ one: { type: 'string' }, two: { type: 'integer' } })).toEqual({});
});

test('a description names the models where they differ or lack the field', () => {
  expect(
    merge({ one: { type: 'string', description: 'A.' }, two: { type: 'string', description: 'B.' } }),
  ).toMatchObject({ description: '`one`: A. `two`: B.' });
  expect(merge({ one: { type: 'boolean', description: 'A.' } }, false)).toEqual({
    type: 'boolean',
    description: '`one`: A.',
  });
});

test('a reference that all branches share stays', () => {
  const reference = { $ref: '#/components/schemas/Seed' };
  const document = {
    components: {
      schemas: {
        Seed: { type: 'integer' },
        One: { type: 'object', properties: { seed: reference } },
        Two: { type: 'object', properties: { seed: reference } },
        Both: {
          oneOf: [{ $ref: '#/components/schemas/One' }, { $ref: '#/components/schemas/Two' }],
          discriminator: {
            propertyName: 'model',
            mapping: { one: '#/components/schemas/One', two: '#/components/schemas/Two' },
          },
        },
      },
    },
  };
  expect(toFlatProfile(document)).toMatchObject({
    components: { schemas: { Both: { type: 'object', properties: { seed: reference } } } },
  });
});
