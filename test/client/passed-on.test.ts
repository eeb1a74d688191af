import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  type CallOptions,
  createClient,
  type GatewrightClient,
  GatewrightError,
} from '../../src/client/index.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
afterEach(() => void vi.useRealTimers());

const image = { model: 'qx-image-3.0', prompt: 'A paper boat' } as const;
const clip = { model: 'vxq3', prompt: 'It sails', image_urls: ['https://a.example/1.png'] } as const;
const chat = { model: 'qx3.8-max', messages: [{ role: 'user', content: 'Hello' }] } as const;
const question = { model: 'qx3.8-max', input: 'Hello' } as const;

const calls: Readonly<
  Record<string, readonly [string, (client: GatewrightClient, options?: CallOptions) => unknown]>
> = {
  'a submitted image': ['POST /v1/images/generations', ({ images }, o) => images.generate(image, o)],
  'a submitted clip': ['POST /v1/videos/generations', ({ videos }, o) => videos.generate(clip, o)],
  'a chat': ['POST /v1/chat/completions', ({ chat: { create } }, o) => create(chat, o)],
  'a streamed chat': ['POST /v1/chat/completions', ({ chat: { stream } }, o) => stream(chat, o)],
  'a response': ['POST /v1/responses', ({ responses }, o) => responses.create(question, o)],
  'a streamed response': ['POST /v1/responses', ({ responses }, o) => responses.stream(question, o)],
};

/** A client of a service that answers nothing, until the request is aborted. */
function callSilent(baseUrl = 'https://gateway.example'): {
  readonly client: GatewrightClient;
  readonly requests: Request[];
} {
  const requests: Request[] = [];
  const fetch = (request: Request) =>
    new Promise<Response>((_, reject) => {
      requests.push(request);
      request.signal.addEventListener('abort', () => reject(request.signal.reason));
    });
  return { client: createClient({ baseUrl, apiKey: 'k', fetch, maxRetries: 0 }), requests };
}

test.each(Object.entries(calls))('%s is sent with its headers, and ended by its signal', async (_, call) => {
  const [line, send] = call;
  const { client, requests } = callSilent();
  const leaving = new AbortController();
  const sending = send(client, { headers: { 'x-trace': 'abc' }, signal: leaving.signal });
  await vi.waitFor(() => expect(requests).toHaveLength(1));
  const [request] = requests;
  expect(`${request?.method} ${request?.url.replace('https://gateway.example', '')}`).toBe(line);
  expect(request?.headers.get('x-trace')).toBe('abc');
  leaving.abort(new Error('the user left'));
  await expect(sending).rejects.toThrow('the user left');
});

test('a wait ends by its signal while a poll is not answered', async () => {
  const { client, requests } = callSilent();
  const leaving = new AbortController();
  const waiting = client.tasks.resume('task_1').wait({ signal: leaving.signal });
  await vi.waitFor(() => expect(requests).toHaveLength(1));
  leaving.abort(new Error('the user left'));
  await expect(waiting).rejects.toThrow('the user left');
});

test('a wait with a signal gives up in time while a poll is not answered', async () => {
  const { client } = callSilent();
  const { signal } = new AbortController();
  const waiting = client.tasks.resume('task_1').wait({ signal, timeoutMs: 10_000 });
  const failed = expect(waiting).rejects.toThrow('task_1');
  await vi.advanceTimersByTimeAsync(10_000);
  await failed;
});

test('a download is ended by its signal', async () => {
  const record = {
    id: 'task_1',
    status: 'success',
    progress: 100,
    created_at: 1,
    result: { images: [{ url: ['https://files.example/0.png'] }] },
  };
  const requests: Request[] = [];
  const fetch = (request: Request) => {
    requests.push(request);
    if (request.url.includes('/v1/tasks/')) return Promise.resolve(Response.json(record));
    return new Promise<Response>((_, reject) =>
      request.signal.addEventListener('abort', () => reject(request.signal.reason)),
    );
  };
  const client = createClient({ baseUrl: 'https://gateway.example', apiKey: 'k', fetch });
  const leaving = new AbortController();
  const loading = client.tasks.resume('task_1').download({ signal: leaving.signal });
  await vi.waitFor(() => expect(requests).toHaveLength(2));
  leaving.abort(new Error('the user left'));
  await expect(loading).rejects.toThrow('the user left');
});

test('only submissions get an idempotency key, also below a path', async () => {
  const { client, requests } = callSilent('https://gateway.example/behind/a/proxy');
  for (const [, send] of Object.values(calls)) void Promise.resolve(send(client)).catch(() => undefined);
  await vi.waitFor(() => expect(requests).toHaveLength(6));
  const keyed = requests.filter(({ headers }) => headers.has('idempotency-key')).map(({ url }) => url);
  expect(keyed.sort()).toEqual([
    'https://gateway.example/behind/a/proxy/v1/images/generations',
    'https://gateway.example/behind/a/proxy/v1/videos/generations',
  ]);
});

/** A stream that is written by the test. */
function openStream() {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const fetch = async () => new Response(readable, { headers: { 'content-type': 'text/event-stream' } });
  const client = createClient({ baseUrl: 'https://gateway.example', apiKey: 'k', fetch });
  const write = (event: unknown) =>
    writer.write(new TextEncoder().encode(`data: ${JSON.stringify(event)}\n\n`));
  return { client, write, end: () => writer.close() };
}

const completed = { type: 'response.completed', response: { id: 'resp_1', status: 'completed', output: [] } };

test('a stream may pause for any time before its answer is complete', async () => {
  const { client, write, end } = openStream();
  const stream = await client.responses.stream(question);
  const final = stream.final();
  await write({ type: 'response.created', response: { id: 'resp_1', status: 'in_progress' } });
  await vi.advanceTimersByTimeAsync(60_000);
  await write(completed);
  await end();
  expect(await final).toMatchObject({ id: 'resp_1', status: 'completed' });
  expect(vi.getTimerCount()).toBe(0);
});

test('a stream that stays open after its answer is left a second later', async () => {
  const { client, write } = openStream();
  const final = (await client.responses.stream(question)).final();
  await write(completed);
  await vi.advanceTimersByTimeAsync(1000);
  expect(await final).toMatchObject({ status: 'completed' });
});

test.each([
  ['nothing', undefined, 'The stream ended before the answer was complete.'],
  ['null', 'data: null\n\n', 'An event of the stream is not a JSON object: null'],
  ['a list', 'data: [{}]\n\n', 'An event of the stream is not a JSON object: [{}]'],
  ['a number', 'data: 7\n\n', 'An event of the stream is not a JSON object: 7'],
  [
    'a long text',
    `data: ${'word'.repeat(100)}\n\n`,
    `An event of the stream is not a JSON object: ${'word'.repeat(50)}`,
  ],
  [
    'choices that are none',
    'data: {"choices":7}\n\n',
    'An event of the stream violates the contract: {"choices":7}',
  ],
])('a stream of %s is a malformed answer', async (_, body, message) => {
  const headers = { 'content-type': 'text/event-stream', 'x-request-id': 'req_1' };
  const fetch = async () => new Response(body ?? null, { headers });
  const client = createClient({ baseUrl: 'https://gateway.example', apiKey: 'k', fetch });
  const failed = await client.chat
    .stream(chat)
    .then((stream) => stream.final())
    .catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(GatewrightError);
  expect(failed).toMatchObject({ message, status: 200, reason: 'malformed_answer', requestId: 'req_1' });
});
