import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../scripts/contract/contract.ts';
import { isObject, toObject } from '../../../scripts/contract/json.ts';
import {
  readModels,
  readSchemaFiles,
  type SchemaFiles,
  toModels,
} from '../../../scripts/contract/models/read-models.ts';
import { ROOT } from '../lint/broken-contract.ts';

const SHORT: JsonObject = {
  $schema: '../model.schema.json',
  description: 'A model that draws rafts.',
  'x-provenance': { spec: '4.4' },
  'x-model': {
    id: 'raft-1',
    owned_by: 'harbour',
    created: 1780272000,
    capability_tags: ['Text to Image'],
    operation: 'image_generation',
    schema_version: '2026-11-01',
    provenance: { created: { choice: 'A made-up date of a made-up model.' } },
  },
  required: ['prompt'],
  properties: {
    prompt: { type: 'string', description: 'What to draw.' },
    options: { type: 'object', properties: { max: { type: 'integer', 'x-provenance': { spec: '8' } } } },
  },
  'x-sizes': { table: { '1K': { '1:1': '1024x1024' } } },
  'x-prices': { unit: 'image', rates: [{ rate: '0.02' }, { rate: '0.03', provenance: { spec: '8' } }] },
  'x-validations': [{ id: 'short', rule: 'size(self.prompt) < 9', message: 'too long', path: '/prompt' }],
  'x-examples': {
    valid: [{ name: 'a raft', request: { prompt: 'A raft' } }],
    invalid: [{ name: 'a long one', breaks: 'short', request: { prompt: 'A long raft' } }],
  },
};

async function readShort(change: JsonObject = {}) {
  const files = await readSchemaFiles(ROOT);
  const source = { ...SHORT, ...change };
  const raft = { file: 'schemas/models/Raft1.json', text: JSON.stringify(source), source };
  const [model] = toModels({ ...files, models: [raft] } satisfies SchemaFiles);
  if (!model) throw new Error('there is one file');
  return model;
}

test('title, type, model and the fields of the operation are filled in', async () => {
  const { title, requestSchema } = await readShort();
  expect(title).toBe('Raft1');
  expect(requestSchema).toMatchObject({
    title: 'Raft1',
    type: 'object',
    required: ['model', 'prompt'],
    additionalProperties: true,
  });
  const properties = toObject(requestSchema.properties);
  expect(Object.keys(properties)).toEqual([
    'model',
    'prompt',
    'options',
    'webhook',
    'language',
    'nsfw_check',
  ]);
  expect(properties.model).toEqual({ type: 'string', enum: ['raft-1'], description: 'Model id.' });
  expect(requestSchema).not.toHaveProperty('$schema');
});

test('identity, sizes and output follow from the operation', async () => {
  const { vocabulary, spellings } = await readShort();
  expect(spellings).toEqual(['raft-1']);
  expect(Object.entries(toObject(vocabulary['x-model'])).slice(0, -1)).toEqual([
    ['id', 'raft-1'],
    ['spellings', ['raft-1']],
    ['owned_by', 'harbour'],
    ['created', 1780272000],
    ['category', 'image'],
    ['capability_tags', ['Text to Image']],
    ['operation', 'image_generation'],
    ['method', 'POST'],
    ['endpoint', '/v1/images/generations'],
    ['endpoints', ['/v1/images/generations']],
    ['supported_endpoint_types', ['image-generation']],
    ['schema_version', '2026-11-01'],
  ]);
  expect(vocabulary['x-sizes']).toMatchObject({
    fields: { size: 'size', tier: 'resolution' },
    forms: ['ratio'],
  });
  expect(vocabulary['x-output']).toEqual({ kind: 'image' });
});

test.each([
  ['video_generation', 'video', '/v1/videos/generations', ['video-generation'], 'aspect_ratio'],
  ['chat_completion', 'chat', '/v1/chat/completions', ['openai', 'openai-response'], undefined],
])(
  'a model of %s gets the members of its operation',
  async (operation, category, endpoint, types, sizeField) => {
    const { vocabulary, requestSchema } = await readShort({
      'x-model': { ...toObject(SHORT['x-model']), operation },
    });
    expect(vocabulary['x-model']).toMatchObject({ category, endpoint, supported_endpoint_types: types });
    expect(toObject(toObject(vocabulary['x-sizes']).fields).size).toBe(sizeField);
    const names = Object.keys(toObject(requestSchema.properties));
    const chat = ['model', 'messages', 'prompt', 'options'];
    const video = ['model', 'prompt', 'options', 'webhook', 'language', 'nsfw_check'];
    expect(names).toEqual(operation === 'chat_completion' ? chat : video);
  },
);

