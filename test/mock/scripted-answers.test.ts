import { describe, expect, test } from 'vitest';
import { gptTokenizer } from '../../src/adapters/platform/gpt-tokenizer.ts';
import { createTextSimulator } from '../../src/adapters/text-engine/create-text-simulator.ts';
import { modelsFor } from '../../src/contract/catalogue.ts';
import { toScript } from '../../src/mock/scenarios/scenarios.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { at, listAt } from '../support/open-wire.ts';
import { shells } from '../support/shells.ts';
import { openMock } from './open-mock.ts';

const CHAT = { model: 'qx3.8-max', messages: [{ role: 'user', content: 'How much is two and two?' }] };
const RESPONSE = { model: 'qx3.8-max', input: 'How much is two and two?' };

/** The data of a stream's events, without the final marker. */
function readEvents(text: string): readonly unknown[] {
  const lines = text.split('\n').filter((line) => line.startsWith('data: {'));
  return lines.map((line): unknown => JSON.parse(line.slice('data: '.length)));
}

test('a script sets the pace', async () => {
  const pauses: number[] = [];
  const pacer = { pause: async (milliseconds: number) => void pauses.push(milliseconds) };
  const [model] = modelsFor('chat_completion');
  if (!model) throw new Error('There is a text model.');
  const { reply } = createTextSimulator({ clock: createManualClock(), pacer, tokenizer: gptTokenizer });
  const job = {
    model,
    messages: [],
    imageCount: 0,
    inputTokens: 1,
    maxOutputTokens: 100,
    tools: [],
    stop: [],
    owner: 'alpha',
    seed: 1,
  };
  const script = toScript({
    operation: 'createResponse',
    outcome: 'reply',
    reply: { text: 'one two three four five six seven', reasoning: '', pace: '1.5s' },
  });
  if (!script) throw new Error('There is a script.');
  const kinds: string[] = [];
  for await (const { kind } of reply(job, script, undefined)) kinds.push(kind);
  expect(kinds).toEqual(['text', 'text', 'text', 'end']);
  expect(pauses).toEqual([300, 1500, 1500, 1500]);
});

