import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { expandCases } from '../../src/conformance/expand/expand.ts';
import { runSuite } from '../../src/conformance/run/run-suite.ts';
import { readSuite } from '../../src/conformance/suite/read-suite.ts';
import type { FiledCase } from '../../src/conformance/suite/suite.ts';
import { findTarget } from '../../src/conformance/target/find-target.ts';
import { startMockServer } from '../../src/node/mock-server.ts';
import { listenOnLoopback } from '../support/loopback.ts';

const lifecycle: FiledCase = {
  id: 'test.lifecycle',
  title: 'an image task from the submission to the file',
  file: 'test',
  requirement: 'GW-TST-001',
  steps: [
    {
      request: {
        operation: 'createImage',
        body: { model: 'qx-image-3.0', prompt: 'A paper boat', size: '16:9' },
      },
      expect: [
        { status: 200, body: { code: 200, data: [{ status: 'submitted' }] } },
        { schema: 'TaskSubmission' },
      ],
      save: { task: 'body.data[0].task_id' },
    },
    {
      poll: { task: '{{task}}' },
      expect: [{ that: 'succeeded(body.status) && body.progress == 100' }, { schema: 'TaskRecord' }],
      save: { url: 'body.result.images[0].url[0]' },
    },
    {
      fetch: { url: '{{url}}' },
      expect: [{ that: "file.width == 1280 && file.height == 720 && file.format == 'png'" }],
    },
  ],
};

const callbacks: FiledCase = {
  id: 'test.callbacks',
  title: 'a callback is retried',
  file: 'test',
  requirement: 'GW-TST-001',
  needs: ['callbacks'],
  steps: [
    {
      receiver: {
        name: 'hook',
        path: '/base',
        answers: [{ status: 500 }, { status: 503 }, { status: 200 }],
      },
    },
    {
      request: {
        operation: 'createImage',
        body: {
          model: 'sx-5-0-pro',
          prompt: 'edit',
          image_urls: [{ $image: '640x480.png' }],
          webhook: '{{hook}}',
        },
      },
      expect: [{ status: 200 }],
      save: { task: 'body.data[0].task_id' },
    },
    { poll: { task: '{{task}}' } },
    {
      callbacks: { receiver: 'hook', count: 3, within_seconds: 100 },
      expect: [
        {
          that: "callbacks.size() == 3 && callbacks.all(c, c.path == '/base/callback' && c.body.id == task)",
        },
        { that: 'callbacks[1].at - callbacks[0].at >= 9.0 && callbacks[1].at - callbacks[0].at <= 13.0' },
      ],
    },
  ],
};

const wrong: FiledCase = {
  ...lifecycle,
  id: 'test.wrong',
  steps: [
    {
      request: { operation: 'createImage', body: { model: 'no-such-model', prompt: 'A paper boat' } },
      expect: [{ status: 200 }],
      save: { task: 'body.data[0].task_id' },
    },
    { poll: { task: '{{task}}' }, expect: [{ that: 'succeeded(body.status)' }] },
  ],
};

