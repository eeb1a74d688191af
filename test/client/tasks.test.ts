import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  createClient,
  type GatewrightClient,
  GatewrightError,
  ResultExpiredError,
  TaskCancelledError,
  TaskFailedError,
  TaskTimeoutError,
} from '../../src/client/index.ts';
import { createFetchHandler } from '../../src/http/fetch.ts';
import type { MockGateway } from '../../src/mock/assemble-mock.ts';
import { createControlClient } from '../../src/mock/control-client.ts';
import { createMock } from '../../src/mock/create-mock.ts';
import { createManualClock } from '../support/manual-clock.ts';

const baseUrl = 'http://gateway.test';
let clock = createManualClock();
let mock: MockGateway;
let client: GatewrightClient;
let requests: Request[] = [];
let fetch: (request: Request) => Promise<Response>;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  clock = createManualClock();
  mock = createMock({ clock, reportFault: console.error });
  const handler = createFetchHandler(mock.gateway);
  requests = [];
  fetch = (request) => {
    requests.push(request);
    return handler(request);
  };
  client = createClient({ baseUrl, apiKey: 'sk-mock', fetch });
});

afterEach(() => {
  mock.close();
  vi.useRealTimers();
});

const boat = { model: 'qx-image-3.0', prompt: 'A paper boat', n: 2 } as const;

/** The pauses of the client in seconds while it waits: the clock of the gateway advances with them. */
async function pausesUntil(waiting: Promise<unknown>): Promise<readonly number[]> {
  const pauses: number[] = [];
  let isOver = false;
  const over = () => {
    isOver = true;
  };
  waiting.then(over, over);
  for (let last = Date.now(); !isOver; last = Date.now()) {
    await vi.advanceTimersToNextTimerAsync();
    if (Date.now() === last) continue;
    pauses.push((Date.now() - last) / 1000);
    clock.advance(Date.now() - last);
  }
  return pauses;
}

test('waits without an end when told so, longer than a timer can run', async () => {
  const { id } = await client.images.generate(boat);
  const slow = createClient({
    baseUrl,
    apiKey: 'sk-mock',
    fetch: (request) =>
      new Promise((resolve, reject) => {
        setTimeout(() => resolve(fetch(request)), 1000);
        request.signal.addEventListener('abort', () => reject(request.signal.reason));
      }),
  });
  const waiting = slow.tasks.resume(id).wait({ timeoutMs: Number.POSITIVE_INFINITY });
  await pausesUntil(waiting);
  expect((await waiting).status).toBe('success');
});

test('waits for a task and polls every 3 to 10 seconds', async () => {
  const task = await client.images.generate({ model: 'sx-5-0-pro', prompt: 'A paper boat' });
  const seen: number[] = [];
  const waiting = task.wait({ onProgress: ({ progress }) => seen.push(progress) });
  const pauses = await pausesUntil(waiting);
  expect((await waiting).status).toBe('success');
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(3);
  expect(Math.max(...pauses)).toBeLessThanOrEqual(10);
  expect(pauses.length).toBeGreaterThan(8); // 90 seconds
  expect(seen).toEqual([...seen].sort((one, other) => one - other));
  expect([seen.at(0), seen.at(-1)]).toEqual([0, 100]);
  expect(task.record?.status).toBe('success');
});

test.each([
  [0, [3, 3.562]],
  [1, [3, 3.75]],
])(
  'pauses grow by a quarter, with jitter that shortens the growth by up to a quarter: %s',
  async (random, wanted) => {
    vi.spyOn(Math, 'random').mockReturnValue(random);
    const task = await client.images.generate(boat);
    const pauses = await pausesUntil(task.wait());
    vi.mocked(Math.random).mockRestore();
    expect(pauses.slice(0, 2)).toEqual(wanted);
  },
);

