import { describe, expect, test } from 'vitest';
import { packageCatalogue } from '../../../src/contract/catalogue.ts';
import type { TextEngine } from '../../../src/gateway/ports/text/text-engine.ts';
import { termsOf } from '../../../src/gateway/text/text-model.ts';
import { tooManyParts } from '../../../src/gateway/text/too-many-parts.ts';
import { at, listAt } from '../../support/open-wire.ts';
import { shells } from '../../support/shells.ts';
import { CHAT, fetchShell, openText, RESPONSES, user } from './open-text.ts';
import { scriptedEngine } from './scripted-engine.ts';

const chat = { model: 'qx3.8-max', messages: [user('Hi')] };
const respond = { model: 'qx3.8-max', input: 'Hi' };

const refusals: readonly [string, string, object, number, object][] = [
  ['no model', CHAT, { messages: chat.messages }, 400, { reason: 'invalid_parameter', param: '/model' }],
  ['no messages', CHAT, { model: 'qx3.8-max' }, 400, { param: '/messages' }],
  ['no message', CHAT, { ...chat, messages: [] }, 400, { param: '/messages' }],
  ['an unknown role', CHAT, { ...chat, messages: [{ role: 'poet' }] }, 400, { param: '/messages/0/role' }],
  [
    'another cache',
    CHAT,
    { ...chat, messages: [user([{ type: 'text', text: 'a', cache_control: { type: 'eternal' } }])] },
    400,
    {},
  ],
  [
    'a chat message without content',
    CHAT,
    { ...chat, messages: [user('Hi'), { role: 'user' }] },
    400,
    { param: '/messages/1/content', message: 'messages[1].content is required' },
  ],
  [
    'a chat message whose content is null',
    CHAT,
    { ...chat, messages: [{ role: 'tool', content: null, tool_call_id: 'call_1' }] },
    400,
    { param: '/messages/0/content' },
  ],
  ['a stream that is no boolean', CHAT, { ...chat, stream: 'yes' }, 400, { param: '/stream' }],
  ['no token at most', CHAT, { ...chat, max_tokens: 0 }, 400, { param: '/max_tokens' }],
  ['more than the model says', CHAT, { ...chat, max_tokens: 131_073 }, 400, { param: '/max_tokens' }],
  [
    'a model nobody knows',
    CHAT,
    { ...chat, model: 'qx9' },
    400,
    { reason: 'unknown_model', param: '/model' },
  ],
  ['a model that draws', CHAT, { ...chat, model: 'sx-5-0-pro' }, 400, { reason: 'wrong_endpoint' }],
  ['no input', RESPONSES, { model: 'qx3.8-max' }, 400, { param: '/input' }],
  ['an empty input', RESPONSES, { ...respond, input: '' }, 400, {}],
  [
    'a message without content',
    RESPONSES,
    { ...respond, input: [{ role: 'user' }] },
    400,
    { param: '/input/0/content' },
  ],
  ['tools that are no list', RESPONSES, { ...respond, tools: 'web_search' }, 400, { param: '/tools' }],
  ['a tool without a name', RESPONSES, { ...respond, tools: [{}] }, 400, { param: '/tools/0/type' }],
  [
    'more output than the model has',
    RESPONSES,
    { ...respond, max_output_tokens: 131_073 },
    400,
    { param: '/max_output_tokens' },
  ],
  [
    'an extractor without a search',
    RESPONSES,
    { ...respond, tools: [{ type: 'code_interpreter' }, { type: 'web_extractor' }] },
    400,
    { reason: 'invalid_parameter', param: '/tools/1/type' },
  ],
  [
    'a model nobody knows',
    RESPONSES,
    { ...respond, model: 'qx9' },
    400,
    { reason: 'unknown_model', param: '/model' },
  ],
];

describe.each(shells)('through the $name shell', (shell) => {
  test.each(refusals)('refuses %s (%s)', async (_what, target, body, status, error) => {
    await using text = await openText(shell);
    const answer = await text.post(target, body);
    expect([answer.status, answer.text]).toEqual([status, answer.text]);
    expect(at(answer.body, 'error')).toMatchObject({ code: status, type: 'invalid_request_error', ...error });
    expect(await text.store.findAccount('alpha')).toMatchObject({ held: 0n, used: 0n });
  });

  test('refuses a model outside the allow-list of the key', async () => {
    await using text = await openText(shell, {
      keys: { 'sk-alpha': { account: 'alpha', models: ['sx-5-0-pro'] } },
    });
    for (const [target, body] of [
      [CHAT, chat],
      [RESPONSES, respond],
    ] as const) {
      const answer = await text.post(target, body);
      expect(answer.status).toBe(403);
      expect(at(answer.body, 'error')).toMatchObject({
        type: 'permission_error',
        reason: 'model_not_allowed',
      });
    }
  });
});