test('runs cases against a mock, over real HTTP and on the clock of the mock', async () => {
  const started = await startMockServer({ port: 0, host: '127.0.0.1' });
  if (started.kind === 'failed') throw new Error(started.message);
  const suite = await readSuite();
  const target = await findTarget({ base_url: started.baseUrl });
  const cases = expandCases({ cases: [lifecycle, callbacks, wrong], models: suite.models });
  const results = await runSuite({ suite, target, cases, jobs: 3, seed: 'test' });
  await started.close();
  expect(results.map(({ id, outcome }) => [id, outcome])).toEqual([
    ['test.lifecycle', 'passed'],
    ['test.callbacks', 'passed'],
    ['test.wrong', 'failed'],
  ]);
  expect(results[2]?.checks.filter(({ invariant }) => !invariant)).toMatchObject([
    {
      outcome: 'failed',
      expected: 'status 200',
      actual: expect.stringMatching(/^status 400: "\S+ /) as string,
    },
    { outcome: 'unproven', actual: expect.stringContaining('no value for body.data[0].task_id: ') as string },
  ]);
  for (const { exchanges, tookMs } of results) {
    const shown = exchanges.reduce((sum, kept) => sum + kept().logged.duration_ms, 0);
    expect(Math.abs(tookMs - shown), 'a case took what its requests took').toBeLessThanOrEqual(
      exchanges.length,
    );
  }
});

test('a run with the seed of an earlier one finds nothing of it in the mock', async () => {
  const started = await startMockServer({ port: 0, host: '127.0.0.1' });
  if (started.kind === 'failed') throw new Error(started.message);
  onTestFinished(() => started.close());
  const suite = await readSuite();
  const target = await findTarget({ base_url: started.baseUrl });
  const cases = expandCases(suite).filter(({ id }) => id === 'caching.created-and-hit');
  const run = () => runSuite({ suite, target, cases, jobs: 1, seed: 'again' });
  const outcomes = [...(await run()), ...(await run())].map(({ outcome }) => outcome);
  expect(outcomes).toEqual(['passed', 'passed']);
});

/** A gateway that is busy that many times before it answers the requests of a case. */
async function startBusyGateway(status: number, headers: Readonly<Record<string, string>>, times: number) {
  let left = times;
  const server = createServer((request, response) => {
    const isBusy = request.headers['x-case'] !== undefined && left-- > 0;
    response.writeHead(isBusy ? status : 200, { 'content-type': 'application/json', ...(isBusy && headers) });
    response.end('{"object":"list","data":[]}');
  });
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${await listenOnLoopback(server)}`;
}

test.each([
  ['429', 429, { 'retry-after': '0.01' }, 4, 'passed', 'rich'],
  ['503 with Retry-After', 503, { 'retry-after': '0.01' }, 4, 'passed', 'rich'],
  ['503 without it', 503, {}, 1, 'failed', 'rich'],
  ['429 once more than is patient', 429, { 'retry-after': '0.01' }, 5, 'failed', 'rich'],
  ['429 for the key whose limit is tested', 429, { 'retry-after': '0.01' }, 1, 'failed', 'limited'],
])('a request to a busy target is retried later: %s', async (_, status, headers, times, outcome, key) => {
  const suite = await readSuite();
  const target = {
    base_url: await startBusyGateway(status, headers, times),
    keys: { rich: 'sk-1', limited: { key: 'sk-2', requests: 5, seconds: 10 } },
  };
  const request = { operation: 'listModels', key, headers: { 'x-case': '1' } };
  const list = { ...lifecycle, id: 'test.list', steps: [{ request, expect: [{ status: 200 }] }] };
  const cases = expandCases({ cases: [list], models: suite.models });
  const [result] = await runSuite({ suite, target, cases, jobs: 1, seed: 'test' });
  const named = result?.checks.filter(({ requirement }) => requirement === 'GW-TST-001');
  expect(named).toMatchObject([{ outcome }]);
});

test('requests that are sent at once are retried, too', async () => {
  const suite = await readSuite();
  const base_url = await startBusyGateway(429, { 'retry-after': '0.01' }, 3);
  const request = { operation: 'listModels', headers: { 'x-case': '1' } };
  const expected = [{ that: 'answers.size() == 4 && answers.all(a, a.status == 200)' }];
  const steps = [{ parallel: { times: 4, request }, expect: expected }];
  const cases = expandCases({ cases: [{ ...lifecycle, id: 'test.at-once', steps }], models: suite.models });
  const target = { base_url, keys: { rich: 'sk-1' } };
  const [result] = await runSuite({ suite, target, cases, jobs: 1, seed: 'test' });
  expect(result?.checks.filter(({ requirement }) => requirement === 'GW-TST-001')).toMatchObject([
    { outcome: 'passed' },
  ]);
});

/**
 * Cases that poll a task, at a gateway that has none and responds only once that many requests have arrived: returns how many arrived at
 * the same time, and how many cases ran.
 */
async function runPolls(together: number, options: { readonly jobs: number; readonly bail?: boolean }) {
  let [underWay, most] = [0, 0];
  const all = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    const answer = (status: number) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end('{"data":[]}');
    if (!request.url?.startsWith('/v1/tasks/')) return void answer(200);
    underWay += 1;
    most = Math.max(most, underWay);
    if (underWay === together) all.resolve();
    void all.promise.then(() => {
      underWay -= 1;
      answer(404);
    });
  });
  onTestFinished(() => void server.close());
  const suite = await readSuite();
  const base_url = `http://127.0.0.1:${await listenOnLoopback(server)}`;
  const poll = { poll: { task: 'task_1' }, expect: [{ status: 200 }] };
  const polls = Array.from({ length: 12 }, (_, index) => ({
    ...lifecycle,
    id: `test.${index}`,
    steps: [poll],
  }));
  const cases = expandCases({ cases: polls, models: suite.models });
  const results = await runSuite({
    suite,
    target: { base_url, keys: { rich: 'sk-1' } },
    cases,
    seed: 'test',
    ...options,
  });
  return { most, ran: results.length };
}

test('cases that wait for tasks do so in parallel, except with --jobs 1, and do not start after a failure with --bail', async () => {
  expect(await runPolls(12, { jobs: 2 })).toEqual({ most: 12, ran: 12 });
  expect(await runPolls(1, { jobs: 1 })).toEqual({ most: 1, ran: 12 });
  expect(await runPolls(2, { jobs: 2, bail: true })).toEqual({ most: 2, ran: 2 });
});

test.each([
  [{}, 3],
  [{ tolerance_seconds: 7 }, 7],
])('a target says how exact its times are: %j', async (given, seconds) => {
  const suite = await readSuite();
  const target = { base_url: await startBusyGateway(200, {}, 0), keys: { rich: 'sk-1' }, ...given };
  const steps = [{ assert: [{ requirement: 'GW-TST-001', that: `target.tolerance == ${seconds}` }] }];
  const cases = expandCases({ cases: [{ ...lifecycle, id: 'test.exact', steps }], models: suite.models });
  const [result] = await runSuite({ suite, target, cases, jobs: 1, seed: 'test' });
  expect(result?.checks.filter(({ requirement }) => requirement === 'GW-TST-001')).toMatchObject([
    { outcome: 'passed' },
  ]);
});
