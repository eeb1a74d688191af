import { expect, test } from 'vitest';
import { totalCosts } from '../../src/conformance/money/compare-balances.ts';
import { highestSpend } from '../../src/conformance/money/highest-spend.ts';
import type { Price } from '../../src/conformance/money/price-list.ts';
import { isFree, spendingRequests } from '../../src/conformance/money/spending-requests.ts';
import type { RequestTemplate, Step } from '../../src/conformance/suite/case.ts';
import type { Json } from '../../src/conformance/suite/json.ts';
import { readSuite } from '../../src/conformance/suite/read-suite.ts';
import { seenTasks } from '../../src/conformance/wire/seen-tasks.ts';
import { caseOf } from './small-gateway.ts';

const suite = await readSuite();

const image: RequestTemplate = { operation: 'createImage', body: { model: 'sx-5-0-pro' } };
const raw = (head: string, body = '{}'): Step => ({
  raw: { send: `${head} HTTP/1.1\r\nHost: {{host}}\r\n\r\n${body}` },
});
const byPath: RequestTemplate = { method: 'POST', path: '/v1/images/generations?key=1' };
const inQuery: RequestTemplate = { ...image, key: 'none', query: { key: '{{target.key}}' } };

test.each<[string, Step, readonly string[]]>([
  ['an operation', { request: image }, ['createImage']],
  ['a path', { request: byPath }, ['createImage']],
  ['a stream', { stream: { operation: 'createResponse' } }, ['createResponse']],
  ['bytes on a socket', raw('POST /v1/videos/generations'), ['createVideo']],
  ['a key elsewhere than in its header', { request: inQuery }, ['createImage']],
  ['another path', { request: { method: 'POST', path: '/v1/images' } }, []],
  ['another method', { request: { ...byPath, method: 'GET' } }, []],
  ['bytes for another path', raw('POST /v1/images'), []],
  ['bytes that are no request', { raw: { send: 'SSH-2.0-pot\r\n\r\n' } }, []],
  ['no key', { request: { ...image, key: 'none' } }, []],
  ['the key of an account without funds', { request: { ...image, key: 'poor' } }, []],
  ['a poll', { poll: { task: 'task_1' } }, []],
])('a request can be charged, or not: %s', (_, step, operations) => {
  const one = caseOf([step]);
  expect(spendingRequests(one, suite.contract).map(({ operation }) => operation)).toEqual(operations);
  expect(isFree(one, suite.contract)).toBe(operations.length === 0);
});

test('the body of bytes on a socket is what follows the headers', () => {
  const [request] = spendingRequests(caseOf([raw('POST /v1/responses', '{"n":1}')]), suite.contract);
  expect(request?.body).toEqual({ n: 1 });
});

test.each<[object, boolean]>([
  [{ status: 400 }, true],
  [{ status: '4xx' }, true],
  [{ status: [400, 402] }, true],
  [{ that: 'status >= 400' }, true],
  [{ that: 'status == 409' }, true],
  [{ status: [200, 400] }, false],
  [{ status: 200 }, false],
  [{ status: '{{unknown}}' }, false],
  [{ that: 'status >= 400 || body.n == 1' }, false],
  [{ that: 'status < 500' }, false],
])('a request is free if it must be refused: %j, %s', (expectation, isRefused) => {
  const one = caseOf([{ request: image, expect: [expectation] }]);
  expect(isFree(one, suite.contract)).toBe(isRefused);
});

test('a count of requests at once that only a run knows is taken for fifty', () => {
  const timesOf = (times: number | string) =>
    spendingRequests(caseOf([{ parallel: { times, request: image } }]), suite.contract).map(
      (request) => request.times,
    );
  expect([timesOf(3), timesOf('{{target.limited.requests + 1}}')]).toEqual([[3], [50]]);
});

const price: Price = { rates: { input: 1e-6 }, furtherReference: 0, tool: 0, source: 'model files' };

test.each<[string, Json, number]>([
  ['a page of a PDF', { $pdf: { pages: 10 } }, 40_000],
  ['a short PDF', { $pdf: { pages: 1 } }, 20_000],
  ['a reference', { $image: '64x64.png' }, 20_000],
  ['an address', { $url: '/page.html' }, 20_000],
  ['data', `data:image/png;base64,${'A'.repeat(100)}`, 20_000],
  ['words', { $text: { words: 1000 } }, 8000],
  ['words of its own', { $text: { words: 1000, of: '纸' } }, 4000],
  ['characters', { $text: { characters: 5000 } }, 5000],
])('what may be read of %s is counted', async (_, content, tokens) => {
  const body = { model: 'qx3.8-max', max_tokens: 1, messages: [{ role: 'user', content }] };
  const steps = [{ request: { operation: 'createChatCompletion', body } }];
  const { nanoUsd } = await highestSpend(caseOf(steps), suite, async () => ({
    ...price,
    rates: { ...price.rates, output: 0 },
  }));
  expect(Number(nanoUsd) / 1000).toBeGreaterThanOrEqual(tokens);
  expect(Number(nanoUsd) / 1000).toBeLessThan(tokens + 100);
});

test('costs count once for each task that succeeded; what is no number costs nothing', () => {
  const record = (id: string, status: string, cost: unknown) =>
    seenTasks({
      request: { method: 'GET', url: `http://g.test/v1/tasks/${id}`, headers: {} },
      response: {
        ...{ status: 200, headers: {}, bytes: new Uint8Array(), text: '' },
        body: { id, status, cost } as Json,
      },
      tookMs: 1,
    });
  const tasks = [
    ...record('task_1', 'success', 0.25),
    ...record('task_1', 'completed', 0.25),
    ...record('task_2', 'failed', 4),
    ...record('task_3', 'processing', 8),
    ...record('task_4', 'success', '16'),
    ...record('task_5', 'success', 0.5),
    ...record('task_6', 'success', undefined),
  ];
  expect(totalCosts(tasks)).toBe(750_000_000n);
});
