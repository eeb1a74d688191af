import { afterAll, expect, expectTypeOf, test, vi } from 'vitest';
import contract from '../../generated/openapi.json' with { type: 'json' };
import { readEvents } from '../../src/client/answers/read-events.ts';
import { createClient, GatewrightError } from '../../src/client/index.ts';
import { createFetchHandler } from '../../src/http/fetch.ts';
import { createControlClient } from '../../src/mock/control-client.ts';
import { createMock } from '../../src/mock/create-mock.ts';

const streamEvent = contract.components.schemas.ResponseStreamEvent;
const mock = createMock({ isFrozen: true, seed: 7, reportFault: console.error });
afterAll(() => mock.close());
const requests: Request[] = [];
const handler = createFetchHandler(mock.gateway);
const fetch = (request: Request) => {
  requests.push(request.clone());
  return handler(request);
};
const baseUrl = 'http://gateway.test';
const client = createClient({ baseUrl, apiKey: 'sk-mock', fetch });

const chat = {
  model: 'qx3.8-max',
  messages: [{ role: 'user', content: 'What is a boat?' }],
  seed: 1,
} as const;
const question = {
  model: 'qx3.8-max',
  input: 'Search the web: what is a boat?',
  tools: [{ type: 'web_search' }],
} as const;

test('the concatenated stream of a chat equals the answer without streaming', async () => {
  const stream = await client.chat.stream(chat);
  let text = '';
  for await (const { choices } of stream) text += choices[0]?.delta.content ?? '';
  const final = await stream.final();
  expect(text.length).toBeGreaterThan(20);
  expect(final.choices[0]?.message.content).toBe(text);
  const whole = await client.chat.create(chat);
  const { id: _id, usage, ...rest } = whole;
  expect(final).toMatchObject({ ...rest, created: final.created });
  expect(final.usage?.completion_tokens).toBe(usage?.completion_tokens);
});

test('a second loop over a stream is an error, not an empty answer', async () => {
  const stream = await client.chat.stream(chat);
  await drain(stream);
  await expect(drain(stream)).rejects.toThrow('read before: final() gives the whole answer');
  expect((await stream.final()).choices[0]?.finish_reason).toBeTruthy();
});

test('final() reads the whole stream by itself', async () => {
  const final = await (await client.chat.stream(chat)).final();
  expect(final).toMatchObject({ object: 'chat.completion', choices: [{ finish_reason: 'stop' }] });
});

test('stream is always sent', async () => {
  const from = requests.length;
  await client.chat.create(chat);
  await client.responses.create(question);
  (await client.chat.stream(chat)).abort();
  (await client.responses.stream(question)).abort();
  const bodies = await Promise.all(requests.slice(from).map((request) => request.json()));
  expect(bodies.map((body) => (body as { stream?: unknown }).stream)).toEqual([false, false, true, true]);
});

test('a streamed response ends with the whole response', async () => {
  const stream = await client.responses.stream(question);
  let text = '';
  for await (const event of stream) if (event.type === 'response.output_text.delta') text += event.delta;
  const { status, output, usage } = await stream.final();
  expect(status).toBe('completed');
  const message = output.find(({ type }) => type === 'message');
  expect(message?.content?.[0]?.text).toBe(text);
  expect(usage?.x_tools).toEqual({ web_search: { count: 1 } });
});

test('the type of an event tells which members it has', async () => {
  const members = new Map<string, readonly string[]>(Object.entries(streamEvent['x-members-by-type']));
  const texts: string[] = [];
  const seen = new Set<string>();
  for await (const event of await client.responses.stream(question)) {
    const { type, sequence_number: _, ...own } = event;
    expect(Object.keys(own).sort(), type).toEqual([...(members.get(type) ?? [])].sort());
    seen.add(type);
    switch (event.type) {
      case 'response.created':
        // @ts-expect-error there is no text yet
        expect(event.delta).toBe(undefined);
        expectTypeOf(event.response.id).toEqualTypeOf<string | undefined>();
        break;
      case 'response.output_text.delta':
        texts.push(event.delta);
        break;
      case 'response.output_text.annotation.added':
        expect(event.annotation.url).toMatch(/^https:/);
    }
  }
  expect(texts.length).toBeGreaterThan(1);
  const ends = ['error', 'response.failed', 'response.incomplete']; // of other answers
  expect([...seen, ...ends].sort()).toEqual([...members.keys()].sort());
});