test('explains what web_extractor requires', async () => {
  await using text = await openText(fetchShell);
  const { body } = await text.respond({ tools: [{ type: 'web_extractor' }] });
  expect(at(body, 'error', 'message')).toBe('web_extractor must be declared together with web_search');
  expect(at(body, 'error', 'violations')).toHaveLength(1);
});

test('accepts 983,616 input tokens and no more', async () => {
  await using text = await openText(fetchShell);
  const least = { max_tokens: 10, stream: false };
  const most = await text.chat({ ...least, messages: [user(' a'.repeat(983_616))] });
  expect(at(most.body, 'usage', 'prompt_tokens')).toBe(983_616);
  for (const messages of [[user(' a'.repeat(983_617))], [user(' a'.repeat(983_616)), user('b')]]) {
    const answer = await text.chat({ ...least, messages });
    expect(answer.status).toBe(400);
    expect(at(answer.body, 'error')).toMatchObject({
      param: '/messages',
      violations: [{ rule: 'input_tokens' }],
    });
  }
  const responses = await text.respond({ input: ' a'.repeat(983_617) });
  expect(at(responses.body, 'error', 'param')).toBe('/input');
});

test('refuses endless lists without validating their entries', async () => {
  await using text = await openText(fetchShell);
  const many = Array.from({ length: 10_001 }, () => 0);
  for (const [target, body] of [
    [CHAT, { ...chat, messages: many }],
    [CHAT, { ...chat, messages: [user(many.slice(1)), user('Hi')] }],
    [CHAT, { ...chat, stop: many }],
    [RESPONSES, { ...respond, input: many }],
    [RESPONSES, { ...respond, tools: many }],
  ] as const) {
    const answer = await text.post(target, body);
    expect(answer.status).toBe(400);
    expect(at(answer.body, 'error', 'violations')).toHaveLength(1);
  }
});

test.each([
  [
    'a content part',
    59,
    (deep: string) =>
      `{"model":"qx3.8-max","stream":false,"messages":[{"role":"user","content":[{"type":"text","text":"Hi","x":${deep}}]}]}`,
  ],
  [
    'tools',
    63,
    (deep: string) =>
      `{"model":"qx3.8-max","stream":false,"tools":${deep},"messages":[{"role":"user","content":"Hi"}]}`,
  ],
  [
    'an unknown field',
    63,
    (deep: string) =>
      `{"model":"qx3.8-max","stream":false,"x":${deep},"messages":[{"role":"user","content":"Hi"}]}`,
  ],
])('accepts %s of %i more levels, and no deeper', async (_where, most, build) => {
  await using text = await openText(fetchShell);
  const body = (depth: number) => build('['.repeat(depth) + ']'.repeat(depth));
  expect((await text.post(CHAT, body(most))).status).toBe(200);
  expect((await text.post(CHAT, body(most + 1))).status).toBe(400);
  expect((await text.post(CHAT, body(100_000))).status).toBe(400);
});

test('reports all problems of a responses call together with schema violations', async () => {
  await using text = await openText(fetchShell);
  const body = { ...respond, stream: 'yes', tools: [{ type: 'web_extractor' }], max_output_tokens: 131_073 };
  const answer = await text.post(RESPONSES, { ...body, input: [{ role: 'user' }] });
  expect(at(answer.body, 'error', 'violations')).toMatchObject([
    { path: '/input/0/content', message: 'input[0].content is required' },
    { path: '/stream', rule: 'type' },
    { path: '/tools/0/type', message: 'web_extractor must be declared together with web_search' },
    { path: '/max_output_tokens', message: 'max_output_tokens must be at most 131072; got 131073' },
  ]);
});

test.each([
  [RESPONSES, { ...respond, text: { format: { type: 'json_schema', name: 'x', schema: true } } }],
  [CHAT, { ...chat, response_format: { type: 'json_schema', json_schema: { name: 'x', schema: true } } }],
])('a violation that the schema finds twice is reported once (%s)', async (target, sent) => {
  await using text = await openText(fetchShell);
  const { body } = await text.post(target, sent);
  expect(at(body, 'error', 'violations')).toHaveLength(1);
  expect(at(body, 'error', 'message')).toMatch(/schema must be an object; got true$/);
});

test('nine thousand invalid messages are rejected like a few', async () => {
  await using text = await openText(fetchShell);
  const messages = Array.from({ length: 9000 }, () => ({ role: 'poet', content: 1 }));
  const { status, body } = await text.post(CHAT, { ...chat, messages });
  expect(status).toBe(400);
  expect(at(body, 'error', 'message')).toMatch(
    /^messages\[0\]\.role must be .* \(and at least 99 more violations\)$/,
  );
  const violations = Array.from({ length: 10 }, (_, index) => [
    expect.objectContaining({ path: `/messages/${index}/role`, rule: 'enum' }),
    expect.objectContaining({ path: `/messages/${index}/content`, rule: 'type' }),
  ]);
  expect(at(body, 'error', 'violations')).toEqual(violations.flat());
});

