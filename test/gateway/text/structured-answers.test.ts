import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { gptTokenizer } from '../../../src/adapters/platform/gpt-tokenizer.ts';
import { createTextSimulator } from '../../../src/adapters/text-engine/create-text-simulator.ts';
import { createJsonDrawer } from '../../../src/adapters/text-engine/json/create-json-drawer.ts';
import { createWorkerPool } from '../../../src/adapters/workers/create-worker-pool.ts';
import { idlePorts } from '../../support/idle-ports.ts';
import { list, nested, object } from '../../support/json-schemas/build.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { at } from '../../support/open-wire.ts';
import { shells } from '../../support/shells.ts';
import { fetchShell, joined, openText } from './open-text.ts';

const chatFormat = (schema: object) => ({
  response_format: { type: 'json_schema', json_schema: { name: 'answer', strict: true, schema } },
});
const responseFormat = (schema: object) => ({
  text: { format: { type: 'json_schema', name: 'answer', schema } },
});

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);

function fits(schema: object, text: string): boolean {
  // Schemas of different tests may have the same $id.
  return ajv.removeSchema().validate(schema, JSON.parse(text));
}

const boat = object({
  name: { type: 'string' },
  length: { type: 'number', minimum: 0.5, maximum: 30 },
  colour: { enum: ['red', 'blue'] },
  sails: {
    type: 'array',
    minItems: 1,
    maxItems: 3,
    items: object({ area: { type: 'integer', minimum: 1 } }),
  },
});

describe.each(shells)('through the $name shell', (shell) => {
  test('a chat answers with JSON that fits, streamed or not', async () => {
    await using text = await openText(shell);
    const body = { ...chatFormat(boat), seed: 5 };
    const whole = await text.chat({ ...body, stream: false });
    const content = String(at(whole.body, 'choices', 0, 'message', 'content'));
    expect(fits(boat, content)).toBe(true);
    expect(at(whole.body, 'choices', 0, 'finish_reason')).toBe('stop');
    const streamed = await text.chat({ ...body, stream_options: { include_usage: true } });
    expect(joined(streamed.data, 'choices', 0, 'delta', 'content')).toBe(content);
    expect(at(streamed.data.at(-2), 'usage', 'completion_tokens')).toBe(
      at(whole.body, 'usage', 'completion_tokens'),
    );
  });

  test('a response answers with JSON that fits, streamed or not', async () => {
    await using text = await openText(shell);
    const whole = await text.respond({ ...responseFormat(boat), input: 'Describe a boat.' });
    expect(fits(boat, String(at(whole.body, 'output', 1, 'content', 0, 'text')))).toBe(true);
    const { data } = await text.respond({ ...responseFormat(boat), input: 'Describe a boat.', stream: true });
    const deltas = data.filter((event) => at(event, 'type') === 'response.output_text.delta');
    expect(fits(boat, joined(deltas, 'delta'))).toBe(true);
    expect(at(data.at(-1), 'response', 'status')).toBe('completed');
  });
});

