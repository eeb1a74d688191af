import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { openapi } from '../../support/expect-declared.ts';
import { at, listAt } from '../../support/open-wire.ts';
import { fetchShell, openText, user } from './open-text.ts';

const ajv = new Ajv2020({ strict: false });
ajv.addSchema(openapi, 'contract');
const fits = (name: string, body: object) =>
  ajv.compile({ $ref: `contract#/components/schemas/${name}` })({ model: 'qx3.8-max', ...body });

const chatNulls = {
  stream: false,
  stream_options: null,
  enable_thinking: null,
  max_tokens: null,
  max_completion_tokens: null,
  temperature: null,
  top_p: null,
  seed: null,
  stop: null,
  tools: null,
  tool_choice: null,
  response_format: null,
  user: null,
};

test('a chat accepts null for every optional field as if it were absent', async () => {
  await using text = await openText(fetchShell);
  const messages = [
    { role: 'system', content: 'Be brief.', name: null },
    { role: 'assistant', content: null, tool_calls: null },
    user([{ type: 'text', text: 'What floats?', cache_control: null, image_url: null, file: null }]),
  ];
  const body = { ...chatNulls, messages };
  expect(fits('ChatCompletionRequest', body)).toBe(true);
  const answer = await text.chat(body);
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  expect(at(answer.body, 'choices', 0, 'message', 'content')).toContain('floats');
  const streamed = await text.chat({ messages, stream: null });
  expect(streamed.headers.get('content-type')).toBe('text/event-stream');
});

test('schema and gateway agree on which messages need content', async () => {
  await using text = await openText(fetchShell);
  for (const [message, status] of [
    [{ role: 'assistant', tool_calls: [] }, 200],
    [{ role: 'assistant', content: null }, 200],
    [{ role: 'user', content: '' }, 200],
    [{ role: 'user' }, 400],
    [{ role: 'system', content: null }, 400],
    [{ role: 'tool', tool_call_id: 'call_1' }, 400],
  ] as const) {
    const messages = [user('What floats?'), message];
    expect([message, fits('ChatCompletionRequest', { messages })]).toEqual([message, status === 200]);
    expect((await text.chat({ messages, stream: false })).status).toBe(status);
  }
});

test('a response accepts null for every optional field as if it were absent', async () => {
  await using text = await openText(fetchShell);
  const nulls = {
    instructions: null,
    tools: null,
    max_output_tokens: null,
    stream: null,
    previous_response_id: null,
  };
  const parts = [{ type: 'input_text', text: 'What floats?', image_url: null }];
  const body = { ...nulls, input: [{ type: null, role: null, content: parts }] };
  expect(fits('ResponseCreateRequest', body)).toBe(true);
  const answer = await text.respond(body);
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  expect(answer.text).toContain('floats');
});

test.each([
  [{ messages: null }, '/messages'],
  [{ messages: [{ role: null, content: 'Hi' }] }, '/messages/0/role'],
  [{ messages: [user([{ type: null, text: 'Hi' }])] }, '/messages/0/content/0/type'],
  [
    { messages: [user([{ type: 'image_url', image_url: { url: null } }])] },
    '/messages/0/content/0/image_url/url',
  ],
])('a chat reports a required field that is null: %j', async (body, param) => {
  await using text = await openText(fetchShell);
  expect(fits('ChatCompletionRequest', body)).toBe(false);
  const answer = await text.chat(body);
  expect([answer.status, at(answer.body, 'error', 'param')]).toEqual([400, param]);
});

test('every chunk but the last has finish_reason: null', async () => {
  await using text = await openText(fetchShell);
  const { data } = await text.chat({ stream_options: { include_usage: true } });
  const chunks = data.filter((chunk) => chunk !== '[DONE]');
  const reasons = chunks.flatMap((chunk) =>
    listAt(chunk, 'choices').map((choice) => at(choice, 'finish_reason')),
  );
  expect(reasons.length).toBeGreaterThan(5);
  expect(reasons.slice(0, -1).every((reason) => reason === null)).toBe(true);
  expect(reasons.at(-1)).toBe('stop');
});
