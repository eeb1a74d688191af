import OpenAI, { APIError } from 'openai';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { listen } from '../../http/listen.ts';
import { at } from '../../support/open-wire.ts';
import { until } from '../../support/until.ts';
import { fetchShell, openText } from './open-text.ts';
import { say, scriptedEngine } from './scripted-engine.ts';

let text: Awaited<ReturnType<typeof openText>>;
let server: Awaited<ReturnType<typeof listen>>;
let client: OpenAI;

beforeEach(async () => {
  text = await openText(fetchShell);
  server = await listen(text.gateway);
  client = connect(server.port);
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
  await text[Symbol.asyncDispose]();
});

const model = 'qx3.8-max';
const messages = [{ role: 'user', content: 'What is a paper boat?' }] as const;
const connect = (port: number) =>
  new OpenAI({ apiKey: 'sk-alpha', baseURL: `http://127.0.0.1:${port}/v1`, maxRetries: 0 });

test('completes a chat', async () => {
  const completion = await client.chat.completions.create({ model, messages: [...messages], stream: false });
  expect(completion.choices[0]?.message.content).toContain('a paper boat');
  expect(completion.usage?.total_tokens).toBe(
    (completion.usage?.prompt_tokens ?? 0) + (completion.usage?.completion_tokens ?? 0),
  );
});

test('streams a chat', async () => {
  const stream = await client.chat.completions.create({
    model,
    messages: [...messages],
    seed: 3,
    stream: true,
    stream_options: { include_usage: true },
  });
  let content = '';
  let tokens = 0;
  for await (const chunk of stream) {
    content += chunk.choices[0]?.delta.content ?? '';
    tokens = chunk.usage?.completion_tokens ?? tokens;
  }
  expect(content).toContain('a paper boat');
  expect(tokens).toBeGreaterThan(20);
});

test('accumulates a chat by its stream helper', async () => {
  const runner = client.chat.completions.stream({ model, messages: [...messages], seed: 3 });
  const final = await runner.finalChatCompletion();
  expect(final.choices[0]?.finish_reason).toBe('stop');
  expect(final.choices[0]?.message.content).toContain('a paper boat');
});

test('creates a response', async () => {
  const response = await client.responses.create({ model, input: 'What is a paper boat?' });
  expect(response.output_text).toContain('a paper boat');
  expect(response.usage?.input_tokens_details.cached_tokens).toBe(0);
});

test('streams a response with a tool', async () => {
  const stream = await client.responses.create({
    model,
    input: 'Search the web for paper boats.',
    tools: [{ type: 'web_search' }],
    stream: true,
  });
  const types = new Set<string>();
  let output = '';
  for await (const event of stream) {
    types.add(event.type);
    if (event.type === 'response.output_text.delta') output += event.delta;
    if (event.type === 'response.completed') expect(event.response.output).toHaveLength(3);
  }
  expect(output).toContain('paper boats');
  expect([...types].at(-1)).toBe('response.completed');
});

test('accumulates a response by its stream helper', async () => {
  const runner = client.responses.stream({
    model,
    input: 'Search the web for paper boats.',
    tools: [{ type: 'web_search' }],
  });
  const final = await runner.finalResponse();
  expect(final.status).toBe('completed');
  expect(final.output.map(({ type }) => type)).toEqual(['reasoning', 'web_search_call', 'message']);
  expect(final.output_text).toContain('paper boats');
});

test('parses an answer by a schema, and a response', async () => {
  const schema = {
    type: 'object',
    properties: {
      colour: { type: 'string', enum: ['red', 'blue'] },
      length: { type: 'integer', minimum: 1 },
    },
    required: ['colour', 'length'],
    additionalProperties: false,
  };
  const completion = await client.chat.completions.parse({
    model,
    messages: [...messages],
    stream: false,
    response_format: { type: 'json_schema', json_schema: { name: 'boat', strict: true, schema } },
  });
  expect(completion.choices[0]?.message.parsed).toEqual({
    colour: expect.stringMatching(/^(red|blue)$/),
    length: expect.any(Number),
  });
  const response = await client.responses.parse({
    model,
    input: 'What is a paper boat?',
    text: { format: { type: 'json_schema', name: 'boat', strict: true, schema } },
  });
  expect(response.output_parsed).toMatchObject({ length: expect.any(Number) });
});

test('declares a function, which a chat ignores', async () => {
  const completion = await client.chat.completions.create({
    model,
    messages: [...messages],
    stream: false,
    tools: [{ type: 'function', function: { name: 'fold', parameters: { type: 'object', properties: {} } } }],
  });
  expect(completion.choices[0]?.finish_reason).toBe('stop');
  expect(completion.choices[0]?.message.tool_calls).toBeUndefined();
});

test('submits an image and polls its task', async () => {
  const submitted: unknown = await client.images.generate({ model: 'qx-image-3.0', prompt: 'A boat' });
  const id = String(at(submitted, 'data', 0, 'task_id'));
  const task: unknown = await client.get(`/tasks/${id}`);
  expect([at(task, 'id'), at(task, 'status')]).toEqual([id, 'submitted']);
});

test('throws the errors of the gateway', async () => {
  const refused = client.responses.create({
    model,
    input: 'Hi',
    tools: [{ type: 'web_extractor' } as never],
  });
  await expect(refused).rejects.toMatchObject({
    status: 400,
    type: 'invalid_request_error',
    param: '/tools/0/type',
  });
});

test('throws when a stream breaks off', async () => {
  const engine = scriptedEngine([say('A folded', 2), { kind: 'failed', message: 'cut' }]);
  await using broken = await openText(fetchShell, { ports: { textEngine: engine } });
  await using other = await listen(broken.gateway);
  const breaking = connect(other.port);
  const chat = async () => {
    const stream = await breaking.chat.completions.create({ model, messages: [...messages], stream: true });
    for await (const chunk of stream) expect(chunk.object).toBe('chat.completion.chunk');
  };
  const response = async () => {
    const stream = await breaking.responses.create({ model, input: 'Hi', stream: true });
    for await (const event of stream) expect(event.type).toMatch(/^response\./);
  };
  await expect(chat()).rejects.toThrow(APIError);
  await expect(response()).rejects.toThrow(APIError);
});

test('stops the model and is charged for what it received when it leaves the loop', async () => {
  const engine = scriptedEngine(Array.from({ length: 1_000_000 }, () => say(' more', 1)));
  await using endless = await openText(fetchShell, { ports: { textEngine: engine } });
  await using other = await listen(endless.gateway);
  const stream = await connect(other.port).chat.completions.create({
    model,
    messages: [...messages],
    stream: true,
  });
  for await (const chunk of stream) if (chunk.choices[0]?.delta.content) break;
  await until('the model is stopped', () => engine.stopped() === 1);
  const account = await endless.store.findAccount('alpha');
  expect(account?.held).toBe(0n);
  expect(account?.used).toBeGreaterThan(0n);
});
