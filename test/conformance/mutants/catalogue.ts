import {
  isObject,
  type Json,
  type JsonObject,
  toList,
  toObject,
} from '../../../src/conformance/suite/json.ts';
import { defineMutants, type Tampering } from './tampering.ts';
import {
  changingAnswer,
  changingResponse,
  joined,
  refusal,
  to,
  toModels,
  usingKey,
  without,
} from './tampers.ts';

const toSchema = to('/v1/models/');
const toSchemaByQuery = to('/v1/model-schema');

/** Replaces every entry of the list; undefined leaves it out. */
function entries(
  change: (entry: JsonObject) => JsonObject | undefined,
  when = (_url: string) => true,
): Tampering {
  return changingAnswer(toModels, (body, { url }) =>
    when(url)
      ? {
          ...body,
          data: toList(body.data).flatMap((entry) => change(toObject(entry)) ?? []) as readonly Json[],
        }
      : body,
  );
}

/** Replaces the parameters of every entry, in the list and in the single-model response. */
export function parameters(change: (block: JsonObject) => Json | undefined): Tampering {
  const changed = (entry: JsonObject): JsonObject =>
    isObject(entry.parameters) ? { ...entry, parameters: change(entry.parameters) } : entry;
  const inList = entries(changed);
  const alone = changingAnswer(
    (request) => toSchema(request) || toSchemaByQuery(request),
    (body) => ({ ...body, data: changed(toObject(body.data)) }),
  );
  return joined(inList, alone);
}

/** Replaces a property of every input schema that has it. */
export function properties(name: string, change: (property: JsonObject) => JsonObject): Tampering {
  return parameters((block) => {
    const schema = toObject(block.input_schema);
    const all = toObject(schema.properties);
    return isObject(all[name])
      ? { ...block, input_schema: { ...schema, properties: { ...all, [name]: change(all[name]) } } }
      : block;
  });
}

const expanded = (url: string): boolean => url.includes('expand=');
const plain = (url: string): boolean => !expanded(url);