describe.each(shells)('$name shell', (shell) => {
  test('a scripted answer ends at a stop text of the request', async () => {
    await using mock = await openMock(shell);
    const reply = { text: 'Two and two is four.', reasoning: '', finish_reason: 'length' } as const;
    await mock.control.addScenario({ operation: 'createChatCompletion', outcome: 'reply', reply });
    const ask = async (stop: string) => {
      const body = { ...CHAT, stream: false, stop };
      return at((await mock.ask('POST', '/v1/chat/completions', { body })).body, 'choices', 0);
    };
    expect(await ask('is')).toMatchObject({ message: { content: 'Two and two ' }, finish_reason: 'stop' });
    expect(await ask('five')).toMatchObject({ message: { content: reply.text }, finish_reason: 'length' });
  });

  test('a scripted answer ends with stop unless its script says otherwise', async () => {
    await using mock = await openMock(shell);
    const reply = { text: 'Four.' };
    await mock.control.addScenario({ operation: 'createChatCompletion', outcome: 'reply', reply });
    const { body } = await mock.ask('POST', '/v1/chat/completions', { body: { ...CHAT, stream: false } });
    expect(at(body, 'choices', 0)).toMatchObject({ message: { content: 'Four.' }, finish_reason: 'stop' });
  });

  test('a script answers chats that are as long as the gateway accepts', async () => {
    await using mock = await openMock(shell);
    const reply = { text: 'Four.' };
    await mock.control.addScenario({ operation: 'createChatCompletion', outcome: 'reply', reply });
    const messages = [{ role: 'user', content: 'two and two '.repeat(100_000) }];
    const { status } = await mock.ask('POST', '/v1/chat/completions', {
      body: { ...CHAT, messages, stream: false },
    });
    expect(status).toBe(200);
  });

  test('a chat completion contains the text of its script, word for word, and is charged', async () => {
    await using mock = await openMock(shell);
    const text = 'Four.\n\n- two\n- and two \u{1F9EE} ';
    await mock.control.addScenario({
      operation: 'createChatCompletion',
      outcome: 'reply',
      reply: { text, reasoning: 'Two and two make four.', finish_reason: 'length' },
      times: 2,
    });
    const whole = await mock.ask('POST', '/v1/chat/completions', { body: { ...CHAT, stream: false } });
    expect(at(whole.body, 'choices', 0)).toMatchObject({
      message: { content: text },
      finish_reason: 'length',
    });
    expect(Number((await mock.control.getAccount('sk-mock')).used)).toBeGreaterThan(0);

    const { text: stream } = await mock.ask('POST', '/v1/chat/completions', { body: CHAT });
    const deltas = readEvents(stream).map((event) => at(event, 'choices', 0, 'delta'));
    expect(deltas.map((delta) => at(delta, 'content') ?? '').join('')).toBe(text);
    const reasoning = deltas.map((delta) => at(delta, 'reasoning_content') ?? '').join('');
    expect(reasoning).toBe('Two and two make four.');

    const third = await mock.ask('POST', '/v1/chat/completions', { body: { ...CHAT, stream: false } });
    expect(at(third.body, 'choices', 0, 'finish_reason')).toBe('stop');
    expect(at(third.body, 'choices', 0, 'message', 'content')).not.toBe(text);
  });

  test('a script keeps to the limits of its request', async () => {
    await using mock = await openMock(shell);
    await mock.control.addScenario({
      operation: 'createChatCompletion',
      outcome: 'reply',
      reply: { text: 'one two three four five six', reasoning: '' },
    });
    const ask = async (limits: object) => {
      const body = { ...CHAT, stream: false, ...limits };
      const answer = await mock.ask('POST', '/v1/chat/completions', { body });
      const choice = at(answer.body, 'choices', 0);
      return [at(choice, 'message', 'content'), at(choice, 'finish_reason')];
    };
    expect(await ask({ stop: ' four' })).toEqual(['one two three', 'stop']);
    expect(await ask({ max_tokens: 2 })).toEqual(['one two', 'length']);
  });

  test('a response calls the tools of its script that the request declares', async () => {
    await using mock = await openMock(shell);
    await mock.control.addScenario({
      operation: 'createResponse',
      outcome: 'reply',
      reply: {
        text: 'Because',
        tool_calls: [
          { tool: 'web_search', query: 'paper boats' },
          { tool: 'code_interpreter' },
          { tool: 'image_search' },
        ],
        finish_reason: 'length',
      },
    });
    const body = { ...RESPONSE, tools: [{ type: 'web_search' }, { type: 'code_interpreter' }] };
    const answer = await mock.ask('POST', '/v1/responses', { body });
    expect(answer.body).toMatchObject({
      status: 'incomplete',
      incomplete_details: { reason: 'max_output_tokens' },
      usage: { x_tools: { web_search: { count: 1 }, code_interpreter: { count: 1 } } },
    });
    expect(at(answer.body, 'usage', 'x_tools')).not.toHaveProperty('image_search');
    const items = listAt(answer.body, 'output');
    expect(items.map((item) => at(item, 'type'))).toEqual(['reasoning', 'web_search_call', 'message']);
    expect(at(items[1], 'action', 'query')).toBe('paper boats');
    expect(at(items[2], 'content', 0, 'text')).toBe('Because');

    const stream = await mock.ask('POST', '/v1/responses', { body: { ...RESPONSE, stream: true } });
    const types = readEvents(stream.text).map((event) => at(event, 'type'));
    expect(types.at(-1)).toBe('response.incomplete');
    expect(types).not.toContain('response.web_search_call.completed');
  });

  test.each<[string, Readonly<Record<string, unknown>>, string]>([
    ['no script', { operation: 'createResponse', outcome: 'reply' }, '/reply'],
    ['a script of nothing', { operation: 'createResponse', outcome: 'reply', reply: {} }, '/reply/text'],
    [
      'a script for a task',
      { operation: 'createImage', outcome: 'reply', reply: { text: 'Four.' } },
      '/outcome',
    ],
    [
      'a script beside another outcome',
      { operation: 'createResponse', outcome: 'drop', reply: { text: 'Four.' } },
      '/reply',
    ],
    [
      'a tool in a chat',
      {
        operation: 'createChatCompletion',
        outcome: 'reply',
        reply: { text: 'Four.', tool_calls: [{ tool: 'web_search' }] },
      },
      '/reply/tool_calls',
    ],
    [
      'a tool that no model has',
      {
        operation: 'createResponse',
        outcome: 'reply',
        reply: { text: 'Four.', tool_calls: [{ tool: 'web_serch' }] },
      },
      '/reply/tool_calls/0/tool',
    ],
    [
      'a tool that is called twice',
      {
        operation: 'createResponse',
        outcome: 'reply',
        reply: { text: 'Four.', tool_calls: [{ tool: 'web_search' }, { tool: 'web_search' }] },
      },
      '/reply/tool_calls/1/tool',
    ],
    [
      'a finish reason that no answer has',
      {
        operation: 'createResponse',
        outcome: 'reply',
        reply: { text: 'Four.', finish_reason: 'tool_calls' },
      },
      '/reply/finish_reason',
    ],
    [
      'a pace that is none',
      { operation: 'createResponse', outcome: 'reply', reply: { text: 'Four.', pace: 'slowly' } },
      '/reply/pace',
    ],
    ['a cancelled answer', { operation: 'createResponse', outcome: 'cancel' }, '/outcome'],
    ['a cancelled poll', { operation: 'getTask', outcome: 'cancel' }, '/outcome'],
  ])('refuses %s', async (_what, body, param) => {
    await using mock = await openMock(shell);
    const answer = await mock.ask('POST', '/__mock/scenarios', { body });
    expect([answer.status, at(answer.body, 'error', 'param')]).toEqual([400, param]);
    expect(await mock.control.listScenarios()).toEqual([]);
  });

  test('suggests the tool that was probably meant', async () => {
    await using mock = await openMock(shell);
    const reply = { text: 'Four.', tool_calls: [{ tool: 'web_serch' }] };
    const body = { operation: 'createResponse', outcome: 'reply', reply };
    const answer = await mock.ask('POST', '/__mock/scenarios', { body });
    expect(at(answer.body, 'error', 'message')).toMatch(
      /^no model has the tool "web_serch"; the tools are web_search, web_extractor, code_interpreter, web_search_image, image_search\b.*\. Did you mean web_search\?$/,
    );
  });
});
