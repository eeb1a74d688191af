import { fetch as undici } from 'undici';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRetryingFetch } from '../../src/client/retrying-fetch.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
afterEach(() => void vi.useRealTimers());

type Attempt = Response | Error;

interface Sent {
  readonly outcome: Promise<Response | Error>;
  readonly bodies: string[];
  /** Milliseconds between the attempts. */
  readonly pauses: number[];
}

/** Sends a request whose attempts end as given, in order; the last one repeats. */
async function send(attempts: readonly Attempt[], init: RequestInit = {}): Promise<Sent> {
  const bodies: string[] = [];
  const times: number[] = [];
  const fetch = createRetryingFetch(async (request) => {
    times.push(Date.now());
    bodies.push(await request.text());
    const attempt = attempts[Math.min(bodies.length, attempts.length) - 1];
    if (attempt instanceof Response) return attempt.clone();
    throw attempt;
  });
  const request = new Request('https://gateway.example/', { method: 'POST', body: 'boat', ...init });
  const outcome = fetch(request).catch((error: Error) => error);
  await vi.runAllTimersAsync();
  return { outcome, bodies, pauses: times.slice(1).map((time, index) => time - (times[index] ?? 0)) };
}

const answer = (status: number, headers = {}) => new Response(null, { status, headers });
const broken = new TypeError('fetch failed');

test.each([
  ['408', answer(408)],
  ['429', answer(429)],
  ['500', answer(500)],
  ['503', answer(503)],
  ['a broken connection', broken],
])(
  '%s is retried twice, with the same body, after at most half a second and one second',
  async (_what, failed) => {
    const { outcome, bodies, pauses } = await send([failed, failed, answer(200)]);
    expect(await outcome).toMatchObject({ status: 200 });
    expect(bodies).toEqual(['boat', 'boat', 'boat']);
    const [first = 0, second = 0] = pauses;
    expect([first >= 250, first <= 500, second >= 500, second <= 1000]).toEqual([true, true, true, true]);
  },
);

test('the third failure is returned', async () => {
  expect(await (await send([answer(503)])).outcome).toMatchObject({ status: 503 });
  expect((await send([answer(503)])).bodies).toHaveLength(3);
  expect(await (await send([broken])).outcome).toBe(broken);
});

test.each([200, 301, 400, 401, 402, 403, 404, 409, 422, 501])('%i is not retried', async (status) => {
  const { outcome, bodies } = await send([answer(status)]);
  expect(await outcome).toMatchObject({ status });
  expect(bodies).toHaveLength(1);
});

test.each([
  ['seconds', { 'retry-after': '7' }, [7000]],
  ['milliseconds, which are more precise', { 'retry-after': '7', 'retry-after-ms': '1500' }, [1500]],
  ['no time at all', { 'retry-after': '0' }, [0]],
  ['a minute', { 'retry-after': '60' }, [60_000]],
  ['seconds, next to an empty header', { 'retry-after': '7', 'retry-after-ms': ' ' }, [7000]],
])('Retry-After is honoured: %s', async (_what, headers, pauses) => {
  expect((await send([answer(429, headers), answer(200)])).pauses).toEqual(pauses);
});

test('Retry-After may be a date', async () => {
  const inTenSeconds = new Date(Math.ceil(Date.now() / 1000) * 1000 + 10_000);
  const wait = inTenSeconds.getTime() - Date.now();
  const { pauses } = await send([answer(503, { 'retry-after': inTenSeconds.toUTCString() }), answer(200)]);
  expect(pauses).toEqual([wait]);
});

test('a response that asks for a wait of over a minute, or for no retry, is returned', async () => {
  expect((await send([answer(429, { 'retry-after': '61' })])).bodies).toHaveLength(1);
  expect((await send([answer(500, { 'x-should-retry': 'false' })])).bodies).toHaveLength(1);
});

test('409 is retried while the first attempt is in progress', async () => {
  expect((await send([answer(409, { 'retry-after': '1' }), answer(200)])).bodies).toHaveLength(2);
});

test('an aborted request is neither retried nor waited for', async () => {
  const leaving = new AbortController();
  const sending = send([broken], { signal: leaving.signal });
  leaving.abort(new Error('enough'));
  expect((await sending).bodies).toHaveLength(1);
});

/** A response whose body breaks off after its first bytes. */
function cutOff(headers = {}): Response {
  let isBegun = false;
  const body = new ReadableStream({
    pull(controller) {
      if (isBegun) controller.error(new TypeError('terminated'));
      else controller.enqueue(new TextEncoder().encode('{"data":'));
      isBegun = true;
    },
  });
  return new Response(body, { headers });
}

test.each<[string, RequestInit]>([
  ['GET', { method: 'GET', body: null }],
  ['POST with an idempotency key', { headers: { 'idempotency-key': 'boat-1' } }],
])('%s is retried when its response breaks off', async (_what, init) => {
  const { outcome, bodies } = await send([cutOff(), cutOff(), new Response('whole')], init);
  expect(await ((await outcome) as Response).text()).toBe('whole');
  expect(bodies).toHaveLength(3);
  const never = await send([cutOff()], { ...init, signal: AbortSignal.timeout(60_000) });
  expect(await never.outcome).toMatchObject({ name: 'TypeError', message: 'terminated' });
});

test.each<[string, RequestInit, Response]>([
  ['a request that is charged each time', {}, cutOff()],
  [
    'a stream, which is read as it arrives,',
    { headers: { 'idempotency-key': 'boat-1' } },
    cutOff({ 'content-type': 'text/event-stream; charset=utf-8' }),
  ],
])('%s is not retried when its response breaks off', async (_what, init, response) => {
  const { outcome, bodies } = await send([response, answer(200)], init);
  await expect(((await outcome) as Response).text()).rejects.toThrow('terminated');
  expect(bodies).toHaveLength(1);
});

test('a response of another class than the global one is a response', async () => {
  const attempts: Request[] = [];
  const other = createRetryingFetch(async (request) => {
    attempts.push(request);
    return (await undici('data:,boat')) as unknown as Response; // of the package, as a fetch with a proxy gives it
  });
  const response = await other(new Request('https://gateway.example/', { method: 'POST' }));
  expect(response).not.toBeInstanceOf(Response);
  expect([await response.text(), attempts.length]).toEqual(['boat', 1]);
});

test('a response that was received whole keeps where it came from', async () => {
  const fetch = createRetryingFetch(async () =>
    Object.defineProperty(new Response('whole', { status: 203, headers: { 'x-a': 'b' } }), 'url', {
      value: 'https://gateway.example/moved',
    }),
  );
  const { url, status, headers } = await fetch(new Request('https://gateway.example/'));
  expect([url, status, headers.get('x-a')]).toEqual(['https://gateway.example/moved', 203, 'b']);
});

test('the body of an answer that is retried is cancelled, so that its connection is free', async () => {
  let cancelled = 0;
  const cancel = () => {
    cancelled += 1;
  };
  const busy = () => new ReadableStream({ cancel });
  const answers = [new Response(busy(), { status: 503 }), new Response(busy(), { status: 200 })];
  const fetch = createRetryingFetch(async () => answers.shift() ?? Response.error());
  const outcome = fetch(new Request('https://gateway.example/', { method: 'POST', body: 'boat' }));
  await vi.runAllTimersAsync();
  expect([(await outcome).status, cancelled]).toEqual([200, 1]);
});