test('what the file declares itself takes precedence', async () => {
  const { title, requestSchema, vocabulary } = await readShort({
    title: 'Other',
    properties: { model: { description: 'Which raft.' }, webhook: false, prompt: { type: 'string' } },
    'x-model': {
      ...toObject(SHORT['x-model']),
      spellings: ['raft-1', 'raft/1'],
      endpoints: ['/v1/images/generations', '/v1/rafts'],
    },
    'x-sizes': { ...toObject(SHORT['x-sizes']), fields: { size: 'ratio', tier: 'tier' } },
  });
  expect(title).toBe('Other');
  expect(toObject(requestSchema.properties)).toMatchObject({
    model: { type: 'string', enum: ['raft-1', 'raft/1'], description: 'Which raft.' },
    webhook: false,
  });
  expect(vocabulary['x-model']).toMatchObject({ endpoints: ['/v1/images/generations', '/v1/rafts'] });
  expect(vocabulary['x-sizes']).toMatchObject({ fields: { size: 'ratio', tier: 'tier' } });
});

test('a statement has its own provenance, else that of the nearest enclosing object', async () => {
  const { source } = await readShort();
  const at = (...steps: readonly string[]) =>
    steps.reduce<Json | undefined>((value, step) => {
      if (Array.isArray(value)) return value[Number(step)];
      return isObject(value) ? value[step] : undefined;
    }, source);
  expect(at('properties', 'prompt', 'x-provenance')).toEqual({ spec: '4.4' });
  expect(at('properties', 'options', 'properties', 'max', 'x-provenance')).toEqual({ spec: '8' });
  expect(at('x-prices', 'rates', '0', 'provenance')).toEqual({ spec: '4.4' });
  expect(at('x-prices', 'rates', '1', 'provenance')).toEqual({ spec: '8' });
  expect(at('x-validations', '0', 'provenance')).toEqual({ spec: '4.4' });
  expect(at('x-model', 'provenance')).toMatchObject({
    id: { spec: '4.4' },
    created: { choice: 'A made-up date of a made-up model.' },
    operation: { spec: '2.2' },
    category: { spec: '2.1' },
    method: { spec: '4.4' },
    supported_endpoint_types: { choice: 'The specification does not name the endpoint dialects.' },
  });
});

test('an example that breaks a rule has the path of the rule', async () => {
  const { vocabulary } = await readShort();
  expect(toObject(vocabulary['x-examples']).invalid).toEqual([
    { name: 'a long one', breaks: 'short', path: '/prompt', request: { prompt: 'A long raft' } },
  ]);
});

test('every statement of the real models has a provenance', async () => {
  const models = await readModels(ROOT);
  for (const { id, source } of models) {
    const { provenance, ...members } = toObject(source['x-model']);
    expect([id, Object.keys(members).sort()]).toEqual([id, Object.keys(toObject(provenance)).sort()]);
  }
  const pro = models.find(({ id }) => id === 'sx-5-0-pro')?.source;
  expect(toObject(toObject(pro?.properties).background)['x-provenance']).toEqual({ spec: '4.4.3' });
  expect(toObject(toObject(pro?.['x-prices']).reference_surcharge).provenance).toEqual({
    choice:
      'Reference amount; section 8 makes the first one free and sets a fixed price for each further one.',
  });
});

test('references without their own pattern get that of their sources', async () => {
  const entry = async (sources: readonly string[], items: JsonObject) => {
    const field = { type: 'array', description: 'References.', items };
    const limits = { sources, formats: ['png'], max_bytes: 1024 };
    const properties = { ...toObject(SHORT.properties), image_urls: field };
    const { source } = await readShort({ properties, 'x-media': { image_urls: limits } });
    return toObject(toObject(toObject(source.properties).image_urls).items);
  };
  expect(await entry(['http', 'https'], { type: 'string' })).toMatchObject({
    pattern: '^[hH][tT][tT][pP][sS]?://',
    'x-message': 'must be an http(s) URL, such as https://images.example.com/boat.png',
  });
  expect(await entry(['https', 'data'], { type: 'string' })).toMatchObject({
    pattern: '^([hH][tT][tT][pP][sS]://|[dD][aA][tT][aA]:[iI][mM][aA][gG][eE]/)',
    'x-message':
      'must be an https URL or an image data URI, such as https://images.example.com/boat.png or data:image/png;base64,<data>',
  });
  expect(await entry(['https'], { type: 'string', pattern: '^https://cdn[.]example[.]com/' })).toMatchObject({
    pattern: '^https://cdn[.]example[.]com/',
  });
});

test('a forbidden field without its own example gets one', async () => {
  const { vocabulary } = await readShort({
    properties: { ...toObject(SHORT.properties), seed: false, style: false },
    'x-forbidden': { seed: { message: 'no seed' }, style: { message: 'no style' } },
    'x-examples': {
      valid: [{ name: 'a raft', request: { prompt: 'A raft' } }],
      invalid: [
        { name: 'seeded', breaks: 'forbidden', path: '/seed', request: { prompt: 'A raft', seed: 1 } },
      ],
    },
  });
  expect(toObject(vocabulary['x-examples']).invalid).toEqual([
    { name: 'seeded', breaks: 'forbidden', path: '/seed', request: { prompt: 'A raft', seed: 1 } },
    { name: 'sends style', breaks: 'forbidden', path: '/style', request: { prompt: 'A raft', style: true } },
  ]);
});