/** An engine that finds no answer for any schema, and what it was asked. */
function pickyEngine() {
  const asked: unknown[] = [];
  const engine: TextEngine = {
    ...scriptedEngine([]),
    tryFormat: async (...given) => {
      asked.push(given);
      return { fault: 'impossible', reason: 'it is odd' };
    },
  };
  return { engine, asked };
}

const damaged = {
  readPages: async () => ({ kind: 'malformed', reason: 'the bytes are not a PDF' }) as const,
};
const [schema, pdf] = [
  { type: 'object' },
  { type: 'file', file: { file_url: 'https://files.example/a.pdf' } },
];
const asSchema = { response_format: { type: 'json_schema', json_schema: { name: 'boat', schema } } };
const SCHEMA = '/response_format/json_schema/schema';

test.each<[string, object, string, readonly string[]]>([
  ['a field', { ...asSchema, max_tokens: 0 }, 'invalid_parameter', [SCHEMA, '/max_tokens']],
  [
    'a PDF',
    { messages: [user([pdf])], ...asSchema },
    'invalid_parameter',
    ['/messages/0/content/0/file/file_url', SCHEMA],
  ],
  [
    'a field and a PDF',
    { max_tokens: 0, messages: [user([pdf])], ...asSchema },
    'invalid_parameter',
    ['/messages/0/content/0/file/file_url', '/max_tokens', SCHEMA],
  ],
  ['a PDF alone', { messages: [user([pdf])] }, 'invalid_reference', ['/messages/0/content/0/file/file_url']],
  [
    'a PDF beside any object',
    { messages: [user([pdf])], response_format: { type: 'json_object' } },
    'invalid_reference',
    ['/messages/0/content/0/file/file_url'],
  ],
  [
    'a missing schema and a field',
    { response_format: { type: 'json_schema', json_schema: { name: 'a' } }, max_tokens: 0 },
    'invalid_parameter',
    [SCHEMA, '/max_tokens'],
  ],
])('of %s and its schema, a chat is told all that is wrong', async (_what, body, reason, paths) => {
  const { engine, asked } = pickyEngine();
  await using text = await openText(fetchShell, { ports: { textEngine: engine, documentReader: damaged } });
  const answer = await text.chat(body);
  expect([answer.status, at(answer.body, 'error', 'reason')]).toEqual([400, reason]);
  expect(listAt(answer.body, 'error', 'violations').map((one) => at(one, 'path'))).toEqual(paths);
  const trial = { owner: 'alpha', signal: expect.any(AbortSignal) };
  expect(asked).toEqual(
    'response_format' in body && JSON.stringify(body).includes('boat')
      ? [[{ kind: 'schema', schema }, trial]]
      : [],
  );
});

test('neither a PDF is read nor an answer searched for without funds, nor by a model that cannot', async () => {
  const { engine, asked } = pickyEngine();
  const ports = { textEngine: engine, documentReader: damaged };
  await using poor = await openText(fetchShell, { deposits: {}, ports });
  const body = { ...asSchema, max_tokens: 0, messages: [user([pdf])] };
  const pathsOf = (answer: { readonly body: unknown }) =>
    listAt(answer.body, 'error', 'violations').map((one) => at(one, 'path'));
  expect([pathsOf(await poor.chat(body)), asked]).toEqual([['/max_tokens'], []]);
  await using plain = await openText(fetchShell, { ports: { ...ports, textEngine: scriptedEngine([]) } });
  expect(pathsOf(await plain.chat(body))).toEqual(['/messages/0/content/0/file/file_url', '/max_tokens']);
});

test('a response is told of a schema that is too long', async () => {
  await using text = await openText(fetchShell);
  const long = { title: 'x'.repeat(131_061) };
  const { status, body } = await text.respond({
    text: { format: { type: 'json_schema', name: 'a', schema: long } },
  });
  expect([status, at(body, 'error')]).toMatchObject([
    400,
    {
      message: 'text.format.schema must have at most 131072 bytes; it has 131073',
      param: '/text/format/schema',
    },
  ]);
});

test('counts fifty tools that miss another one', async () => {
  await using text = await openText(fetchShell);
  const { body } = await text.respond({ tools: Array(60).fill({ type: 'web_extractor' }) });
  expect(at(body, 'error', 'message')).toBe(
    'web_extractor must be declared together with web_search (and at least 49 more violations)',
  );
});

test.each([
  [10_000, undefined],
  [10_001, 'messages must have at most 10000 entries, content parts included; got 10001'],
])('of %d messages and parts', (count, message) => {
  const messages = [{ content: Array(count - 3).fill({}) }, {}, { content: 'text' }];
  expect(tooManyParts({ messages }, 'messages')?.message).toBe(message);
  expect(tooManyParts({ messages: Array(count).fill({}) }, 'messages')?.message).toBe(message);
});

test('only a text model has terms of text', () => {
  const model = packageCatalogue.models.find(({ identity }) => identity.id === 'vxq3');
  expect(() => model && termsOf(model)).toThrow('vxq3 is not a text model');
});