/** Faults of the catalogue and of parameter contracts: sections 2.1, 2.2, 4.1, 4.2, 9. */
export const catalogueMutants = defineMutants(
  ['catalogue', 'schemas', 'versioning'],
  [
    [
      'catalogue-no-success',
      'The model list has no success.',
      changingAnswer(toModels, (body) => without(body, 'success')),
    ],
    [
      'catalogue-object',
      'The object of the model list is models.',
      changingAnswer(toModels, (body) => ({ ...body, object: 'models' })),
    ],
    [
      'catalogue-entry-object',
      'The object of an entry is a list.',
      entries((entry) => ({ ...entry, object: 'list' })),
    ],
    [
      'catalogue-created-text',
      'The creation time is text.',
      entries((entry) => ({ ...entry, created: '2026-01-01' })),
    ],
    [
      'catalogue-created-ms',
      'The creation time is in milliseconds.',
      entries((entry) => ({ ...entry, created: Number(entry.created) * 1000 })),
    ],
    ['catalogue-no-owner', 'An entry has no owner.', entries((entry) => without(entry, 'owned_by'))],
    [
      'catalogue-created-grows',
      'The creation time of a model grows with every answer.',
      changingAnswer(toModels, (body, _request, memory) => {
        memory.answers = Number(memory.answers ?? 0) + 1;
        return {
          ...body,
          data: toList(body.data).map((entry) => ({
            ...toObject(entry),
            created: Number(toObject(entry).created) + Number(memory.answers),
          })),
        };
      }),
    ],
    [
      'catalogue-no-dialects',
      'An entry names no endpoint dialects.',
      entries((entry) => without(entry, 'supported_endpoint_types')),
    ],
    [
      'catalogue-base-category',
      'The list without expand has categories.',
      entries((entry) => ({ ...entry, category: 'image' }), plain),
    ],
    [
      'catalogue-no-category',
      'The expanded list has no categories.',
      entries((entry) => without(entry, 'category'), expanded),
    ],
    [
      'catalogue-no-tags',
      'The expanded list has no capability tags.',
      entries((entry) => without(entry, 'capability_tags'), expanded),
      'CHOICE',
    ],
    [
      'catalogue-wrong-tag',
      'Video models are tagged Text to Video.',
      entries(
        (entry) => (entry.category === 'video' ? { ...entry, capability_tags: ['Text to Video'] } : entry),
        expanded,
      ),
    ],
    [
      'catalogue-category-parameters',
      'expand=category brings parameters.',
      entries(
        (entry) => (entry.category === 'image' ? { ...entry, parameters: {} } : entry),
        (url) => url.includes('expand=category'),
      ),
    ],
    [
      'catalogue-no-parameters',
      'expand=parameters brings none.',
      entries((entry) => without(entry, 'parameters'), expanded),
    ],
    [
      'catalogue-chat-parameters',
      'A chat model has parameters.',
      entries(
        (entry) => (entry.category === 'chat' ? { ...entry, parameters: { operation: 'chat' } } : entry),
        (url) => url.includes('expand=parameters'),
      ),
    ],
    [
      'catalogue-parameters-only',
      'expand=parameters leaves out the category.',
      entries(
        (entry) => without(entry, 'category', 'capability_tags'),
        (url) => url.includes('expand=parameters'),
      ),
    ],
    [
      'catalogue-unknown-expand',
      'An unknown value of expand expands.',
      entries(
        (entry) => ({ ...entry, category: 'image' }),
        (url) => /expand=(?!category|parameters)/.test(url),
      ),
    ],
    [
      'catalogue-filter-alone',
      'The category filter works without expand.',
      entries(
        (entry) => (String(entry.id).includes('image') ? entry : undefined),
        (url) => plain(url) && url.includes('category=image'),
      ),
    ],
    [
      'catalogue-filter-ignored',
      'The category filter has no effect.',
      {
        request: (request) =>
          toModels(request)
            ? {
                ...request,
                url: request.url.replace(/[?&]category=\w+/, (found) =>
                  found.startsWith('?') ? '?x=1' : '',
                ),
              }
            : request,
      } satisfies Tampering,
    ],
    [
      'catalogue-missing-model',
      'A model of the key is not listed.',
      entries((entry) => (entry.id === 'sx-5-0-lite' ? undefined : entry)),
    ],
    [
      'catalogue-unknown-hidden',
      'Models without metadata are not listed.',
      entries((entry) => (String(entry.id).includes('house-style') ? undefined : entry)),
    ],
    [
      'catalogue-restricted-sees-all',
      'A restricted key sees every model.',
      usingKey(
        (request) => toModels(request) && request.headers.authorization === 'Bearer sk-mock-image-only',
        'sk-mock',
      ),
    ],
    [
      'catalogue-restricted-expanded',
      'A restricted key sees every model in the expanded list.',
      usingKey(
        (request) =>
          toModels(request) &&
          expanded(request.url) &&
          request.headers.authorization === 'Bearer sk-mock-image-only',
        'sk-mock',
      ),
    ],
    [
      'catalogue-unknown-category',
      'A model without metadata is of category image.',
      entries((entry) => (entry.category === 'unknown' ? { ...entry, category: 'image' } : entry), expanded),
    ],
    [
      'schema-operation',
      'The operation of a parameter block has another name.',
      parameters((block) => ({ ...block, operation: 'generation' })),
    ],
    [
      'schema-method',
      'The method of a parameter block is GET.',
      parameters((block) => ({ ...block, method: 'GET' })),
    ],
    [
      'schema-video-endpoint',
      'Video models are called at the image endpoint.',
      parameters((block) => ({ ...block, endpoint: '/v1/images/generations' })),
    ],
    [
      'schema-version',
      'The version of a parameter block is not a date.',
      parameters((block) => ({ ...block, schema_version: 'v3' })),
    ],
    [
      'schema-without-parameters',
      'The contract of a single model has no parameters.',
      changingAnswer(
        (request) => toSchema(request) || toSchemaByQuery(request),
        (body) => ({ ...body, data: without(toObject(body.data), 'parameters') }),
      ),
    ],
    ['schema-no-source', 'A parameter block has no source.', parameters((block) => without(block, 'source'))],
    [
      'schema-no-input',
      'A parameter block has no input_schema.',
      parameters((block) => without(block, 'input_schema')),
    ],
    [
      'schema-invalid',
      'The input schema is no valid JSON Schema.',
      parameters((block) => ({ ...block, input_schema: { ...toObject(block.input_schema), type: 'thing' } })),
    ],
    [
      'schema-closed',
      'The input schema allows no further fields.',
      parameters((block) => ({
        ...block,
        input_schema: { ...toObject(block.input_schema), additionalProperties: false },
      })),
      'CHOICE',
    ],
    [
      'schema-requires-nothing',
      'The input schema requires nothing.',
      parameters((block) => ({
        ...block,
        input_schema: without(toObject(block.input_schema), 'required', 'anyOf'),
      })),
    ],
    [
      'schema-pro-needs-prompt',
      'The input schema of sx-5-0-pro requires a prompt, for layers as well.',
      parameters((block) => {
        const schema = toObject(block.input_schema);
        const isOfPro = JSON.stringify(schema).includes('layer_decomposition');
        return isOfPro ? { ...block, input_schema: { ...schema, required: ['model', 'prompt'] } } : block;
      }),
    ],
    [
      'schema-any-tier',
      'The input schema of an image model lists a resolution that the model does not have.',
      properties('resolution', (property) =>
        toList(property.enum).includes('2K')
          ? { ...property, enum: [...toList(property.enum), '8K'] }
          : property,
      ),
    ],
    [
      'schema-format',
      'The input schema lists a format that no model makes.',
      properties('output_format', (property) => ({
        ...property,
        enum: [...toList(property.enum), 'webp'],
      })),
    ],
    [
      'schema-no-images',
      'The input schema allows no image at all.',
      properties('n', (property) => ({ ...property, minimum: 0 })),
    ],
    [
      'schema-references',
      'The input schema allows one reference fewer.',
      properties('image_urls', (property) => ({ ...property, maxItems: Number(property.maxItems) - 1 })),
    ],
    [
      'schema-no-category',
      'The schema of one model has no category and no tags.',
      changingAnswer(
        (request) => toSchema(request) || toSchemaByQuery(request),
        (body) => ({ ...body, data: without(toObject(body.data), 'category', 'capability_tags') }),
      ),
    ],
    [
      'schema-by-query',
      'The schema by query is not found.',
      changingResponse(toSchemaByQuery, () => refusal(404)),
    ],
    [
      'schema-differs-by-query',
      'The schema by query has no parameters.',
      changingAnswer(toSchemaByQuery, (body) => ({
        ...body,
        data: without(toObject(body.data), 'parameters'),
      })),
    ],
    [
      'models-empty-expand',
      'An empty expand adds categories.',
      {
        request: (request) => ({
          ...request,
          url: request.url.replace(/expand=(?=&|$)/, 'expand=category'),
        }),
      },
    ],
  ],
);
