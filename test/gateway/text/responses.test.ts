import { describe, expect, test } from 'vitest';
import { at, listAt } from '../../support/open-wire.ts';
import { shells } from '../../support/shells.ts';
import { until } from '../../support/until.ts';
import { fetchShell, joined, openText, RESPONSES, startStream } from './open-text.ts';
import { readData } from './read-events.ts';
import { call, say, scriptedEngine, shortScript, stop, think, untilLeft } from './scripted-engine.ts';

const message = {
  id: 'msg_000001_1',
  type: 'message',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text: 'A folded toy.', annotations: [] }],
};
const reasoning = {
  id: 'rs_000001_0',
  type: 'reasoning',
  status: 'completed',
  summary: [{ type: 'summary_text', text: 'A toy question.' }],
};
const usage = {
  input_tokens: 6,
  output_tokens: 25,
  total_tokens: 31,
  input_tokens_details: { cached_tokens: 0 },
  prompt_tokens_details: { cached_tokens: 0 },
  output_tokens_details: { reasoning_tokens: 10 },
  x_tools: {},
};
const whole = {
  id: 'resp_000001',
  object: 'response',
  created_at: 1_767_225_600,
  model: 'qx3.8-max',
  status: 'completed',
  output: [reasoning, message],
  usage,
};

describe.each(shells)('through the $name shell', (shell) => {
  test('gives a complete answer unless a stream is requested', async () => {
    await using text = await openText(shell, { ports: { textEngine: scriptedEngine(shortScript) } });
    const answer = await text.respond({});
    expect(answer.body).toEqual(whole);
    expect((await text.respond({ stream: false })).body).toMatchObject({ object: 'response' });
  });

  test('streams numbered events, the last with the complete answer', async () => {
    await using text = await openText(shell, { ports: { textEngine: scriptedEngine(shortScript) } });
    const { data } = await text.respond({ stream: true });
    expect(data.map((event) => at(event, 'type'))).toEqual([
      'response.created',
      'response.in_progress',
      'response.output_item.added',
      'response.reasoning_summary_part.added',
      'response.reasoning_summary_text.delta',
      'response.reasoning_summary_text.delta',
      'response.reasoning_summary_text.done',
      'response.reasoning_summary_part.done',
      'response.output_item.done',
      'response.output_item.added',
      'response.content_part.added',
      'response.output_text.delta',
      'response.output_text.delta',
      'response.output_text.done',
      'response.content_part.done',
      'response.output_item.done',
      'response.completed',
    ]);
    expect(data.map((event) => at(event, 'sequence_number'))).toEqual(data.map((_event, index) => index));
    expect(at(data[0], 'response')).toEqual({
      ...whole,
      status: 'in_progress',
      output: [],
      usage: undefined,
    });
    expect(at(data[8], 'item')).toEqual(reasoning);
    expect(at(data[13], 'text')).toBe('A folded toy.');
    expect(at(data[15], 'item')).toEqual(message);
    expect(at(data.at(-1), 'response')).toEqual(whole);
  });

  test('calls the tools that are declared and requested, and counts them', async () => {
    await using text = await openText(shell);
    const { body } = await text.respond({
      input: 'Search the web for paper boats, then calculate how many fit a bathtub.',
      tools: [
        { type: 'web_search' },
        { type: 'code_interpreter' },
        { type: 'web_search_image' },
        { type: 'web_search' },
      ],
    });
    expect(at(body, 'usage', 'x_tools')).toEqual({
      web_search: { count: 1 },
      code_interpreter: { count: 1 },
    });
    expect(listAt(body, 'output').map((item) => at(item, 'type'))).toEqual([
      'reasoning',
      'web_search_call',
      'message',
    ]);
    expect(at(body, 'output', 1)).toMatchObject({ status: 'completed', action: { query: 'paper boats' } });
  });
});

