import { expect, onTestFinished, test, vi } from 'vitest';
import { type CallOptions, createClient, type GatewrightClient } from '../../src/client/index.ts';
import { until } from '../support/until.ts';

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

/** The answer of a service that is silent until the request is aborted. */
function neverAnswer({ signal }: Request): Promise<Response> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason));
  });
}

/** A client of a silent service, and what it sent. */
function callSilent(baseUrl = 'https://gateway.example'): {
  readonly client: GatewrightClient;
  readonly requests: Request[];
} {
  const requests: Request[] = [];
  const fetch = (request: Request) => {
    requests.push(request);
    return neverAnswer(request);
  };
  return { client: createClient({ baseUrl, apiKey: 'k', fetch, maxRetries: 0 }), requests };
}

test.each(Object.entries(calls))('%s is sent with its headers, and ended by its signal', async (_, call) => {
  const [line, send] = call;
  const { client, requests } = callSilent();
  const leaving = new AbortController();
  const sending = send(client, { headers: { 'x-trace': 'abc' }, signal: leaving.signal });
  await until('the requests', () => requests.length === 1);
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
  await until('the requests', () => requests.length === 1);
  leaving.abort(new Error('the user left'));
  await expect(waiting).rejects.toThrow('the user left');
});

test('a wait with a signal gives up in time while a poll is not answered', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const { client } = callSilent();
  const { signal } = new AbortController();
  const waiting = client.tasks.resume('task_1').wait({ signal, timeoutMs: 10_000 });
  const failed = expect(waiting).rejects.toThrow('task_1');
  await vi.advanceTimersByTimeAsync(10_000);
  await failed;
});

test('a signal ends streams and waits even without AbortSignal.any', async () => {
  vi.stubGlobal('AbortSignal', { abort: AbortSignal.abort, timeout: AbortSignal.timeout });
  onTestFinished(() => void vi.unstubAllGlobals());
  const reason = new Error('the user left');
  for (const send of [
    ({ chat: { stream } }: GatewrightClient, signal: AbortSignal) => stream(chat, { signal }),
    ({ tasks }: GatewrightClient, signal: AbortSignal) => tasks.resume('task_1').wait({ signal }),
  ]) {
    const { client, requests } = callSilent();
    const leaving = new AbortController();
    const sending = send(client, leaving.signal);
    await until('the requests', () => requests.length === 1);
    leaving.abort(reason);
    await expect(sending).rejects.toBe(reason);
    await expect(send(client, leaving.signal)).rejects.toBe(reason);
  }
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
    return request.url.includes('/v1/tasks/') ? Promise.resolve(Response.json(record)) : neverAnswer(request);
  };
  const client = createClient({ baseUrl: 'https://gateway.example', apiKey: 'k', fetch });
  const leaving = new AbortController();
  const loading = client.tasks.resume('task_1').download({ signal: leaving.signal });
  await until('the requests', () => requests.length === 2);
  leaving.abort(new Error('the user left'));
  await expect(loading).rejects.toThrow('the user left');
});

test('only submissions get an idempotency key, also below a path', async () => {
  const { client, requests } = callSilent('https://gateway.example/behind/a/proxy');
  for (const [, send] of Object.values(calls)) void Promise.resolve(send(client)).catch(() => undefined);
  await until('the requests', () => requests.length === 6);
  const keyed = requests.filter(({ headers }) => headers.has('idempotency-key')).map(({ url }) => url);
  expect(keyed.sort()).toEqual([
    'https://gateway.example/behind/a/proxy/v1/images/generations',
    'https://gateway.example/behind/a/proxy/v1/videos/generations',
  ]);
});
