import { describe, expect, test } from 'vitest';
import type { TextPiece } from '../../../src/gateway/ports/text/text-engine.ts';
import { at } from '../../support/open-wire.ts';
import { shells } from '../../support/shells.ts';
import { until } from '../../support/until.ts';
import { CHAT, fetchShell, joined, openText, startStream, user } from './open-text.ts';
import { readEvents } from './read-events.ts';
import { call, say, scriptedEngine, shortScript, stop, think, untilLeft } from './scripted-engine.ts';

const chunk = (choice: object) => ({
  id: 'chatcmpl_000001',
  object: 'chat.completion.chunk',
  created: 1_767_225_600,
  model: 'qx3.8-max',
  choices: [{ index: 0, ...choice }],
});

describe.each(shells)('through the $name shell', (shell) => {
  test('streams by default: thinking, then the answer', async () => {
    await using text = await openText(shell, { ports: { textEngine: scriptedEngine(shortScript) } });
    const answer = await text.chat({});
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-cache, no-transform');
    expect(answer.text).not.toContain('event:');
    expect(answer.data).toEqual([
      chunk({ delta: { role: 'assistant', content: '' }, finish_reason: null }),
      chunk({ delta: { reasoning_content: 'A toy' }, finish_reason: null }),
      chunk({ delta: { reasoning_content: ' question.' }, finish_reason: null }),
      chunk({ delta: { content: 'A folded' }, finish_reason: null }),
      chunk({ delta: { content: ' toy.' }, finish_reason: null }),
      chunk({ delta: {}, finish_reason: 'stop' }),
      '[DONE]',
    ]);
  });

  test('sends the usage before the end when requested', async () => {
    await using text = await openText(shell, { ports: { textEngine: scriptedEngine(shortScript) } });
    const answer = await text.chat({ stream: true, stream_options: { include_usage: true } });
    expect(answer.data.slice(-2)).toEqual([
      {
        ...chunk({}),
        choices: [],
        usage: {
          prompt_tokens: 6,
          completion_tokens: 25,
          total_tokens: 31,
          prompt_tokens_details: { cached_tokens: 0 },
          completion_tokens_details: { reasoning_tokens: 10 },
        },
      },
      '[DONE]',
    ]);
  });

  test('the simulated model thinks first and answers the question', async () => {
    await using text = await openText(shell);
    const { data } = await text.chat({ seed: 7 });
    const isContent = data.map((value) => at(value, 'choices', 0, 'delta', 'content') !== undefined);
    const isReasoning = data.map(
      (value) => at(value, 'choices', 0, 'delta', 'reasoning_content') !== undefined,
    );
    expect(isReasoning.indexOf(true)).toBe(1);
    expect(isReasoning.lastIndexOf(true)).toBeLessThan(isContent.indexOf(true, 1));
    expect(joined(data, 'choices', 0, 'delta', 'content')).toContain('a paper boat');
  });
});

test('enable_thinking: false has no effect on a stream', async () => {
  await using text = await openText(fetchShell);
  const [off, on] = [await text.chat({ seed: 1, enable_thinking: false }), await text.chat({ seed: 1 })];
  const reasoning = joined(off.data, 'choices', 0, 'delta', 'reasoning_content');
  expect(reasoning).not.toBe('');
  expect(reasoning).toBe(joined(on.data, 'choices', 0, 'delta', 'reasoning_content'));
});

test.each([
  [[{ type: 'web_search' }]],
  [[{ type: 'function', function: { name: 'fold' } }]],
  [{ any: 'thing' }],
  ['all'],
  [null],
  [[[[42]]]],
])('ignores tools of any form: %j', async (tools) => {
  const engine = scriptedEngine([call('web_search'), ...shortScript]);
  await using text = await openText(fetchShell, { ports: { textEngine: engine } });
  const answer = await text.chat({ tools });
  expect(joined(answer.data, 'choices', 0, 'delta', 'content')).toBe('A folded toy.');
  expect(engine.jobs[0]?.tools).toEqual([]);
});

