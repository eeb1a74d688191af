import { createServer as createSocketServer } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import type { Step } from '../../src/conformance/suite/case.ts';
import type { Target } from '../../src/conformance/target/target.ts';
import { freePort, listenOnLoopback } from '../support/loopback.ts';
import { caseOf, runSmall, startSmall, tellChecks } from './small-gateway.ts';

/** A server that writes a text as soon as something arrives, and more to whoever keeps the connection open for long. */
async function startWriting(text: string): Promise<string> {
  const server = createSocketServer((socket) => {
    const timer = setTimeout(() => socket.end('more'), 10_000);
    socket.on('close', () => clearTimeout(timer)).on('error', () => {});
    socket.once('data', () => socket.write(text));
  });
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${await listenOnLoopback(server)}`;
}

const raw = (...expect: NonNullable<Step['expect']>): Step => ({
  raw: { send: 'GET /v1/pots HTTP/1.1\r\nHost: {{host}}\r\nX-Key: {{target.key}}\r\n\r\n' },
  expect,
});

test('a raw request has the host and the key of the target, and its response is checked', async () => {
  const { baseUrl, asked } = await startSmall(() => ({ status: 418, body: { pot: 'tea' } }));
  const told = await tellChecks({ base_url: baseUrl }, [
    raw({ status: 418, body: { pot: 'tea' }, headers: { 'content-type': 'application/json' } }),
    raw({ status: 200 }),
  ]);
  expect(told).toEqual(['passed', 'failed: status 418']);
  const { headers, path } = asked.find((one) => one.path === '/v1/pots') ?? {};
  expect([path, headers?.host, headers?.['x-key']]).toEqual(['/v1/pots', new URL(baseUrl).host, 'sk-rich']);
});

test('a raw response ends where its length says, in whatever case the header is written', async () => {
  const baseUrl = await startWriting('HTTP/1.1 200 OK\r\nCONTENT-LENGTH: 7\r\n\r\n{"n":1}');
  expect(await tellChecks({ base_url: baseUrl }, [raw({ status: 200, body: { n: 1 } })])).toEqual(['passed']);
});

test('a raw request without an HTTP response fails', async () => {
  const server = createSocketServer((socket) => socket.end('SSH-2.0-pot\r\n\r\n'));
  onTestFinished(() => void server.close());
  const base_url = `http://127.0.0.1:${await listenOnLoopback(server)}`;
  expect(await tellChecks({ base_url }, [raw({ status: 200 })])).toEqual([
    'failed: raw request: no HTTP response, 15 bytes',
  ]);
});

const list = { operation: 'listModels' } as const;

test('of requests that are sent at once, a missing response has status 0', async () => {
  const { baseUrl } = await startSmall(({ path, headers }) =>
    path === '/v1/models' && headers['x-pot'] !== undefined ? undefined : {},
  );
  const request = { ...list, headers: { 'x-pot': '1' } };
  const that = 'answers.size() == 25 && answers.all(a, a.status == 0 && a.body == null)';
  const parallel = { times: 25, request };
  expect(await tellChecks({ base_url: baseUrl }, [{ parallel, expect: [{ that }] }])).toEqual(['passed']);
});

test('responses that are missing among many requests at once do not end the run', async () => {
  const { baseUrl } = await startSmall(({ headers }) => (headers['x-pot'] === undefined ? {} : undefined));
  const parallel = { times: 25, request: { ...list, headers: { 'x-pot': '1' } } };
  const cases = [
    caseOf([{ parallel, expect: [{ that: 'answers.size() == 25' }] }], { id: 'test.first' }),
    caseOf([{ request: list, expect: [{ status: 200 }] }], { id: 'test.second' }),
  ];
  const results = await runSmall({ base_url: baseUrl }, cases);
  expect(results.map(({ outcome }) => outcome)).toEqual(['passed', 'passed']);
});

/** A gateway with a clock that the runner advances, and a task whose record depends on the time. */
async function startTimed(record: (seconds: number) => object) {
  let now = 1000;
  const small = await startSmall(({ path, body }) => {
    if (path === '/clock/advance') now += JSON.parse(String(body)).seconds;
    if (path.startsWith('/clock')) return { body: { now } };
    return { body: path.startsWith('/v1/tasks/') ? record(now - 1000) : {} };
  });
  const clock: Target['clock'] = {
    advance: { path: '/clock/advance', body: { seconds: '{{seconds}}' } },
    now: { path: '/clock/now', value: 'body.now' },
    exact: true,
  };
  return { ...small, target: { base_url: small.baseUrl, clock, callbacks: {} } };
}

