import type { JsonObject } from '../../../scripts/contract/contract.ts';
import type { ContractVersion, ModelVersion } from '../../../scripts/history/contract-version.ts';

const boat: ModelVersion = {
  schema_version: '2026-11-01',
  schema: {
    $id: 'https://gatewright.dev/schemas/models/boat-1/2026-11-01.json',
    title: 'Boat1',
    description: '`boat-1`: draws boats.',
    type: 'object',
    required: ['model', 'prompt'],
    properties: {
      model: { type: 'string', enum: ['boat-1'] },
      prompt: { type: 'string', maxLength: 500, description: 'What to draw.' },
      n: { type: ['integer', 'null'], minimum: 1, maximum: 4, default: 1 },
      tier: { type: ['string', 'null'], enum: ['1K', '2K', null], default: '1K' },
      image_urls: { type: 'array', maxItems: 3, items: { type: 'string', pattern: '^https:' } },
      options: { anyOf: [{ type: 'object', properties: { sails: { type: 'integer' } } }, { type: 'null' }] },
      stream: false,
    },
    'x-sizes': { table: { '1K': { '1:1': '1024x1024' } } },
    'x-media': { image_urls: { formats: ['png', 'jpeg'], max_bytes: 1_048_576, cases: [] } },
    'x-validations': [{ id: 'few', rule: 'self.n < 3', message: 'n is small with `2K`' }],
  },
  identity: { owned_by: 'harbour', capability_tags: ['Text to Image'] },
  prices: {
    unit: 'image',
    rates: [
      { tier: '1K', rate: '0.03' },
      { tier: '2K', rate: '0.06' },
    ],
  },
  output: { images: { count: 'self.n', max: 4 }, estimated_seconds: { by_tier: { '1K': 8 } } },
};

/** A released contract with one model. */
export const first: ContractVersion = {
  version: '0.1.0',
  date: '2026-12-01',
  models: { 'boat-1': boat },
  errors: { too_large: { status: 413, type: 'invalid_request_error' } },
  document: {
    paths: {
      '/v1/tasks/{id}': {
        get: {
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
          responses: {
            '200': { content: { 'application/json': { schema: { $ref: '#/components/schemas/Task' } } } },
          },
        },
      },
    },
    components: {
      schemas: { Task: { type: 'object', required: ['id'], properties: { id: { type: 'string' } } } },
    },
  },
};

/** The same contract in a later version, with another text in its place; throws when the text is not in it. */
export function replaced(from: string, to: string, version: ContractVersion = first): ContractVersion {
  const text = JSON.stringify(version);
  if (!text.includes(from)) throw new Error(`The contract has no ${from}`);
  return { ...JSON.parse(text.replace(from, to)), version: '0.2.0', date: '2027-01-01' };
}

/** With other models. */
export function withModels(models: Readonly<Record<string, ModelVersion>>): ContractVersion {
  return { ...first, models, version: '0.2.0', date: '2027-01-01' };
}

/** The model with other members in its schema. */
export function boatWith(schema: JsonObject, others: Partial<ModelVersion> = {}): ModelVersion {
  return { ...boat, ...others, schema: { ...boat.schema, ...schema } };
}
