import { expect, test } from 'vitest';
import type { JsonObject } from '../../../scripts/contract/contract.ts';
import { mapSchemas } from '../../../scripts/emit/documents/schema-walk.ts';

const inJson = (schema: JsonObject): JsonObject => ({ content: { 'application/json': { schema } } });

test('rewrites schemas innermost first, those of a default response too, but not payloads and extensions', () => {
  const payload = { schema: { type: 'object', properties: { type: 'string' } } };
  const document = (object: string, string: string): JsonObject => ({
    paths: {
      '/v1/tasks': {
        get: {
          'x-provenance': payload,
          parameters: [{ name: 'default', in: 'query', schema: { type: string }, example: payload }],
          responses: {
            200: inJson({ type: object, properties: { default: { type: string } } }),
            default: inJson({ type: object, default: payload, items: { type: string, enum: [payload] } }),
          },
        },
      },
    },
    components: { schemas: { Task: { type: object } }, examples: { task: { value: payload } } },
  });
  expect(
    mapSchemas(document('object', 'string'), (schema) => ({ ...schema, type: `a ${String(schema.type)}` })),
  ).toEqual(document('a object', 'a string'));
});