test('a task is polled with the key and the language of the case until its condition holds', async () => {
  const { target, asked } = await startTimed((seconds) => ({
    id: 'task_1',
    status: 'processing',
    progress: seconds > 10 ? 50 : 10,
  }));
  const poll = { task: 'task_1', key: 'other', language: 'zh', until: 'body.progress == 50' };
  const that = "statuses == ['processing', 'processing', 'processing'] && progresses == [10, 10, 50]";
  const keys = { rich: 'sk-rich', other: 'sk-other' };
  expect(await tellChecks({ ...target, keys }, [{ poll, expect: [{ that }, { status: 200 }] }])).toEqual([
    'passed',
    'passed',
  ]);
  const polls = asked.filter(({ path }) => path === '/v1/tasks/task_1');
  expect(polls.map(({ url, headers }) => [url, headers.authorization])).toEqual(
    Array(3).fill(['/v1/tasks/task_1?language=zh', 'Bearer sk-other']),
  );
});

test('a task that does not end is polled no longer than its time', async () => {
  const { target } = await startTimed((seconds) => ({
    id: 'task_1',
    status: seconds > 5000 ? 'success' : 'processing',
  }));
  const expected = [{ that: 'succeeded(body.status)' }, { that: 'waited > 100.0 && waited <= 160.0' }];
  const poll = { task: 'task_1', within_seconds: 100 };
  expect(await tellChecks(target, [{ poll, expect: expected }])).toEqual([
    'failed: body.status is "processing"',
    'passed',
  ]);
});

test('polling ends with a response for which its condition cannot be evaluated', async () => {
  const { target, asked } = await startTimed(() => ({ id: 'task_1', status: 'processing' }));
  const poll = { task: 'task_1', until: 'body.result.images[0].url.size() > 0' };
  expect(await tellChecks(target, [{ poll, expect: [{ status: 200 }] }])).toEqual(['passed']);
  expect(asked.filter(({ path }) => path === '/v1/tasks/task_1')).toHaveLength(1);
});

test('without a task there is nothing to poll, and without an address nothing to fetch', async () => {
  const { baseUrl } = await startSmall(() => ({ body: { id: 7, none: [] } }));
  const request = { request: list, save: { id: 'body.id', none: 'body.none' } };
  const expected = [{ status: 200 }];
  const run = (step: Step) => tellChecks({ base_url: baseUrl }, [request, step]);
  expect(await run({ poll: { task: '{{id}}' }, expect: expected })).toEqual([
    'unproven: there is no task to poll',
  ]);
  expect(await run({ fetch: { urls: '{{none}}' }, expect: expected })).toEqual([
    'unproven: there is no URL to fetch',
  ]);
  expect(await run({ fetch: { url: 'http://[' }, expect: expected })).toEqual([
    'failed: "http://[" is not a URL',
  ]);
});

test('of the files that a target names, two hundred are fetched', async () => {
  const { baseUrl, asked } = await startSmall(() => ({}));
  const urls = Array.from({ length: 201 }, (_, index) => `/files/${index}`);
  const fetch = { fetch: { urls }, expect: [{ that: 'files.size() == 200' }] };
  expect(await tellChecks({ base_url: baseUrl }, [fetch])).toEqual(['passed']);
  expect(asked.filter(({ path }) => path.startsWith('/files/'))).toHaveLength(200);
});

test('a stream that breaks off is no response; one of another type has no events', async () => {
  const server = createSocketServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      const head = 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n';
      socket.end(`${head}8\r\ndata: 1\n\r\n`);
    });
  });
  onTestFinished(() => void server.close());
  const broken = `http://127.0.0.1:${await listenOnLoopback(server)}`;
  const stream = (that: string): Step => ({ stream: list, expect: [{ that }] });
  const [told] = await tellChecks({ base_url: broken }, [stream('true')]);
  expect(told).toMatch(/^failed: GET http:\/\/127\.0\.0\.1:\d+\/v1\/models: no response /);
  const { baseUrl } = await startSmall(() => ({ body: 'data: {"n":1}\n\ndata: [DONE]\n\n' }));
  expect(await tellChecks({ base_url: baseUrl }, [stream('events == [] && !done')])).toEqual(['passed']);
});

