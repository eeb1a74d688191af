import { expect, test } from 'vitest';
import { findBreakingChanges } from '../../../scripts/breaking/find-breaking-changes.ts';
import type { JsonObject } from '../../../scripts/contract/contract.ts';
import { omit, toObject } from '../../../scripts/contract/json.ts';

const body = (schema: JsonObject): JsonObject => ({ content: { 'application/json': { schema } } });
const taskSchema: JsonObject = {
  type: 'object',
  required: ['id', 'status'],
  properties: {
    id: { type: 'string' },
    status: { type: 'string' },
    result: { $ref: '#/components/schemas/Result' },
  },
};
const resultSchema: JsonObject = {
  type: 'object',
  properties: { images: { type: 'array', items: { type: 'object', required: ['url'] } } },
};
const askSchema: JsonObject = {
  type: 'object',
  required: ['input'],
  properties: { input: { type: 'string' }, top: { type: 'integer' } },
};
const language: JsonObject = { name: 'language', in: 'query', schema: { type: 'string' } };

/** The body for models without a contract of their own. */
const generic = (names: readonly string[]): JsonObject => ({
  type: 'object',
  properties: { model: { type: 'string', not: { type: 'string', enum: names } } },
});

const answers: JsonObject = {
  '200': body({ $ref: '#/components/schemas/Task' }),
  '202': body({ type: 'object' }),
  '400': body({ type: 'object' }),
};

interface Parts {
  readonly responses?: JsonObject;
  readonly task?: JsonObject;
  readonly result?: JsonObject;
  readonly ask?: JsonObject;
  readonly parameters?: readonly JsonObject[];
  readonly required?: boolean;
}

function documentOf({ responses, task, result, ask, parameters, required }: Parts = {}): JsonObject {
  return {
    paths: {
      '/ask': {
        post: {
          operationId: 'ask',
          parameters: parameters ?? [language],
          requestBody: { required: required ?? false, ...body({ $ref: '#/components/schemas/Ask' }) },
          responses: responses ?? answers,
        },
      },
    },
    components: {
      schemas: { Ask: ask ?? askSchema, Task: task ?? taskSchema, Result: result ?? resultSchema },
    },
  };
}

const post = '/paths/~1ask/post';
const cases: readonly [string, { given: JsonObject; want: readonly [string, string] }][] = [
  ['an operation is removed', { given: { paths: {} }, want: [post, 'operation is gone'] }],
  [
    'a request property is removed',
    {
      given: documentOf({ ask: { ...askSchema, properties: { input: { type: 'string' } } } }),
      want: ['/components/schemas/Ask/properties/top', 'property is gone'],
    },
  ],
  [
    'a request property becomes required',
    {
      given: documentOf({ ask: { ...askSchema, required: ['input', 'top'] } }),
      want: ['/components/schemas/Ask/required', '"top" is now required'],
    },
  ],
  [
    'a body becomes required',
    { given: documentOf({ required: true }), want: [`${post}/requestBody`, 'a body is now required'] },
  ],
  [
    'a parameter is removed',
    {
      given: documentOf({ parameters: [] }),
      want: [`${post}/parameters`, 'parameter query language is gone'],
    },
  ],
  [
    'a parameter becomes required',
    {
      given: documentOf({ parameters: [{ ...language, required: true }] }),
      want: [`${post}/parameters`, 'parameter query language is now required'],
    },
  ],
  [
    'a parameter gets fewer values',
    {
      given: documentOf({ parameters: [{ ...language, schema: { type: 'string', enum: ['en'] } }] }),
      want: [`${post}/parameters/query language/schema/enum`, 'any value was allowed, now only "en"'],
    },
  ],
  [
    'a successful answer is removed',
    {
      given: documentOf({ responses: omit(answers, ['202', '400']) }),
      want: [`${post}/responses/202`, 'response 202 is gone'],
    },
  ],
  [
    'a media type is removed',
    {
      given: documentOf({ responses: { ...answers, '202': { content: {} } } }),
      want: [`${post}/responses/202/content/application~1json`, 'media type application/json is gone'],
    },
  ],
  [
    'a field of an answer is removed',
    {
      given: documentOf({ result: { type: 'object', properties: {} } }),
      want: ['/components/schemas/Result/properties/images', 'field of the response is gone'],
    },
  ],
  [
    'a field in a list of an answer becomes optional',
    {
      given: documentOf({
        result: { type: 'object', properties: { images: { type: 'array', items: { type: 'object' } } } },
      }),
      want: ['/components/schemas/Result/properties/images/items/required', '"url" is no longer guaranteed'],
    },
  ],
  [
    'a field of an answer becomes optional',
    {
      given: documentOf({ task: { ...taskSchema, required: ['id'] } }),
      want: ['/components/schemas/Task/required', '"status" is no longer guaranteed'],
    },
  ],
  [
    'a field of an answer may be null',
    {
      given: documentOf({
        task: {
          ...taskSchema,
          properties: { ...toObject(taskSchema.properties), status: { type: ['string', 'null'] } },
        },
      }),
      want: ['/components/schemas/Task/properties/status', 'may be null now'],
    },
  ],
  [
    'an object of an answer may be null',
    {
      given: documentOf({
        task: {
          ...taskSchema,
          properties: {
            ...toObject(taskSchema.properties),
            result: { anyOf: [{ $ref: '#/components/schemas/Result' }, { type: 'null' }] },
          },
        },
      }),
      want: ['/components/schemas/Task/properties/result', 'may be null now'],
    },
  ],
  [
    'a schema that answers refer to may be null, once and at the schema',
    {
      given: documentOf({ result: { ...resultSchema, type: ['object', 'null'] } }),
      want: ['/components/schemas/Result', 'may be null now'],
    },
  ],
];