test('a rejection before the stream is an error with its violations', async () => {
  const refused = await client.chat.stream({ ...chat, max_tokens: 0 }).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(GatewrightError);
  expect(refused).toMatchObject({ status: 400, param: '/max_tokens' });
});

test('a failure within the stream is an error of the loop and of final', async () => {
  const control = createControlClient({ baseUrl, fetch });
  await control.addScenario({ operation: 'createChatCompletion', outcome: 'fail', times: 2 });
  for (const read of ['loop', 'final']) {
    const stream = await client.chat.stream(chat);
    const reading = read === 'final' ? stream.final() : drain(stream);
    await expect(reading).rejects.toMatchObject({ name: 'GatewrightError', type: 'bad_gateway' });
  }
});

async function drain(events: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of events);
}

test('abort ends the answer, whoever reads it', async () => {
  const stream = await client.chat.stream(chat);
  stream.abort();
  await expect(drain(stream)).rejects.toMatchObject({ name: 'AbortError' });
  const leaving = new AbortController();
  const other = await client.chat.stream(chat, { signal: leaving.signal });
  leaving.abort();
  await expect(other.final()).rejects.toMatchObject({ name: 'AbortError' });
});

test('final() rejects with what broke the loop before it', async () => {
  const control = createControlClient({ baseUrl, fetch });
  await control.addScenario({ operation: 'createChatCompletion', outcome: 'fail', times: 1 });
  const failed = await client.chat.stream(chat);
  await expect(drain(failed)).rejects.toThrow('temporarily unavailable');
  await expect(failed.final()).rejects.toThrow('temporarily unavailable');
  const ended = await client.chat.stream(chat);
  const reading = (async () => {
    for await (const _ of ended) ended.abort();
  })();
  await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
  await expect(ended.final()).rejects.toMatchObject({ name: 'AbortError' });
  const left = await client.chat.stream(chat);
  for await (const _ of left) break;
  await expect(left.final()).rejects.toMatchObject({
    name: 'AbortError',
    message: 'The answer was abandoned before it was complete.',
  });
});

test('a page instead of a stream is an error before the stream', async () => {
  const headers = { 'content-type': 'text/html; charset=utf-8' };
  let sent: Request | undefined;
  const other = createClient({
    baseUrl,
    apiKey: 'k',
    fetch: async (request) => {
      sent = request;
      return new Response('<html>Welcome</html>', { headers });
    },
  });
  await expect(other.chat.stream(chat)).rejects.toMatchObject({
    status: 200,
    message: 'POST /v1/chat/completions answered 200 with a page instead of a stream',
  });
  expect(sent?.signal.aborted, 'so that its connection is free').toBe(true);
});

const CHUNK = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm' };
const CHOICE = { index: 0, delta: { content: 'Ahoy' }, finish_reason: 'stop' };
const WHOLE = `data: ${JSON.stringify({ ...CHUNK, choices: [CHOICE] })}\n\ndata: [DONE]\n\n`;

test.each(['close', 'error'] as const)(
  'a chat that is done is read to the end of its body, which may %s',
  async (end) => {
    let wasLeft = false;
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode(WHOLE)),
      pull: (controller) => controller[end](),
      cancel() {
        wasLeft = true;
      },
    });
    const other = createClient({ baseUrl, apiKey: 'k', fetch: async () => new Response(body) });
    const stream = await other.chat.stream(chat);
    await drain(stream);
    expect((await stream.final()).choices[0]?.message.content).toBe('Ahoy');
    expect(wasLeft).toBe(false);
  },
);