test('a finished task is not polled again, and its files are fetched without the key', async () => {
  const task = await client.images.generate(boat);
  const waiting = task.result();
  await pausesUntil(waiting);
  expect((await waiting).images?.[0]?.url).toHaveLength(2);
  const polls = requests.length;
  const files = await task.download();
  expect(files.map(({ name, blob }) => [name, blob.type])).toEqual([
    ['0.png', 'image/png'],
    ['1.png', 'image/png'],
  ]);
  expect((await files[0]?.blob.bytes())?.slice(1, 4)).toEqual(new TextEncoder().encode('PNG'));
  const fetches = requests.slice(polls);
  expect(fetches.map(({ headers }) => headers.get('authorization'))).toEqual([null, null]);
});

test.each([null, undefined, '', {}, '.', '..', '{"id":"task_1"}'])('does not resume %j', (stored) => {
  const resume = () => createClient({ baseUrl, apiKey: 'k' }).tasks.resume(stored as unknown as string);
  expect(resume).toThrow(
    'tasks.resume needs the id of a task, or the object that its toJSON() gave: parse JSON text first.',
  );
});

test.each([
  [{ timeoutMs: Number.NaN }, 'timeoutMs must be milliseconds, 0 or more; got NaN.'],
  [{ timeoutMs: '5000' as never }, 'timeoutMs must be milliseconds, 0 or more; got 5000.'],
  [{ timeoutMs: null as never }, 'timeoutMs must be milliseconds, 0 or more; got null.'],
  [{ pollMs: -5 }, 'pollMs must be milliseconds, 0 or more; got -5.'],
])('does not wait with %j', async (options, message) => {
  const { tasks } = createClient({ baseUrl, apiKey: 'k', fetch: async () => expect.unreachable() });
  await expect(tasks.resume('task_1').wait(options)).rejects.toThrow(message);
});

test('polls where a framework answers equal requests of a rendering once', async () => {
  const send = fetch;
  const seen = new Map<string, Response>();
  vi.stubGlobal('fetch', async (input: Request | string, init?: RequestInit) => {
    const request = new Request(input, init);
    if (request.method !== 'GET' || (typeof input === 'string' && init?.signal)) return send(request);
    const response = seen.get(request.url) ?? (await send(request));
    seen.set(request.url, response);
    return response.clone();
  });
  const task = await createClient({ baseUrl, apiKey: 'sk-mock' }).images.generate(boat);
  const waiting = task.wait();
  await pausesUntil(waiting);
  vi.unstubAllGlobals();
  expect((await waiting).status).toBe('success');
});

test('gives up after five minutes, or after the given time, and can be resumed elsewhere', async () => {
  const task = await client.images.generate(boat);
  const waiting = task.wait().catch((error: unknown) => error);
  const seconds = (await pausesFrozen(waiting)).reduce((sum, pause) => sum + pause, 0);
  expect(seconds).toBeCloseTo(300);
  expect(await waiting).toBeInstanceOf(TaskTimeoutError);
  const short = task.wait({ timeoutMs: 1000 }).catch((error: unknown) => error);
  await pausesFrozen(short);
  expect(await short).toMatchObject({ message: `The task ${task.id} did not end within 1 s.` });

  clock.advance(60_000);
  const resumed = client.tasks.resume(JSON.parse(JSON.stringify(task)));
  expect((await resumed.wait()).id).toBe(task.id);
});

test('gives up in time when polls are not answered, or are to be repeated later', async () => {
  const silent = (request: Request) =>
    new Promise<Response>((_, reject) => {
      request.signal.addEventListener('abort', () => reject(request.signal.reason));
    });
  const busy = async () => new Response(null, { status: 429, headers: { 'retry-after': '50' } });
  for (const answer of [silent, busy]) {
    const task = createClient({ baseUrl, apiKey: 'k', fetch: answer }).tasks.resume('task_1');
    const startedAt = Date.now();
    const waiting = task.wait({ timeoutMs: 5000 }).catch((error: unknown) => error);
    await vi.runAllTimersAsync();
    expect(await waiting).toBeInstanceOf(TaskTimeoutError);
    expect(await waiting).toMatchObject({
      message: 'The task task_1 did not end within 5 s.',
      record: undefined,
    });
    expect(Date.now() - startedAt).toBe(5000);
    const once = task.wait({ timeoutMs: 0 }).catch((error: unknown) => error);
    await vi.runAllTimersAsync();
    expect(await once).toBeInstanceOf(TaskTimeoutError);
    expect(Date.now() - startedAt).toBe(8000);
  }
});