test('streams a search as an item of its own, and other tools not at all', async () => {
  const engine = scriptedEngine([
    think('Where?', 1),
    call('web_search'),
    call('code_interpreter'),
    say('Here.', 1),
    stop,
  ]);
  await using text = await openText(fetchShell, { ports: { textEngine: engine } });
  const tools = [{ type: 'web_search' }, { type: 'code_interpreter' }];
  const { data } = await text.respond({ stream: true, tools });
  const search = {
    id: 'ws_000001_1',
    type: 'web_search_call',
    action: { type: 'search', query: 'paper boats' },
  };
  const steps = data.map((event) => [
    String(at(event, 'type')).replace('response.', ''),
    at(event, 'output_index'),
    at(event, 'item_id') ?? at(event, 'item', 'id'),
  ]);
  expect(steps.slice(2, -1)).toEqual([
    ['output_item.added', 0, 'rs_000001_0'],
    ['reasoning_summary_part.added', 0, 'rs_000001_0'],
    ['reasoning_summary_text.delta', 0, 'rs_000001_0'],
    ['reasoning_summary_text.done', 0, 'rs_000001_0'],
    ['reasoning_summary_part.done', 0, 'rs_000001_0'],
    ['output_item.done', 0, 'rs_000001_0'],
    ['output_item.added', 1, 'ws_000001_1'],
    ['output_item.done', 1, 'ws_000001_1'],
    ['output_item.added', 2, 'msg_000001_2'],
    ['content_part.added', 2, 'msg_000001_2'],
    ['output_text.delta', 2, 'msg_000001_2'],
    ['output_text.done', 2, 'msg_000001_2'],
    ['content_part.done', 2, 'msg_000001_2'],
    ['output_item.done', 2, 'msg_000001_2'],
  ]);
  expect([at(data[8], 'item'), at(data[9], 'item')]).toEqual([
    { ...search, status: 'in_progress' },
    { ...search, status: 'completed' },
  ]);
});

test('reports a citation as an annotation of the text', async () => {
  const source = { url: 'https://boats.example/', title: 'Boats' };
  const engine = scriptedEngine([
    call('web_search'),
    say('It floats', 2),
    { ...say(' [1]', 2), kind: 'text', text: ' [1]', tokens: 2, source },
    say('.', 1),
    stop,
  ]);
  await using text = await openText(fetchShell, { ports: { textEngine: engine } });
  const annotation = { type: 'url_citation', ...source, start_index: 10, end_index: 13 };
  const { data } = await text.respond({ stream: true, tools: [{ type: 'web_search' }] });
  expect(data.find((event) => at(event, 'type') === 'response.output_text.annotation.added')).toMatchObject({
    annotation_index: 0,
    annotation,
  });
  expect(at(data.at(-1), 'response', 'output', 1, 'content', 0)).toEqual({
    type: 'output_text',
    text: 'It floats [1].',
    annotations: [annotation],
  });
});

test.each([
  ['no tool', [], {}],
  [
    'unknown tools',
    [{ type: 't2i_search' }, { type: 'i2i_search' }, { type: '__proto__' }, { type: 'web_search', size: 3 }],
    { web_search: { count: 1 } },
  ],
  ['a tool that nobody asks for', [{ type: 'code_interpreter' }], {}],
  ['an image search without an image', [{ type: 'image_search' }], {}],
])('with %s declared', async (_what, tools, counts) => {
  await using text = await openText(fetchShell);
  const input = 'Search the web for paper boats, find similar ones.';
  const { status, body } = await text.respond({ input, tools });
  expect(status).toBe(200);
  expect(at(body, 'usage', 'x_tools')).toEqual(counts);
});

test('searches by image when the input contains one', async () => {
  await using text = await openText(fetchShell);
  const content = [
    { type: 'input_image', image_url: 'https://images.example/boat.png' },
    { type: 'input_text', text: 'Find similar pictures.' },
  ];
  const { body } = await text.respond({
    input: [{ role: 'user', content }],
    tools: [{ type: 'image_search' }],
  });
  expect(at(body, 'usage', 'x_tools')).toEqual({ image_search: { count: 1 } });
  expect(at(body, 'usage', 'input_tokens')).toBe(1024 + 4);
});

test('extracts a URL when both tools are declared', async () => {
  await using text = await openText(fetchShell);
  const { body } = await text.respond({
    input: 'Read https://boats.example/folding and tell me what it says.',
    tools: [{ type: 'web_extractor' }, { type: 'web_search' }],
  });
  expect(at(body, 'usage', 'x_tools')).toEqual({ web_extractor: { count: 1 } });
});

test('is incomplete when max_output_tokens cuts it off, thinking included', async () => {
  await using text = await openText(fetchShell, { ports: { textEngine: scriptedEngine(shortScript) } });
  const { body } = await text.respond({ max_output_tokens: 20 });
  expect(body).toMatchObject({
    status: 'incomplete',
    incomplete_details: { reason: 'max_output_tokens' },
    output: [{ type: 'reasoning' }, { status: 'incomplete', content: [{ text: 'A folded' }] }],
    usage: { output_tokens: 17, output_tokens_details: { reasoning_tokens: 10 } },
  });
  const { data } = await text.respond({ max_output_tokens: 20, stream: true });
  expect(at(data.at(-1), 'type')).toBe('response.incomplete');
  expect(joined(data, 'delta')).toBe('A toy question.A folded');
});