test.each(['close', 'stay'] as const)(
  'a chat that ends without a reason is broken off, whether its connections %s',
  async (end) => {
    const text = `data: ${JSON.stringify({ ...CHUNK, choices: [{ ...CHOICE, finish_reason: null }] })}\n\ndata: [DONE]\n\n`;
    const body = () =>
      new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode(text));
          if (end === 'close') controller.close();
        },
      });
    const other = createClient({ baseUrl, apiKey: 'k', fetch: async () => new Response(body()) });
    const message = 'The stream ended before the answer was complete.';
    const stream = await other.chat.stream(chat);
    await expect(drain(stream)).rejects.toThrow(message);
    await expect(stream.final()).rejects.toThrow(message);
    await expect((await other.chat.stream(chat)).final()).rejects.toThrow(message);
  },
);

const bodyOf = (parts: readonly string[]) =>
  new Blob([...parts]).size === 0
    ? new ReadableStream<Uint8Array<ArrayBuffer>>({ start: (controller) => controller.close() })
    : ReadableStream.from(parts.map((part) => new TextEncoder().encode(part)));

test.each([
  ['one event', ['data: a\n\n'], ['a']],
  ['events cut anywhere', ['da', 'ta: a\n', '\nda', 'ta:b\n\n'], ['a', 'b']],
  ['CRLF, cut between its halves', ['data: a\r', '\n\r\ndata: b\r\n\r\n'], ['a', 'b']],
  ['CRLF within an event, cut between its halves', ['data: a\r', '\ndata: b\r\n\r\n'], ['a\nb']],
  ['CR alone', ['data: a\r\rdata: b\r\r'], ['a', 'b']],
  ['several lines of data', ['data: a\ndata: b\n\n'], ['a\nb']],
  ['comments, names and ids', [': keep-alive\n\nevent: x\nid: 1\ndata: a\n\n'], ['a']],
  ['an event without its blank line', ['data: a\n\ndata: b'], ['a']],
  ['CR alone at the end', ['data: a\r', '\r'], ['a']],
  ['a field without a colon', ['data\ndata: a\ndatum: b\n\n'], ['\na']],
  ['nothing', [], []],
])('events are read: %s', async (_what, parts, want) => {
  const found: string[] = [];
  for await (const data of readEvents(bodyOf(parts))) found.push(data);
  expect(found).toEqual(want);
});

test('a multi-byte character may be split', async () => {
  const bytes = new TextEncoder().encode('data: ⛵\n\n');
  const found: string[] = [];
  const body = ReadableStream.from([bytes.slice(0, 7), bytes.slice(7, 8), bytes.slice(8)]);
  for await (const data of readEvents(body)) found.push(data);
  expect(found).toEqual(['⛵']);
});

test.each([
  ['breaks off', 'data: {"id":"c","created":1,"model":"m","choices":[]}\n\n', 'The stream ended before'],
  ['is no JSON', 'data: oops\n\n', 'is not a JSON object: oops'],
  ['is null', 'data: null\n\n', 'is not a JSON object: null'],
])('a stream that %s is an error', async (_what, body, message) => {
  const broken = createClient({ baseUrl, apiKey: 'k', fetch: async () => new Response(body) });
  await expect((await broken.chat.stream(chat)).final()).rejects.toThrow(message);
  await expect(drain(await broken.chat.stream(chat))).rejects.toThrow(message);
});