const schemas: Readonly<Record<string, object>> = {
  'an enumeration': object({ mood: { enum: ['calm', 'rough', null] }, kind: { const: 'sea' } }),
  'members that are optional': { ...boat, required: ['name'] },
  'a list of lists': { type: 'array', minItems: 2, items: { type: 'array', items: { type: 'boolean' } } },
  'a schema that refers to itself': object({
    name: { type: 'string' },
    parts: { type: 'array', items: { $ref: '#' } },
  }),
  'a linked list': {
    $defs: {
      node: object({
        value: { type: 'number' },
        next: { anyOf: [{ $ref: '#/$defs/node' }, { type: 'null' }] },
      }),
    },
    ...object({ first: { $ref: '#/$defs/node' } }),
  },
  alternatives: object({
    shape: { anyOf: [object({ r: { type: 'number' } }), object({ w: { type: 'integer' } })] },
  }),
  formats: object(
    Object.fromEntries(
      ['date', 'date-time', 'email', 'uuid', 'uri', 'ipv4'].map((format) => [
        format,
        { type: 'string', format },
      ]),
    ),
  ),
  patterns: object({
    code: { type: 'string', pattern: '^[A-Z]{3}-\\d{4}$' },
    phone: { type: 'string', pattern: '^\\+[1-9]\\d{1,14}$' },
  }),
  'lengths of texts': object({
    title: { type: 'string', minLength: 40, maxLength: 45 },
    mark: { type: 'string', maxLength: 2 },
  }),
  'nullable types': object({ note: { type: ['string', 'null'] } }),
  'members by name': { type: 'object', minProperties: 2, additionalProperties: { type: 'integer' } },
  conditions: object(
    { kind: { enum: ['a', 'b'] }, size: { type: 'integer' } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    { if: { properties: { kind: { const: 'a' } } }, then: { properties: { size: { minimum: 10 } } } },
  ),
  'an older way to define parts': {
    ...object({ a: { $ref: '#/definitions/name' } }),
    definitions: { name: { type: 'string', minLength: 3 } },
  },
  'a scalar': { type: 'integer', multipleOf: 7, minimum: 50, maximum: 60 },
  'nothing at all': {},
};

test.each(Object.entries(schemas))('an answer fits %s, whatever the seed', async (_name, schema) => {
  await using text = await openText(fetchShell);
  for (const seed of [1, 2, 77]) {
    const { status, body, text: sent } = await text.chat({ ...chatFormat(schema), seed, stream: false });
    expect([status, sent]).toEqual([200, expect.any(String)]);
    expect(fits(schema, String(at(body, 'choices', 0, 'message', 'content')))).toBe(true);
  }
});

test.each([
  ['objects in objects', nested(10, { type: 'string', minLength: 3 })],
  ['letters of some length', { type: 'string', pattern: '^[a-z]+$', minLength: 10 }],
  [
    'names of a pattern',
    { type: 'object', patternProperties: { '^x': {} }, additionalProperties: false, minProperties: 3 },
  ],
  ['an anchor', object({ a: { $ref: '#foo' } }, { $defs: { a: { $anchor: 'foo', type: 'integer' } } })],
  ['a short address', list({ type: 'string', format: 'email', maxLength: 8 })],
])('a response fits %s, streamed or not', async (_name, schema) => {
  await using text = await openText(fetchShell);
  const whole = await text.respond(responseFormat(schema));
  expect(fits(schema, String(at(whole.body, 'output', 1, 'content', 0, 'text')))).toBe(true);
  const { data } = await text.respond({ ...responseFormat(schema), stream: true });
  const deltas = data.filter((event) => at(event, 'type') === 'response.output_text.delta');
  expect(fits(schema, joined(deltas, 'delta'))).toBe(true);
});

test('where no value was found, the error does not claim that there is none', async () => {
  await using text = await openText(fetchShell);
  const schema = object({ users: list({ type: 'string', format: 'email', pattern: '@localhost$' }) });
  const why =
    'no string was found that meets pattern "@localhost$" and format "email" at users[0]; simplify the schema';
  const found = (name: string) =>
    `the model found no answer that fits ${name}, although there may be one: ${why}`;
  const chat = await text.chat({ ...chatFormat(schema), stream: false });
  expect([chat.status, at(chat.body, 'error', 'param'), at(chat.body, 'error', 'message')]).toEqual([
    400,
    '/response_format/json_schema/schema',
    found('response_format.json_schema.schema'),
  ]);
  const response = await text.respond(responseFormat(schema));
  expect([response.status, at(response.body, 'error', 'message')]).toEqual([
    400,
    found('text.format.schema'),
  ]);
  expect(await text.store.findAccount('alpha')).toMatchObject({ held: 0n, used: 0n });
});

test('the same seed gives the same answer, another seed a different one', async () => {
  await using text = await openText(fetchShell);
  const content = async (seed: number) =>
    at(
      (await text.chat({ ...chatFormat(boat), seed, stream: false })).body,
      'choices',
      0,
      'message',
      'content',
    );
  const [one, again, other] = [await content(4), await content(4), await content(5)];
  expect(again).toBe(one);
  expect(other).not.toBe(one);
});

test.each([
  [{ response_format: { type: 'json_object' } }, 'chat'],
  [{ text: { format: { type: 'json_object' } } }, 'respond'],
] as const)('an answer to %j is an object', async (body, kind) => {
  await using text = await openText(fetchShell);
  const answer = await text[kind]({ stream: false, ...body });
  const path = kind === 'chat' ? ['choices', 0, 'message', 'content'] : ['output', 1, 'content', 0, 'text'];
  expect(JSON.parse(String(at(answer.body, ...path)))).toMatchObject({ topic: 'a paper boat' });
});

test('an answer that is cut by its limit says so, and is charged for what it has', async () => {
  const list = { type: 'array', minItems: 200, items: { type: 'string' } };
  for (const limit of [1, 40, 100]) {
    await using text = await openText(fetchShell);
    const { body } = await text.chat({ ...chatFormat(list), max_tokens: limit, stream: false, seed: 1 });
    expect(at(body, 'choices', 0, 'finish_reason')).toBe('length');
    const output = Number(at(body, 'usage', 'completion_tokens'));
    const input = Number(at(body, 'usage', 'prompt_tokens'));
    expect(output).toBeLessThanOrEqual(limit);
    expect(await text.store.findAccount('alpha')).toMatchObject({
      held: 0n,
      used: BigInt(input) * 1200n + BigInt(output) * 6000n,
    });
  }
  await using text = await openText(fetchShell);
  const { body } = await text.respond({ ...responseFormat(list), max_output_tokens: 60 });
  expect(at(body, 'status')).toBe('incomplete');
  expect(at(body, 'incomplete_details', 'reason')).toBe('max_output_tokens');
});

const refused: readonly (readonly [string, object, string])[] = [
  [
    'no value',
    { type: 'integer', minimum: 5, maximum: 2 },
    'cannot be satisfied: minimum (5) exceeds maximum (2)',
  ],
  ['endless values', object({ next: { $ref: '#' } }), 'cannot be satisfied: every value would be endless'],
  [
    'too few different values',
    { type: 'array', minItems: 5, uniqueItems: true, items: { enum: [1, 2] } },
    'cannot be satisfied: not enough different values: none of the values that enum or const lists fits at [2]',
  ],
  [
    'a reference to somewhere else',
    object({ a: { $ref: 'http://127.0.0.1:9/schema.json' } }),
    'is not valid: properties.a.$ref must refer to a part of the schema, such as "#/$defs/boat": other documents are not fetched; got "http://127.0.0.1:9/schema.json"',
  ],
  [
    'a reference to nothing',
    { $ref: '#/$defs/boat' },
    'is not valid: $ref refers to a part that the schema does not have; got "#/$defs/boat"',
  ],
  [
    'a pattern that is none',
    { type: 'string', pattern: '(' },
    'is not valid: pattern must be a regular expression; got "("',
  ],
  [
    'mistakes in members that may be absent',
    { type: 'object', properties: { a: { type: 'objekt' }, b: { minLength: '5' } } },
    'is not valid: properties.a.type must be one of "array", "boolean", "integer", "null", "number", "object", "string"; got "objekt"; properties.b.minLength must be a whole number of 0 or more; got "5"',
  ],
  [
    'an unknown type',
    { type: 'array', minItems: 1, items: { anyOf: [{ type: 'boat' }] } },
    'is not valid: items.anyOf[0].type must be one of "array", "boolean", "integer", "null", "number", "object", "string"; got "boat"',
  ],
];

test.each(refused)('a schema with %s is refused, and costs nothing', async (_name, schema, reason) => {
  await using text = await openText(fetchShell);
  const chat = await text.chat({ ...chatFormat(schema), stream: true });
  expect([chat.status, at(chat.body, 'error', 'param'), at(chat.body, 'error', 'message')]).toEqual([
    400,
    '/response_format/json_schema/schema',
    `response_format.json_schema.schema ${reason}`,
  ]);
  const response = await text.respond(responseFormat(schema));
  expect([response.status, at(response.body, 'error', 'param')]).toEqual([400, '/text/format/schema']);
  expect(await text.store.findAccount('alpha')).toMatchObject({ held: 0n, used: 0n });
});

test.each(['chat', 'respond'] as const)(
  'a small schema of enormous values is refused at once (%s)',
  async (kind) => {
    await using text = await openText(fetchShell);
    const defs = Array.from({ length: 30 }, (_, index) => {
      const next = { $ref: `#/$defs/d${index + 1}` };
      return [`d${index}`, object({ l: next, r: next })];
    });
    const schema = { $defs: { ...Object.fromEntries(defs), d30: { type: 'string' } }, $ref: '#/$defs/d0' };
    const { status, body } = await text[kind](kind === 'chat' ? chatFormat(schema) : responseFormat(schema));
    expect([status, at(body, 'error', 'message')]).toEqual([
      400,
      expect.stringContaining(
        'it is too complex: every value has more than 50000 parts; simplify the schema',
      ),
    ]);
  },
);

test('a schema that doubles from level to level is refused', async () => {
  const defs = Array.from({ length: 40 }, (_, index) => {
    const next = { $ref: `#/$defs/a${index + 1}` };
    return [`a${index}`, { anyOf: [next, next] }];
  });
  const schema = { $defs: { ...Object.fromEntries(defs), a40: { type: 'integer' } }, $ref: '#/$defs/a0' };
  await using text = await openText(fetchShell);
  const { status, body } = await text.chat(chatFormat(schema));
  // Which limit is reached first depends on when the thread collects its garbage.
  const reasons =
    /(it is too complex: its parts apply more than 500000 times|a search took more memory than there is for one request); simplify the schema$/;
  expect([status, at(body, 'error', 'message')]).toEqual([400, expect.stringMatching(reasons)]);
});

const hostile: readonly (readonly [string, object])[] = [
  ['a thousand million entries', { type: 'array', minItems: 1e9, items: { type: 'string' } }],
  ['a thousand million letters', { type: 'string', minLength: 1e9 }],
  ['a thousand million members', { type: 'object', minProperties: 1e9 }],
  ['a pattern of a thousand million letters', { type: 'string', pattern: '^(((a{1000}){1000}){1000})$' }],
  ['a pattern that is slow to check', { type: 'string', pattern: '^(a+)+$', const: `${'a'.repeat(60)}!` }],
];

test('a schema that would take too much time or memory is rejected, and others are answered meanwhile', async () => {
  const workers = createWorkerPool();
  const jsonDrawer = createJsonDrawer({ workers, drawMs: 2000 });
  const quick = { firstPieceMs: 0, pieceMs: 0, toolMs: 0 };
  const textEngine = createTextSimulator({
    ...idlePorts,
    clock: createManualClock(),
    tokenizer: gptTokenizer,
    jsonDrawer,
    ...quick,
  });
  await using text = await openText(fetchShell, { ports: { textEngine } });
  const refused = hostile.map(([, schema]) => text.chat({ ...chatFormat(schema), stream: false }));
  expect((await text.chat({ stream: false })).status).toBe(200);
  for (const answer of await Promise.all(refused)) expect(answer.status).toBe(400);
  await workers.close();
});

test.each([
  [{ response_format: { type: 'json_schema' } }, '/response_format/json_schema'],
  [
    { response_format: { type: 'json_schema', json_schema: { name: 'x' } } },
    '/response_format/json_schema/schema',
  ],
  [
    { response_format: { type: 'json_schema', json_schema: { schema: 'x' } } },
    '/response_format/json_schema/schema',
  ],
  [{ response_format: 'json' }, '/response_format'],
  [chatFormat({ description: 'x'.repeat(131_072) }), '/response_format/json_schema/schema'],
])('a format without a usable schema is refused: %j', async (body, param) => {
  await using text = await openText(fetchShell);
  const answer = await text.chat(body);
  expect([answer.status, at(answer.body, 'error', 'param')]).toEqual([400, param]);
});
