import { expect, test } from 'vitest';
import document31 from '../../../generated/openapi.json' with { type: 'json' };
import document32 from '../../../generated/openapi-3.2.json' with { type: 'json' };
import type { Json } from '../../../scripts/contract/contract.ts';
import { isObject } from '../../../scripts/contract/json.ts';
import { toOpenApi32 } from '../../../scripts/emit/documents/openapi32.ts';

const streams = ['/v1/chat/completions', '/v1/responses'] as const;

/** The pointers at which two JSON values differ, including those of values that only one of them has. */
function differences(left: Json | undefined, right: Json | undefined, pointer = ''): readonly string[] {
  if (JSON.stringify(left) === JSON.stringify(right)) return [];
  if (!isObject(left) || !isObject(right)) return [pointer];
  const names = [...new Set([...Object.keys(left), ...Object.keys(right)])];
  return names.flatMap((name) =>
    differences(left[name], right[name], `${pointer}/${name.replaceAll('/', '~1')}`),
  );
}

test('the 3.2 document differs from the 3.1 document only in its version and its streams', () => {
  expect(document32.openapi).toBe('3.2.0');
  const stream = (path: string) =>
    `/paths/${path.replaceAll('/', '~1')}/post/responses/200/content/text~1event-stream`;
  // JSON modules have closed types; here they are any JSON.
  expect(differences(document31 as unknown as Json, document32 as unknown as Json).toSorted()).toEqual(
    [
      '/openapi',
      ...streams.flatMap((path) => [`${stream(path)}/schema`, `${stream(path)}/itemSchema`]),
    ].toSorted(),
  );
});

const component = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (contentSchema: object) => ({ contentMediaType: 'application/json', contentSchema });
const chunk = { anyOf: [component('ChatCompletionChunk'), component('ErrorEnvelope')] };

test.each([
  ['/v1/chat/completions', { type: 'string', anyOf: [{ const: '[DONE]' }, json(chunk)] }],
  ['/v1/responses', { type: 'string', ...json(component('ResponseStreamEvent')) }],
] as const)('in 3.2 the data of an event of %s is JSON of its type, or the end of a chat', (path, data) => {
  const media = document32.paths[path].post.responses['200'].content['text/event-stream'];
  expect(media).not.toHaveProperty('schema');
  const { itemSchema } = media;
  expect(itemSchema).toMatchObject({
    type: 'object',
    required: ['data'],
    properties: { event: { type: 'string' } },
  });
  expect(itemSchema.properties.data).toEqual(data);
});

test('in 3.2 the types of events are components', () => {
  for (const name of ['ChatCompletionChunk', 'ResponseStreamEvent'])
    expect(document32.components.schemas).toHaveProperty(name);
});

test('a stream that does not name the type of its events is refused', () => {
  const content = { 'text/event-stream': { schema: { type: 'string' } } };
  expect(() => toOpenApi32({ openapi: '3.1.0', components: { responses: { A: { content } } } })).toThrow(
    'A text/event-stream does not refer to the type of its events.',
  );
});