test('ignores PDF input and unknown parts without error', async () => {
  const engine = scriptedEngine([say('A', 1), stop]);
  await using text = await openText(fetchShell, { ports: { textEngine: engine } });
  const content = [
    { type: 'input_file', file_url: 'https://files.example/report.pdf' },
    { type: 'file', file: { file_url: 'http://127.0.0.1:1/report.pdf' } },
    { type: 'input_file', filename: 'a.pdf', file_data: 'data:application/pdf;base64,AAAA' },
    { type: 'input_text', text: 'What is a paper boat?' },
  ];
  const { status, body } = await text.respond({ input: [{ role: 'user', content }] });
  expect(status).toBe(200);
  expect(at(body, 'usage', 'input_tokens')).toBe(6);
  expect(engine.jobs[0]?.messages).toEqual([{ role: 'user', text: 'What is a paper boat?' }]);
});

test('accepts an earlier output as input, and instructions', async () => {
  const engine = scriptedEngine([say('A', 1), stop]);
  await using text = await openText(fetchShell, { ports: { textEngine: engine } });
  const input = [
    { role: 'user', content: 'Hi' },
    reasoning,
    { type: 'web_search_call', id: 'ws_1' },
    message,
  ];
  const { status } = await text.respond({ input, instructions: 'Be brief.' });
  expect(status).toBe(200);
  expect(engine.jobs[0]?.messages).toEqual([
    { role: 'system', text: 'Be brief.' },
    { role: 'user', text: 'Hi' },
    { role: 'assistant', text: 'A folded toy.' },
  ]);
});

test('a failure after the first chunk is the last event', async () => {
  const engine = scriptedEngine([think('A toy', 4), { kind: 'failed', message: 'cut' }]);
  await using text = await openText(fetchShell, { ports: { textEngine: engine } });
  const { data } = await text.respond({ stream: true });
  expect(data.at(-1)).toMatchObject({
    type: 'error',
    error: { code: 502, type: 'bad_gateway', reason: 'bad_gateway' },
  });
  expect(at(data.at(-1), 'sequence_number')).toBe(data.length - 1);
  // 6 input and 4 output tokens.
  expect(await text.store.findAccount('alpha')).toMatchObject({ used: 31_200n, held: 0n });
});

test('an answer that is not streamed and fails halfway costs nothing', async () => {
  const engine = scriptedEngine([say('A folded', 10), { kind: 'failed', message: 'cut' }]);
  await using text = await openText(fetchShell, { ports: { textEngine: engine } });
  expect((await text.respond({})).status).toBe(502);
  expect(await text.store.findAccount('alpha')).toMatchObject({ held: 0n, used: 0n });
});

test('a silence is a comment in a stream, and nothing in a complete answer', async () => {
  const gate = Promise.withResolvers<void>();
  const engine = scriptedEngine([say('A folded', 2), () => gate.promise, say(' toy.', 2), stop]);
  await using text = await openText(fetchShell, { ports: { textEngine: engine } });
  const request = { model: 'qx3.8-max', input: 'Hi' };
  const streamed = startStream(text.gateway, RESPONSES, { ...request, stream: true });
  const whole = startStream(text.gateway, RESPONSES, request);
  const chunks = (await streamed).body?.pipeThrough(new TextDecoderStream()).getReader();
  const read: string[] = [];
  const readUntil = async (part: string) => {
    for (let next = await chunks?.read(); next && !next.done; next = await chunks?.read()) {
      read.push(next.value);
      if (next.value.includes(part)) return;
    }
  };
  await readUntil('A folded');
  const silence = readUntil(': keep-alive');
  await until('both wait', () => engine.jobs.length === 2);
  await text.advance(0);
  text.clock.advance(15_000);
  await silence;
  gate.resolve();
  await readUntil('response.completed');
  const answers = [at(readData(read.join(''), 'event').at(-1), 'response'), await (await whole).json()];
  for (const answer of answers)
    expect(listAt(answer, 'output').map((item) => at(item, 'content', 0, 'text'))).toEqual(['A folded toy.']);
});

test('a client that leaves during a silence is charged for what was produced', async () => {
  const engine = scriptedEngine([say('A folded', 10), untilLeft]);
  await using text = await openText(fetchShell, { ports: { textEngine: engine } });
  const client = new AbortController();
  const answering = startStream(text.gateway, RESPONSES, { model: 'qx3.8-max', input: 'Hi' }, client.signal);
  await until('the model has begun', () => engine.jobs.length === 1);
  await text.advance(0);
  client.abort();
  await answering.catch(() => {});
  await until('the answer is charged', async () => (await text.store.findAccount('alpha'))?.held === 0n);
  // 1 input token at 1.2 and 10 output tokens at 6 USD a million.
  expect(await text.store.findAccount('alpha')).toMatchObject({ used: 61_200n });
});