/** Like `pausesUntil`, with the clock of the gateway frozen. */
async function pausesFrozen(waiting: Promise<unknown>): Promise<readonly number[]> {
  const still = clock;
  clock = createManualClock();
  const pauses = await pausesUntil(waiting);
  clock = still;
  return pauses;
}

test('a failure, a cancellation and an expired link are separate errors', async () => {
  const control = createControlClient({ baseUrl, fetch });
  const error = { code: 'content_rejected' } as const;
  await control.addScenario({ operation: 'createImage', outcome: 'fail', error, times: 1 });
  const failing = await client.images.generate(boat);
  await control.addScenario({ operation: 'createImage', outcome: 'cancel', times: 1 });
  const cancelled = await client.images.generate(boat);
  const made = await client.images.generate(boat);
  clock.advance(60_000);
  const failure = await failing.wait({ language: 'de' }).catch((reason: unknown) => reason);
  expect(requests.at(-1)?.url).toMatch(/\?language=de$/);
  expect(failure).toBeInstanceOf(TaskFailedError);
  expect(failure).toMatchObject({ code: 'content_rejected', record: { id: failing.id, cost: 0 } });
  await expect(cancelled.wait()).rejects.toBeInstanceOf(TaskCancelledError);
  await made.wait();
  clock.advance(31 * 24 * 3600_000);
  await expect(made.download()).rejects.toBeInstanceOf(ResultExpiredError);
});

test('a file that cannot be fetched fails with the words of the gateway', async () => {
  const control = createControlClient({ baseUrl, fetch });
  const task = await client.images.generate(boat);
  clock.advance(60_000);
  await task.wait();
  await control.addScenario({ operation: 'getFile', outcome: 'status', status: 404, times: 1 });
  vi.setSystemTime(1e12); // before it expires
  const failure = await task.download().catch((reason: unknown) => reason);
  expect(failure).toBeInstanceOf(GatewrightError);
  expect(failure).toMatchObject({
    status: 404,
    reason: 'file_not_found',
    message: 'The file does not exist.',
    requestId: expect.stringMatching(/^req_/),
  });
  await control.addScenario({ operation: 'getFile', outcome: 'status', status: 410, times: 1 });
  await expect(task.download()).rejects.toBeInstanceOf(ResultExpiredError);
});

test('a link that expires before its result does has a date of its own', async () => {
  const images = [{ url: ['https://a.example/0.png'], expires_at: 1 }];
  const record = { id: 'task_1', status: 'success', result: { images, expires_at: 4e9 } };
  const answer = async ({ url }: Request) =>
    url.startsWith(baseUrl) ? Response.json(record) : new Response(null, { status: 404 });
  const { tasks } = createClient({ baseUrl, apiKey: 'k', fetch: answer });
  await expect(tasks.resume('task_1').download()).rejects.toBeInstanceOf(ResultExpiredError);
});

test('a loop sees every record, and an abort ends a wait immediately', async () => {
  const task = await client.images.generate(boat);
  const statuses: string[] = [];
  const loop = (async () => {
    for await (const { status } of task) statuses.push(status);
  })();
  await pausesUntil(loop);
  expect(statuses.at(0)).toBe('submitted');
  expect(statuses.at(-1)).toBe('success');

  const other = await client.images.generate(boat);
  const reason = new Error('enough');
  const leaving = new AbortController();
  const waiting = other.wait({ signal: leaving.signal }).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(1000);
  leaving.abort(reason);
  expect(await waiting).toBe(reason);
});

