import type { JsonObject } from '../../../scripts/contract/contract.ts';

const error = { description: 'Refused.', content: { 'application/json': { schema: { type: 'object' } } } };

/** A bundled document of four operations with everything that the emitters treat specially. */
export const fixtureDocument: JsonObject = {
  openapi: '3.1.0',
  jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
  info: {
    title: 'Fixture',
    version: '1.0.0',
    summary: 'Small.',
    license: { name: 'MIT', identifier: 'MIT' },
  },
  paths: {
    '/v1/images/generations': {
      post: {
        operationId: 'createImage',
        summary: 'Submit an image task',
        'x-provenance': { spec: '4.4' },
        parameters: [{ name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } }],
        requestBody: {
          required: true,
          content: {
            'application/json': { schema: { $ref: '#/components/schemas/ImageGenerationRequest' } },
          },
        },
        responses: {
          '200': {
            description: 'Submitted.',
            headers: { 'Idempotency-Replayed': { schema: { type: 'boolean' } } },
            content: { 'application/json': { schema: { $ref: '#/components/schemas/TaskSubmission' } } },
          },
          '400': { $ref: '#/components/responses/BadRequest' },
        },
      },
    },
    '/v1/chat/completions': {
      post: {
        operationId: 'createChatCompletion',
        summary: 'Chat',
        requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
        responses: {
          '200': {
            description: 'Answered.',
            content: {
              'text/event-stream': { schema: { type: 'string' } },
              'application/json': { schema: { $ref: '#/components/schemas/TaskSubmission' } },
            },
          },
        },
      },
    },
    '/v1/tasks/{task_id}': {
      get: {
        operationId: 'getTask',
        summary: 'Task status',
        parameters: [
          { name: 'task_id', in: 'path', required: true, schema: { type: 'string' } },
          { name: 'language', in: 'query', schema: { type: 'string' } },
        ],
        responses: { '200': error, '404': { $ref: '#/components/responses/BadRequest' } },
      },
    },
  },
  webhooks: { taskFinished: { post: { responses: { '200': { description: 'Taken.' } } } } },
  components: {
    responses: { BadRequest: error },
    schemas: {
      ImageGenerationRequest: {
        title: 'ImageGenerationRequest',
        oneOf: [
          { $ref: '#/components/schemas/KnownImageRequest' },
          { $ref: '#/components/schemas/GenericImageRequest' },
        ],
      },
      KnownImageRequest: {
        title: 'KnownImageRequest',
        oneOf: [{ $ref: '#/components/schemas/Sx50Pro' }, { $ref: '#/components/schemas/QxImage30' }],
        discriminator: { propertyName: 'model', mapping: { 'sx-5-0-pro': '#/components/schemas/Sx50Pro' } },
      },
      GenericImageRequest: {
        type: 'object',
        required: ['model'],
        properties: {
          model: { type: 'string', not: { enum: ['sx-5-0-pro', 'sx-5.0-pro', 'qx-image-3.0'] } },
        },
      },
      Sx50Pro: {
        title: 'Sx50Pro',
        type: 'object',
        required: ['model'],
        anyOf: [{ required: ['prompt'] }, { required: ['layer_decomposition'] }],
        if: { required: ['layer_decomposition'] },
        // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
        then: { required: ['image_urls'] },
        properties: {
          model: { type: 'string', enum: ['sx-5-0-pro', 'sx-5.0-pro'] },
          prompt: { type: 'string', examples: ['a boat', 'a kite'] },
          layer_decomposition: { type: 'boolean', default: false },
          image_urls: { type: 'array', maxItems: 10, items: { type: 'string' } },
          stream: false,
          n: { type: 'integer', const: 1 },
        },
        additionalProperties: true,
      },
      QxImage30: {
        title: 'QxImage30',
        type: 'object',
        required: ['model', 'prompt'],
        properties: {
          model: { type: 'string', enum: ['qx-image-3.0'] },
          prompt: { type: 'string' },
        },
        additionalProperties: true,
      },
      TaskSubmission: { type: 'object', required: ['code'], properties: { code: { type: 'integer' } } },
    },
  },
};