test('a failure before the first chunk has its own status, and costs nothing', async () => {
  const failed = { kind: 'failed', message: 'the model host is down' } as const;
  await using text = await openText(fetchShell, { ports: { textEngine: scriptedEngine([failed]) } });
  for (const stream of [true, false]) {
    const answer = await text.chat({ stream });
    expect(answer.status).toBe(502);
    expect(answer.body).toMatchObject({ error: { code: 502, type: 'bad_gateway', reason: 'bad_gateway' } });
    expect(answer.text).not.toContain('host');
  }
  expect(await text.store.findAccount('alpha')).toMatchObject({ held: 0n, used: 0n });
});

test.each<[string, TextPiece, number, object]>([
  [
    'too many answers by a schema',
    { kind: 'busy' },
    503,
    { message: 'The service is at capacity (answers by a JSON Schema): try again in 2 seconds.' },
  ],
  [
    'a schema that no answer fits',
    { kind: 'unfit', fault: 'impossible', reason: 'it is odd' },
    400,
    {
      message: 'response_format.json_schema.schema cannot be satisfied: it is odd',
      param: '/response_format/json_schema/schema',
    },
  ],
])('%s end an answer before it begins, and cost nothing', async (_what, piece, status, error) => {
  await using text = await openText(fetchShell, { ports: { textEngine: scriptedEngine([piece]) } });
  const json_schema = { name: 'boat', schema: { type: 'object' } };
  const answer = await text.chat({ response_format: { type: 'json_schema', json_schema } });
  expect([answer.status, at(answer.body, 'error')]).toMatchObject([status, error]);
  expect(await text.store.findAccount('alpha')).toMatchObject({ held: 0n, used: 0n });
});

test('the model is told the format that is asked for', async () => {
  const engine = scriptedEngine(shortScript);
  await using text = await openText(fetchShell, { ports: { textEngine: engine } });
  await text.chat({ response_format: { type: 'json_object' } });
  await text.respond({ text: { format: { type: 'json_object' } } });
  await text.chat({});
  expect(engine.jobs.map(({ format }) => format)).toEqual([
    { kind: 'object' },
    { kind: 'object' },
    undefined,
  ]);
});

test('a prompt is cached once for an answer, and an answer whose prompt cannot be cached costs nothing', async () => {
  const boats = ' a'.repeat(2000);
  const content = [{ type: 'text', text: boats, cache_control: { type: 'ephemeral' } }];
  const messages = [{ role: 'system', content }, user('Hi')];
  await using text = await openText(fetchShell, { ports: { textEngine: scriptedEngine(shortScript) } });
  const error = new Error('no room');
  let saved = 0;
  Object.assign(text.store, {
    saveCachedPrefixes: async () => {
      saved += 1;
      if (saved > 1) throw error;
    },
  });
  expect((await text.chat({ messages })).status).toBe(200);
  expect(saved).toBe(1);
  const used = (await text.store.findAccount('alpha'))?.used;
  expect((await text.chat({ messages, stream: false })).status).toBe(500);
  expect(text.faults.splice(0)).toEqual([error]);
  expect(await text.store.findAccount('alpha')).toMatchObject({ held: 0n, used });
});

test('a charge that cannot be settled is a fault, and the answer is complete', async () => {
  await using text = await openText(fetchShell, { ports: { textEngine: scriptedEngine(shortScript) } });
  const error = new Error('the books are closed');
  Object.assign(text.store, { settle: () => Promise.reject(error) });
  expect((await text.chat({})).data.at(-1)).toBe('[DONE]');
  expect(text.faults.splice(0)).toEqual([error]);
});

test('a shell that cannot say when its client leaves gets its answers', async () => {
  await using text = await openText(fetchShell, { ports: { textEngine: scriptedEngine(shortScript) } });
  const body = { model: 'qx3.8-max', stream: false, messages: [user('Hi')] };
  const answer = await text.gateway.handle({
    method: 'POST',
    target: CHAT,
    origin: 'http://gateway.example',
    header: (name) => (name === 'authorization' ? 'Bearer sk-alpha' : undefined),
    readBody: async () => new TextEncoder().encode(JSON.stringify(body)),
    signal: () => undefined,
  });
  expect([answer.status, JSON.parse(String(answer.body))]).toMatchObject([
    200,
    { choices: [{ message: { content: 'A folded toy.' } }] },
  ]);
  expect(await text.store.findAccount('alpha')).toMatchObject({ held: 0n });
});