test('what is sent with a hook is filled in, and a hook that fails is an error of the set-up', async () => {
  const { baseUrl, asked } = await startSmall(({ path }) => ({
    status: path === '/staging/broken' ? 302 : 200,
    body: 'moved',
  }));
  const hooks = {
    fill: [
      { path: '/staging/fill', body: { pot: '{{pot}}' } },
      { path: '/staging/{{pot}}', method: 'PUT' },
    ],
    broken: { path: '/staging/broken' },
  };
  const target = { base_url: baseUrl, hooks };
  const expected = [{ that: 'true' }];
  const fill = { hook: { name: 'fill', values: { pot: 'tea' } }, expect: expected };
  expect(await tellChecks(target, [fill])).toEqual(['passed']);
  const staged = asked.filter(({ path }) => path.startsWith('/staging/'));
  expect(staged.map(({ method, path, body }) => `${method} ${path} ${body}`)).toEqual([
    'POST /staging/fill {"pot":"tea"}',
    'PUT /staging/tea ',
  ]);
  expect(await tellChecks(target, [{ hook: { name: 'broken' }, expect: expected }])).toEqual([
    `error: the target's GET /staging/broken answered 302: "moved"`,
  ]);
  expect(await tellChecks(target, [{ hook: { name: 'other' }, expect: expected }])).toEqual([
    'unproven: the target declares no hook other',
  ]);
});

test('an address for callbacks can be closed at first; it is the same when it opens', async () => {
  const { target, asked } = await startTimed(() => ({}));
  const send = (status: number): Step => ({
    request: { operation: 'listModels', query: { hook: '{{hook}}' } },
    expect: [{ status }],
  });
  const steps: readonly Step[] = [
    { receiver: { name: 'hook', path: '/pots', closed: true } },
    send(200),
    { receiver: { name: 'hook' } },
    send(200),
    { callbacks: { receiver: 'hook', count: 0, within_seconds: 3 }, expect: [{ that: 'callbacks == []' }] },
  ];
  expect(await tellChecks(target, steps)).toEqual(['passed', 'passed', 'passed']);
  const hooks = asked.filter(({ url }) => url.includes('hook=')).map(({ url }) => url);
  expect([hooks.length, new Set(hooks).size]).toEqual([2, 1]);
});

test('with a public address for callbacks there is no closed port to test with', async () => {
  const { target } = await startTimed(() => ({}));
  const port = await freePort();
  const callbacks = { public_url: `http://127.0.0.1:${port}#${port}` };
  const steps: readonly Step[] = [
    { receiver: { name: 'hook', closed: true }, expect: [{ that: "hook != ''" }] },
  ];
  expect(await tellChecks({ ...target, callbacks }, steps)).toEqual([
    'unproven: the public callback URL offers no closed port to test with',
  ]);
});

test('where no callback is expected, the whole time passes', async () => {
  const { target } = await startTimed(() => ({}));
  const steps: readonly Step[] = [
    { receiver: { name: 'hook' } },
    { request: list, save: { before: 'now()' } },
    {
      callbacks: { receiver: 'hook', count: 0, within_seconds: 42 },
      expect: [{ that: 'now() - before == 42 && callbacks == []' }],
    },
  ];
  expect(await tellChecks(target, steps)).toEqual(['passed']);
});

test('a body is compressed where the case says so', async () => {
  const { baseUrl, asked } = await startSmall(() => ({}));
  const request = { operation: 'createImage', body: { prompt: 'boat' }, gzip: true };
  await tellChecks({ base_url: baseUrl }, [{ request }]);
  const posted = asked.filter(({ method }) => method === 'POST');
  expect(
    posted.map(({ headers, body }) => `${headers['content-encoding']} ${String(gunzipSync(body))}`),
  ).toEqual(['gzip {"prompt":"boat"}']);
});

test('references are at the address that the target file gives, or in the request itself', async () => {
  const { baseUrl, asked } = await startSmall(() => ({}));
  const body = {
    image: { $image: '40x30.png' },
    page: { $url: '/page.html' },
    pdf: { $pdf: { pages: 2, as: 'url' } },
    file: { $pdf: { pages: 2, size: 'a4' } },
  };
  const steps = [{ request: { ...list, method: 'POST', body }, expect: [{ status: 200 }] }];
  const media = { base_url: 'https://media.example' };
  await tellChecks({ base_url: baseUrl, media }, steps);
  const sent = JSON.parse(String(asked.find(({ method }) => method === 'POST')?.body));
  expect(sent).toEqual({
    image: 'https://media.example/40x30.png',
    page: 'https://media.example/page.html',
    pdf: 'https://media.example/2-pages-letter.pdf',
    file: expect.stringMatching(/^data:application\/pdf;base64,/),
  });
  const pdf = Buffer.from(String(sent.file).split(',')[1] ?? '', 'base64').toString();
  expect([pdf.includes('/Count 2'), pdf.includes('0 0 595 842')]).toEqual([true, true]);
  expect(await tellChecks({ base_url: baseUrl, media: false }, steps)).toEqual([
    'unproven: the target cannot fetch references from the runner',
  ]);
});