test('a submission keeps its idempotency key when it is retried, and creates one task', async () => {
  const send = fetch;
  let isLost = true;
  const flaky = createClient({
    baseUrl,
    apiKey: 'sk-mock',
    fetch: async (request) => {
      const response = await send(request);
      if (!isLost || request.method !== 'POST') return response;
      isLost = false;
      throw new TypeError('the connection broke');
    },
  });
  const submitting = flaky.images.generate(boat);
  await pausesUntil(submitting);
  const task = await submitting;
  const keys = requests.map(({ headers }) => headers.get('idempotency-key'));
  expect(keys).toEqual([keys[0], keys[0]]);
  expect(keys[0]).toMatch(/^[\x21-\x7e]{1,191}$/);
  clock.advance(60_000);
  expect((await task.wait()).cost).toBe(0.06);
  expect((await flaky.balance.account()).used_balance).toBe(0.06);
});

test('submissions by other calls have a key of their own, too, and other requests have none', async () => {
  const { operations, raw, models } = client;
  await operations.createImage(boat);
  await raw.POST('/v1/images/generations', { body: boat });
  await raw.POST('/v1/images/generations', { body: boat, headers: { 'Idempotency-Key': 'order-7' } });
  await models.list();
  const keys = requests.map(({ headers }) => headers.get('idempotency-key'));
  expect(keys).toEqual([expect.stringMatching(/^.{36}$/), expect.stringMatching(/^.{36}$/), 'order-7', null]);
  expect(keys[0]).not.toBe(keys[1]);
});

test.each([
  ['an object for the list', { code: 200, data: { status: 'submitted', task_id: 'task_1' } }, 'task_1'],
  ['an empty id', { code: 200, data: [{ task_id: '' }] }, 'The answer to a submission has no task id.'],
  ['a number as id', { code: 200, data: [{ task_id: 7 }] }, 'The answer to a submission has no task id.'],
  [
    'a refusal with status 200',
    { code: 500, message: 'No capacity', data: null },
    'The answer to a submission has no task id: No capacity',
  ],
  [
    'an error with status 200',
    { error: { code: 402, message: 'No credit' } },
    'The answer to a submission has no task id: No credit',
  ],
])('submissions of other implementations: %s', async (_what, answer, expected) => {
  const other = createClient({ baseUrl, apiKey: 'k', fetch: async () => Response.json(answer) });
  const submitted = other.images.generate(boat).then(
    ({ id }) => id,
    (error: unknown) => (error instanceof GatewrightError ? error.message : error),
  );
  expect(await submitted).toBe(expected);
});

test('an address or a key that is not there is a mistake at once', () => {
  const { GATEWRIGHT_NO_SUCH_VARIABLE: missing } = process.env as Record<string, string>;
  expect(() => createClient({ baseUrl, apiKey: missing as string })).toThrow(
    'apiKey must be a string. Is the variable that it is read from set?',
  );
  expect(() => createClient({ baseUrl: missing as string, apiKey: 'k' })).toThrow(
    'baseUrl must be a string.',
  );
});

test('records of other implementations are read: wrapped in data, with completed', async () => {
  const record = { id: 'task_1', status: 'completed', progress: 100, cost: 1, result: { images: [] } };
  const other = createClient({
    baseUrl,
    apiKey: 'k',
    fetch: async () => Response.json({ code: 200, data: record }),
  });
  expect(await other.tasks.resume('task_1').wait()).toEqual({ ...record, status: 'success' });
});

/** A client whose gateway answers every poll with a record like this. */
const clientOf = (record: object) =>
  createClient({
    baseUrl,
    apiKey: 'k',
    fetch: async () => Response.json({ id: 'task_1', status: 'failed', ...record }),
  });

test.each([
  [null, 'The task task_1 failed.', undefined],
  ['Out of paper', 'Out of paper', undefined],
  [{ message: 'Out of paper', code: 7 }, 'Out of paper', '7'],
  [{ message: { en: 'Out of paper' }, code: null }, 'The task task_1 failed.', undefined],
])('a failure of another implementation is a failure: %j', async (error, message, code) => {
  const failed = await clientOf({ error })
    .tasks.resume('task_1')
    .wait()
    .catch((thrown: unknown) => thrown);
  expect(failed).toBeInstanceOf(TaskFailedError);
  expect(failed).toMatchObject({ message, code });
});