test.each([
  [
    { type: 'error', code: 'overloaded', message: 'Too many people ask', param: null },
    { status: 200, type: 'server_error', reason: 'overloaded' },
  ],
  [
    { type: 'error', code: 429, message: 'Too many people ask' },
    { status: 429, type: 'rate_limit_error' },
  ],
  [
    { type: 'error', error: { code: 502, message: 'Too many people ask', type: 'bad_gateway' } },
    { status: 502, type: 'bad_gateway' },
  ],
])('the event of an error ends a stream: %j', async (event, want) => {
  const body = `event: error\ndata: ${JSON.stringify(event)}\n\n`;
  const failing = createClient({ baseUrl, apiKey: 'k', fetch: async () => new Response(body) });
  const error = { name: 'GatewrightError', message: 'Too many people ask', ...want };
  await expect(drain(await failing.responses.stream(question))).rejects.toMatchObject(error);
  await expect((await failing.chat.stream(chat)).final()).rejects.toMatchObject(error);
});

const RESPONSE = { type: 'response.completed', response: { id: 'resp_1', output: [] } };

test.each([
  ['chat', WHOLE],
  ['responses', `data: ${JSON.stringify(RESPONSE)}\n\n`],
] as const)(
  '%s ends with its last event, although the service keeps the connection',
  async (kind, events) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode(events)),
    });
    const open = createClient({ baseUrl, apiKey: 'k', fetch: async () => new Response(body) });
    const stream = await (kind === 'chat' ? open.chat.stream(chat) : open.responses.stream(question));
    const final = stream.final();
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
    await vi.runAllTimersAsync();
    expect(await final).toHaveProperty('id');
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  },
);

test('chunks of other implementations may lack choices, and choices a delta', async () => {
  const last = { ...CHUNK, choices: [{ index: 0, delta: null, finish_reason: 'stop' }] };
  const chunks = [CHUNK, { ...CHUNK, choices: null }, { ...CHUNK, choices: [CHOICE] }, last];
  const events = chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('');
  const other = createClient({ baseUrl, apiKey: 'k', fetch: async () => new Response(events) });
  const { choices } = await (await other.chat.stream(chat)).final();
  expect(choices[0]?.message.content).toBe('Ahoy');
});

test('usage and reason of a chat may come before its last chunk', async () => {
  const usage = { prompt_tokens: 5, completion_tokens: 2, total_tokens: 7 };
  const chunks = [
    { ...CHUNK, choices: [{ ...CHOICE, finish_reason: null }], usage },
    { ...CHUNK, choices: [{ index: 0, delta: {}, finish_reason: 'length' }], usage: null },
    { ...CHUNK, choices: [{ index: 0, delta: {}, finish_reason: null }] },
  ];
  const events = chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('');
  const other = createClient({ baseUrl, apiKey: 'k', fetch: async () => new Response(events) });
  const final = await (await other.chat.stream(chat)).final();
  expect(final).toMatchObject({ usage, choices: [{ finish_reason: 'length' }] });
});

test('a long line takes linear time', { timeout: 30_000 }, async () => {
  const part = new TextEncoder().encode('x'.repeat(2 ** 16));
  const parts = 2 ** 10; // a tenth of a second; minutes when each part is searched together with those before it
  const body = ReadableStream.from(
    (function* () {
      yield new TextEncoder().encode('data:');
      for (let left = parts; left > 0; left -= 1) yield part;
      yield new TextEncoder().encode('\n\n');
    })(),
  );
  const found: number[] = [];
  for await (const data of readEvents(body)) found.push(data.length);
  expect(found).toEqual([parts * part.length]);
});

test.each(['completed', 'incomplete', 'failed'])(
  'the whole response is that of its last event: %s',
  async (status) => {
    const last = { type: `response.${status}`, error: null, response: { id: 'resp_1', status } };
    const text = `data: {"type":"response.created","response":{"status":"in_progress"}}\n\ndata: ${JSON.stringify(last)}\n\n`;
    const answer = async () => new Response(text, { headers: { 'content-type': 'text/event-stream' } });
    const stream = await createClient({ baseUrl, apiKey: 'k', fetch: answer }).responses.stream(question);
    expect(await stream.final()).toEqual(last.response);
  },
);
