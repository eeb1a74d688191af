import SwaggerParser from '@apidevtools/swagger-parser';
import { expect, test } from 'vitest';
import profile31 from '../../../../generated/openapi.sdk.json' with { type: 'json' };
import profile30 from '../../../../generated/openapi.sdk-3.0.json' with { type: 'json' };
import type { JsonObject } from '../../../../scripts/contract/contract.ts';
import {
  isObject,
  stringList,
  toEntries,
  toList,
  toObject,
  toText,
} from '../../../../scripts/contract/json.ts';
import { mapSchemas } from '../../../../scripts/emit/documents/schema-walk.ts';

// JSON modules have closed types; here they are any JSON.
const profiles: readonly (readonly [string, JsonObject])[] = [
  ['3.1', profile31 as unknown as JsonObject],
  ['3.0', profile30 as unknown as JsonObject],
];

/** Every schema of the document, nested ones included. */
function allSchemas(document: JsonObject): readonly JsonObject[] {
  const found: JsonObject[] = [];
  mapSchemas(document, (schema) => {
    found.push(schema);
    return schema;
  });
  return found;
}

function component(document: JsonObject, name: string): JsonObject {
  return toObject(toObject(toObject(document.components).schemas)[name]);
}

function operations(document: JsonObject): readonly JsonObject[] {
  return toEntries(document.paths).flatMap(([, item]) =>
    toEntries(item).map(([, operation]) => toObject(operation)),
  );
}

test.each(profiles)('is a valid document in %s', async (_version, document) => {
  // The parser changes what it validates and has its own document types.
  await expect(SwaggerParser.validate(structuredClone(document) as never)).resolves.toBeDefined();
});

test.each(profiles)('declares no callbacks in %s', (_version, document) => {
  expect(document).not.toHaveProperty('webhooks');
  expect(document).not.toHaveProperty('components.callbacks');
  for (const operation of operations(document)) expect(operation).not.toHaveProperty('callbacks');
});

test.each(profiles)('leaves provenance to the full document in %s', (_version, document) => {
  expect(JSON.stringify(document)).not.toMatch(/provenance/i);
});

test.each(profiles)('has no keyword that generators fail on in %s', (_version, document) => {
  const words = ['if', 'then', 'else', 'not', 'default', 'const'];
  for (const schema of allSchemas(document)) {
    expect(words.filter((word) => word in schema)).toEqual([]);
    expect(typeof schema.exclusiveMinimum, JSON.stringify(schema)).not.toBe('number');
    const members = [...Object.values(toObject(schema.properties)), schema.items];
    expect(members.filter((member) => typeof member === 'boolean')).toEqual([]);
  }
});

test.each(profiles)('does not promise other models in %s', (_version, document) => {
  expect(JSON.stringify(document)).not.toMatch(/or for any other/);
});

test.each(profiles)('says nothing of null in %s', (_version, document) => {
  for (const schema of allSchemas(document)) {
    expect([schema.type].flat()).not.toContain('null');
    expect(schema).not.toHaveProperty('nullable');
    expect(toList(schema.enum)).not.toContain(null);
  }
});

test.each(profiles)('spells every enum value one way in %s', (_version, document) => {
  for (const schema of allSchemas(document)) {
    const values = toList(schema.enum).map((value) => String(value).toLowerCase());
    expect(new Set(values).size, values.join()).toBe(values.length);
    expect(values.length > 0 && schema.type !== 'string').toBe(false);
  }
  expect(component(document, 'QxResolution').enum).toEqual(['1K', '2K']);
});

test.each(profiles)('names each model by its first spelling only in %s', (_version, document) => {
  expect(component(document, 'Sx50Lite')).toMatchObject({ properties: { model: { enum: ['sx-5-0-lite'] } } });
  expect(component(document, 'Sx50Pro')).toMatchObject({ properties: { model: { enum: ['sx-5-0-pro'] } } });
});

test.each(profiles)(
  'tells the branches of a union of models apart by one id each in %s',
  (_version, document) => {
    expect(component(document, 'ImageGenerationRequest')).toMatchObject({
      oneOf: expect.arrayContaining(
        ['QxImage30', 'QxImage30Pro', 'Sx50Lite', 'Sx50Pro'].map((name) => ({
          $ref: `#/components/schemas/${name}`,
        })),
      ),
      discriminator: {
        propertyName: 'model',
        mapping: {
          'qx-image-3.0': '#/components/schemas/QxImage30',
          'qx-image-3.0-pro': '#/components/schemas/QxImage30Pro',
          'sx-5-0-lite': '#/components/schemas/Sx50Lite',
          'sx-5-0-pro': '#/components/schemas/Sx50Pro',
        },
      },
    });
    for (const schema of allSchemas(document)) expect('oneOf' in schema && 'type' in schema).toBe(false);
  },
);