test('a failure after the first chunk ends the stream with an error, and what was produced is charged', async () => {
  const engine = scriptedEngine([say('A folded', 10), { kind: 'failed', message: 'cut' }]);
  await using text = await openText(fetchShell, { ports: { textEngine: engine } });
  const { data } = await text.chat({});
  expect(data).toHaveLength(3);
  expect(data[2]).toEqual({
    error: {
      code: 502,
      type: 'bad_gateway',
      reason: 'bad_gateway',
      message: 'The model service is temporarily unavailable.',
    },
  });
  // 6 input tokens at 1.2 and 10 output tokens at 6 USD a million.
  expect(await text.store.findAccount('alpha')).toMatchObject({ held: 0n, used: 67_200n });
});

test('an answer that is not streamed and fails halfway costs nothing', async () => {
  const engine = scriptedEngine([say('A folded', 10), { kind: 'failed', message: 'cut' }]);
  await using text = await openText(fetchShell, { ports: { textEngine: engine } });
  expect((await text.chat({ stream: false })).status).toBe(502);
  expect(await text.store.findAccount('alpha')).toMatchObject({ held: 0n, used: 0n });
});

test('a throwing model is a fault: 500 before the first chunk, an error event after it', async () => {
  const error = new Error('secret detail');
  await using early = await openText(fetchShell, { ports: { textEngine: scriptedEngine([error]) } });
  const refused = await early.chat({});
  expect(refused.status).toBe(500);
  expect(at(refused.body, 'error', 'message')).toBe(
    `Internal server error. Please include request id ${refused.headers.get('x-request-id')} when you report it.`,
  );
  expect(early.faults.splice(0)).toEqual([error]);
  const engine = scriptedEngine([think('A toy', 4), error]);
  await using late = await openText(fetchShell, { ports: { textEngine: engine } });
  const { data } = await late.chat({});
  expect(data.at(-1)).toMatchObject({ error: { code: 500, type: 'server_error' } });
  expect(late.faults.splice(0)).toEqual([error]);
});

test('a comment is sent after 15 seconds of silence', async () => {
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const engine = scriptedEngine([think('A toy', 4), () => gate, say('Done.', 2), stop]);
  await using text = await openText(fetchShell, { ports: { textEngine: engine } });
  const response = await startStream(text.gateway, CHAT, {
    model: 'qx3.8-max',
    messages: [{ role: 'user', content: 'Hi' }],
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const first = [(await reader?.read())?.value, (await reader?.read())?.value].join('');
  expect(first).toContain('A toy');
  const waiting = reader?.read();
  await text.advance(0);
  text.clock.advance(14_999);
  await text.advance(0);
  text.clock.advance(1);
  expect((await waiting)?.value).toBe(': keep-alive\n\n');
  open();
  let rest = '';
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) rest += next.value;
  expect(
    readEvents(rest)
      .map(({ data }) => data)
      .at(-1),
  ).toBe('[DONE]');
  expect(rest).not.toContain('keep-alive');
});

test('a stream starts after 15 seconds even when the model is still silent', async () => {
  const engine = scriptedEngine([untilLeft]);
  await using text = await openText(fetchShell, { ports: { textEngine: engine } });
  const starting = startStream(text.gateway, CHAT, {
    model: 'qx3.8-max',
    messages: [{ role: 'user', content: 'Hi' }],
  });
  await until('the model is asked', () => engine.jobs.length === 1);
  text.clock.advance(15_000);
  const response = await starting;
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader?.read())?.value).toContain('"role":"assistant"');
  expect((await reader?.read())?.value).toBe(': keep-alive\n\n');
  await reader?.cancel();
  expect(await text.store.findAccount('alpha')).toMatchObject({ held: 0n, used: 0n });
});