test('files are named as their links are, in letters', async () => {
  const links = [
    'a%20boat.png?x=1',
    '%E2%9B%B5.png',
    '100%.png',
    '%E2%9B.png',
    '..%2F..%2Fboat.png',
    'b%5Cc.png',
  ];
  const url = links.map((link) => `https://files.example/0/${link}`);
  const other = createClient({
    baseUrl,
    apiKey: 'k',
    fetch: async () => Response.json({ id: 'task_1', status: 'success', result: { images: [{ url }] } }),
  });
  const files = await other.tasks.resume('task_1').download();
  expect(files.map(({ name }) => name)).toEqual([
    'a boat.png',
    '⛵.png',
    '100%.png',
    '%E2%9B.png',
    'boat.png',
    'c.png',
  ]);
});

test('a file in a data URL is named by its place and media type', async () => {
  const url = ['data:image/png;base64,AAAA/BBBB', 'data:image/jpeg;base64,/9j/', 'data:,text'];
  const inline = createClient({
    baseUrl,
    apiKey: 'k',
    fetch: async ({ url: wanted }) =>
      wanted.startsWith('data:')
        ? new Response()
        : Response.json({ id: 'task_1', status: 'success', result: { images: [{ url }] } }),
  });
  const files = await inline.tasks.resume('task_1').download();
  expect(files.map(({ name }) => name)).toEqual(['0.png', '1.jpeg', '2']);
});

test('options may be null, as a caller without types has them', async () => {
  const none = null as never;
  const task = await client.images.generate(boat, none);
  const waiting = task.wait(none);
  await pausesUntil(waiting);
  expect((await waiting).status).toBe('success');
  expect((await task.poll(none)).status).toBe('success');
});

test.each([
  [{ images: 'x' }],
  [{ images: [null] }],
  [{ images: [{}], videos: null }],
  [{ audios: { url: [7] } }],
])('a result without links that can be fetched is no answer of a gateway: %j', async (result) => {
  const task = clientOf({ status: 'success', result }).tasks.resume('task_1');
  await expect(task.download()).rejects.toMatchObject({
    name: 'GatewrightError',
    reason: 'malformed_answer',
    message: expect.stringMatching(/^The result has a link that is not fetched: /),
  });
});

test('a file of this machine is not read because a record names it', async () => {
  const wanted: string[] = [];
  const url = ['https://files.example.com/0.png', 'file:///etc/hostname'];
  const careful = createClient({
    baseUrl,
    apiKey: 'k',
    fetch: async (request) => {
      wanted.push(request.url);
      return Response.json({ id: 'task_1', status: 'success', result: { images: [{ url }], videos: null } });
    },
  });
  const task = careful.tasks.resume('task_1');
  await expect(task.download()).rejects.toMatchObject({
    name: 'GatewrightError',
    reason: 'malformed_answer',
    message: 'The result has a link that is not fetched: file:///etc/hostname',
  });
  expect(wanted).toEqual([`${baseUrl}/v1/tasks/task_1`]);
});

test('an answer wrapped ever deeper is no record', async () => {
  const depth = 100_000;
  const body = `${'{"data":'.repeat(depth)}1${'}'.repeat(depth)}`;
  const deep = createClient({ baseUrl, apiKey: 'k', fetch: async () => new Response(body) });
  await expect(deep.tasks.resume('task_1').poll()).rejects.toThrow('has no task record');
});

test('a submission has its headers, and the record may be the only one of a list', async () => {
  const asked: Request[] = [];
  const answer = async (request: Request) => {
    asked.push(request);
    return Response.json({ data: [{ task_id: 'task_1', id: 'task_1', status: 'success' }] });
  };
  const { images } = createClient({ baseUrl, apiKey: 'k', fetch: answer });
  const task = await images.generate(boat, { headers: { 'x-order': '7' }, idempotencyKey: 'order-7' });
  expect(await task.wait()).toMatchObject({ id: 'task_1', status: 'success' });
  expect(asked.map(({ headers: sent }) => [sent.get('x-order'), sent.get('idempotency-key')])).toEqual([
    ['7', 'order-7'],
    [null, null],
  ]);
});