test.each(profiles)('names every union in %s', (_version, document) => {
  const unions = allSchemas(document).filter(
    ({ oneOf, anyOf }) => oneOf !== undefined || anyOf !== undefined,
  );
  const titles = unions.map(({ title }) => toText(title));
  expect(titles).toContain('ChatMessageContent');
  for (const title of titles) expect(component(document, title)).toHaveProperty('oneOf');
});

test.each(profiles)('numbers are wide enough for what they count in %s', (_version, document) => {
  const times = [
    ['TaskRecord', 'created'],
    ['TaskRecord', 'completed'],
    ['ImageResult', 'expires_at'],
    ['ModelEntry', 'created'],
    ['BillingUsageDay', 'timestamp'],
    ['BillingSubscription', 'access_until'],
    ['ChatCompletion', 'created'],
    ['ResponseObject', 'created_at'],
    ['UserBalance', 'remain_credits'],
  ] as const;
  for (const [owner, name] of times)
    expect(toObject(component(document, owner).properties)[name], name).toMatchObject({ format: 'int64' });
  expect(component(document, 'TaskRecord')).toMatchObject({
    properties: { progress: { type: 'integer', maximum: 100 }, cost: { type: 'number', format: 'double' } },
  });
  expect(toObject(component(document, 'TaskRecord').properties).progress).not.toHaveProperty('format');
});

test.each(profiles)('offers JSON before a stream in %s', (_version, document) => {
  const answers = operations(document).flatMap(({ responses }) => toEntries(responses));
  const contents = answers.flatMap(([, answer]) =>
    isObject(toObject(answer).content) ? [toObject(answer).content] : [],
  );
  const media = contents.map((content) => Object.keys(toObject(content)));
  for (const names of media) expect(names[0]).toBe('application/json');
  expect(media.filter((names) => names.includes('text/event-stream'))).toHaveLength(2);
});

test.each(profiles)('gives the errors of an operation one named type in %s', (_version, document) => {
  const responses = toObject(toObject(document.components).responses);
  for (const { operationId, responses: answers } of operations(document)) {
    const errors = toEntries(answers).filter(([status]) => !status.startsWith('2'));
    const types = errors.map(([, answer]) => {
      const name = toText(toObject(answer).$ref).split('/').at(-1) ?? '';
      const { content } = toObject(name === '' ? answer : responses[name]);
      return toText(toObject(toObject(toObject(content)['application/json']).schema).$ref);
    });
    expect(new Set(types).size, `${toText(operationId)}: ${types.join()}`).toBe(1);
    expect(types[0]).toMatch(/^#\/components\/schemas\/\w+$/);
  }
});

test.each(profiles)('a stream is a text in %s', (_version, document) => {
  const content = { 'text/event-stream': { schema: { type: 'string' } } };
  expect(document).toMatchObject({
    paths: {
      '/v1/chat/completions': { post: { responses: { '200': { content } } } },
      '/v1/responses': { post: { responses: { '200': { content } } } },
    },
  });
  expect(JSON.stringify(document)).not.toContain('ChatCompletionChunk"');
});

test.each(profiles)('answers may grow, and what is sent is sent once, in %s', (_version, document) => {
  for (const name of ['TaskRecord', 'TaskSubmission', 'ModelList', 'ErrorDetail', 'TaskResult'])
    expect(component(document, name), name).toHaveProperty('additionalProperties', true);
  for (const name of [
    'Sx50Pro',
    'QxImage30',
    'Vxq3',
    'ChatCompletionRequest',
    'ChatMessage',
    'ChatContentPart',
  ])
    expect(component(document, name), name).not.toHaveProperty('additionalProperties');
});

test.each(profiles)('a list that may be left out may be null in %s', (_version, document) => {
  const { image_urls: optional } = toObject(component(document, 'QxImage30').properties);
  expect(optional).toMatchObject({ type: 'array', 'x-nullable': true, maxItems: 3 });
  expect(stringList(component(document, 'Vxq3').required)).toContain('image_urls');
  expect(toObject(component(document, 'Vxq3').properties).image_urls).toEqual({
    $ref: '#/components/schemas/VxImageUrls',
  });
});

test.each(profiles)('no example of an answer has a quotation mark in a text in %s', (_version, document) => {
  const media = operations(document).flatMap(({ responses }) =>
    [...toEntries(responses), ...toEntries(toObject(document.components).responses)].map(
      ([, answer]) => toObject(toObject(toObject(answer).content)['application/json']).examples,
    ),
  );
  const examples = media.flatMap((named) => toEntries(named).map(([, example]) => example));
  expect(examples).not.toEqual([]);
  expect(examples.filter((example) => JSON.stringify(example).includes('\\"'))).toEqual([]);
});