test.each(cases)('reports that %s', (_name, { given, want: [pointer, what] }) => {
  const changes = findBreakingChanges(
    { document: documentOf(), schemas: {} },
    { document: given, schemas: {} },
  );
  expect(changes).toEqual([{ file: 'generated/openapi.json', pointer, what, advice: expect.any(String) }]);
});

test('is silent about new parameters, fields and operations', () => {
  const after = documentOf({
    parameters: [language, { name: 'page', in: 'query', schema: { type: 'integer' } }],
    task: {
      ...taskSchema,
      properties: { ...(taskSchema.properties as JsonObject), cost: { type: 'number' } },
    },
  });
  expect(
    findBreakingChanges({ document: documentOf(), schemas: {} }, { document: after, schemas: {} }),
  ).toEqual([]);
});

test('points into a field of an answer whose name has a space', () => {
  const withCost = (required: readonly string[]) =>
    documentOf({ task: { ...taskSchema, properties: { 'cost in USD': { type: 'object', required } } } });
  const changes = findBreakingChanges(
    { document: withCost(['total']), schemas: {} },
    { document: withCost([]), schemas: {} },
  );
  expect(changes.map(({ pointer }) => pointer)).toEqual([
    '/components/schemas/Task/properties/cost in USD/required',
  ]);
});

test('compares what the members of a map in an answer have', () => {
  const withMap = (member: JsonObject) =>
    documentOf({ task: { ...taskSchema, properties: { rates: { additionalProperties: member } } } });
  const member: JsonObject = { type: 'object', required: ['usd'], properties: { usd: { type: 'number' } } };
  const changes = findBreakingChanges(
    { document: withMap(member), schemas: {} },
    { document: withMap({ type: 'object' }), schemas: {} },
  );
  expect(changes.map(({ pointer, what }) => [pointer, what])).toEqual([
    [
      '/components/schemas/Task/properties/rates/additionalProperties/required',
      '"usd" is no longer guaranteed',
    ],
    [
      '/components/schemas/Task/properties/rates/additionalProperties/properties/usd',
      'field of the response is gone',
    ],
  ]);
});

test('does not report a change of a model twice', () => {
  const was: JsonObject = { title: 'Ask', ...askSchema };
  const now: JsonObject = { title: 'Ask', ...askSchema, required: ['input', 'top'] };
  const before = { document: documentOf({ ask: was }), schemas: { 'ask.json': was } };
  const after = { document: documentOf({ ask: now }), schemas: { 'ask.json': now } };
  const files = findBreakingChanges(before, after).map(({ file }) => file);
  expect(files).toEqual(['generated/schemas/ask.json']);
});

test('is silent about a name that moves from the body for unknown models to a new model, and only about that', () => {
  const withModels = (names: readonly string[], known: readonly string[]) => {
    const document = documentOf({ ask: generic(names) });
    const mapping = Object.fromEntries(known.map((name) => [name, '#/components/schemas/Result']));
    const components = document.components as { schemas: JsonObject };
    const union = { discriminator: { propertyName: 'model', mapping } };
    return {
      ...document,
      components: { schemas: { ...components.schemas, Known: union as unknown as JsonObject } },
    };
  };
  const compare = (names: readonly string[], known: readonly string[]) =>
    findBreakingChanges(
      { document: withModels(['old'], ['old']), schemas: {} },
      { document: withModels(names, known), schemas: {} },
    );
  expect(compare(['old', 'new'], ['old', 'new'])).toEqual([]);
  expect(compare(['old', 'new'], ['old'])).toMatchObject([
    { pointer: '/components/schemas/Ask/properties/model/not' },
  ]);
});
