import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { expandCases } from '../../src/conformance/expand/expand.ts';
import { createEvaluator } from '../../src/conformance/language/expressions.ts';
import type { CaseResult } from '../../src/conformance/run/result.ts';
import { runSuite } from '../../src/conformance/run/run-suite.ts';
import { readSuite } from '../../src/conformance/suite/read-suite.ts';
import type { FiledCase, Invariant } from '../../src/conformance/suite/suite.ts';
import { findTarget } from '../../src/conformance/target/find-target.ts';
import { startMockServer } from '../../src/node/mock-server.ts';
import { closeServer, listenOnLoopback } from '../support/loopback.ts';
import { imageCases, LIST, startHostile } from './hostile-gateway.ts';

const rows: FiledCase = {
  id: 'test.rows',
  title: 'an operation, a path and a number of times come from a row',
  file: 'test',
  requirement: 'GW-AUT-001',
  for: [{ name: 'balance', operation: 'getUserBalance', path: 'v1/user/balance', times: 3 }],
  steps: [
    { request: { operation: '{{operation}}' }, expect: [{ status: 200, schema: 'UserBalance' }] },
    {
      parallel: { times: '{{times}}', request: { operation: '{{operation}}' } },
      expect: [{ that: 'answers.size() == 3 && answers.all(a, a.status == 200)' }],
    },
    { request: { path: '/{{path}}', key: 'none' }, expect: [{ status: 401 }] },
  ],
};

const invariants: readonly Invariant[] = [
  {
    id: 'holds',
    requirement: 'GW-AUT-001',
    when: "path == '/v1/user/balance'",
    that: 'status in [200, 401]',
  },
  {
    id: 'broken',
    requirement: 'GW-AUT-001',
    when: "operation == 'getUserBalance'",
    that: 'status != 200 || at < 0',
  },
  {
    id: 'broken at first',
    requirement: 'GW-AUT-001',
    when: "path == '/v1/user/balance'",
    that: 'status == 401',
  },
  { id: 'elsewhere', requirement: 'GW-AUT-001', when: "path == '/nowhere'", that: 'false' },
];

test('invariants are checked on every exchange that they apply to', async () => {
  const started = await startMockServer({ port: 0, host: '127.0.0.1' });
  if (started.kind === 'failed') throw new Error(started.message);
  const suite = { ...(await readSuite()), invariants };
  const target = await findTarget({ base_url: started.baseUrl });
  const cases = expandCases({ cases: [rows], models: suite.models });
  const [result] = await runSuite({ suite, target, cases, jobs: 1, seed: 'test' });
  await started.close();
  const { checks = [] } = result ?? {};
  expect(checks.filter(({ invariant }) => !invariant).map(({ outcome }) => outcome)).toEqual([
    'passed',
    'passed',
    'passed',
  ]);
  expect(
    checks.filter(({ invariant }) => invariant).map(({ invariant, outcome }) => [invariant, outcome]),
  ).toEqual([
    ['holds', 'passed'],
    ['broken', 'failed'],
    ['broken at first', 'failed'],
  ]);
});

test('the records of a task are compared over all cases', async () => {
  const statuses = ['success', 'processing'];
  const { baseUrl } = await startHostile(({ method, path }) => {
    if (method === 'POST') return { code: 200, data: [{ status: 'submitted', task_id: 'task_1' }] };
    return path === '/v1/models' ? LIST : { id: 'task_1', status: statuses.shift() ?? 'failed', progress: 1 };
  });
  const suite = await readSuite();
  const target = { base_url: baseUrl, keys: { rich: 'sk-1' } };
  const results = await runSuite({ suite, target, cases: imageCases(suite, 2), jobs: 1, seed: 'test' });
  expect(brokenBy(results)).toContain('task-stays');
});

test('a task is the same for another key of its account, not for the key of another one', async () => {
  const statuses = ['success', 'processing'];
  const { baseUrl } = await startHostile(({ path }) =>
    path.startsWith('/v1/tasks/') ? { id: 'task_1', status: statuses.shift() } : LIST,
  );
  const suite = await readSuite();
  const target = { base_url: baseUrl, keys: { rich: 'sk-1', sibling: 'sk-2', other: 'sk-3' } };
  const broken = async (key: string) => {
    const steps = ['rich', key].map((one) => ({
      request: { operation: 'getTask', parameters: { task_id: 'task_1' }, key: one },
    }));
    const one: FiledCase = { id: 'test.keys', title: 'a task', file: 'test', steps };
    const cases = expandCases({ cases: [one], models: suite.models });
    statuses.splice(0, 2, 'success', 'processing');
    return brokenBy(await runSuite({ suite, target, cases, jobs: 1, seed: 'test' }));
  };
  expect(await broken('sibling')).toContain('task-stays');
  expect(await broken('other')).not.toContain('task-stays');
});

test('a seeded mock gives isolated cases the same identifiers, and breaks nothing by it', async () => {
  const started = await startMockServer({ port: 0, host: '127.0.0.1', seed: 1, isFrozen: true });
  if (started.kind === 'failed') throw new Error(started.message);
  const suite = await readSuite();
  const target = await findTarget({ base_url: started.baseUrl });
  const results = await runSuite({ suite, target, cases: imageCases(suite, 3), jobs: 1, seed: 'test' });
  await started.close();
  expect(new Set(results.flatMap(({ tasks }) => tasks.map(({ id }) => id))).size).toBe(1);
  expect(brokenBy(results)).toEqual([]);
});

function brokenBy(results: readonly CaseResult[]): readonly (string | undefined)[] {
  const checks = results.flatMap((result) => result.checks);
  return checks.filter(({ outcome }) => outcome === 'failed').map(({ invariant }) => invariant);
}

test('expressions know JSON Schema', () => {
  const { evaluate } = createEvaluator({ now: () => 0, unique: (prefix) => prefix });
  const schema = { type: 'object', required: ['n'], properties: { n: { type: 'integer', maximum: 4 } } };
  expect(evaluate("accepts(schema, {'n': 4})", { schema })).toBe(true);
  expect(evaluate("accepts(schema, {'n': 5})", { schema })).toBe(false);
  expect(evaluate('is_schema(schema)', { schema })).toBe(true);
  expect(evaluate('is_schema(schema)', { schema: { type: 'objekt' } })).toBe(false);
  expect(evaluate('is_schema(schema)', { schema: { minLength: -1 } })).toBe(false);
  const named = { $id: 'https://schemas.example.com/one', type: 'object' };
  expect(
    evaluate('is_schema(one) && is_schema(other)', { one: named, other: { ...named, type: 'null' } }),
  ).toBe(true);
  expect(evaluate('is_schema(schema)', { schema: { $ref: '#/$defs/none' } })).toBe(false);
});

test('a broken rule is explained, with the header or member concerned, never with the key', async () => {
  await using server = await startEcho();
  const suite = await readSuite();
  const one: FiledCase = {
    id: 'test.echo',
    title: 'the key comes back',
    file: 'test',
    steps: [{ request: { path: '/v1/models' } }],
  };
  const target = { base_url: server.baseUrl, keys: { rich: 'sk-secret-of-mine' } };
  const cases = expandCases({ cases: [one], models: suite.models });
  const [result] = await runSuite({ suite, target, cases, jobs: 1, seed: 'test' });
  const told = result?.checks.find(({ invariant }) => invariant === 'no-key');
  expect(told).toMatchObject({
    outcome: 'failed',
    expected: suite.requirements.get('GW-AUT-016')?.statement,
    actual: 'status 200; the key of the request is in the header x-seen, body.data[1].for',
  });
  expect(result?.checks.find(({ invariant }) => invariant === 'json-answer')?.actual).toBe(
    `status 200; headers['content-type'] is "text/json"`,
  );
  expect(result?.checks.find(({ invariant }) => invariant === 'request-id')?.actual).toBe(
    "status 200; headers['x-request-id'] is absent",
  );
});

/** Responds with the key that it received. */
async function startEcho(): Promise<AsyncDisposable & { readonly baseUrl: string }> {
  const server = createServer(({ headers: { authorization = '' } }, response) => {
    response.writeHead(200, { 'content-type': 'text/json', 'x-seen': authorization });
    response.end(JSON.stringify({ data: ['boat', { for: `of ${authorization}` }] }));
  });
  return {
    baseUrl: `http://127.0.0.1:${await listenOnLoopback(server)}`,
    [Symbol.asyncDispose]: () => closeServer(server),
  };
}

test.each([
  ['/v1/models', 404, true],
  ['/v1/tasks/task_1', 404, true],
  ['/v1/models/lab/house/schema', 400, true],
  ['/user/balance', 500, true],
  ['/v1/no-such-path', 404, false],
  ['/v1/models', 405, false],
  ['/v1/images/generations', 413, false],
])(
  'an error of an endpoint is JSON, what a server refuses by itself need not be: %s with %i',
  async (path, status, isBroken) => {
    const server = createServer((_, response) => {
      response.writeHead(status, { 'content-type': 'text/plain' });
      response.end('refused');
    });
    const suite = await readSuite();
    const one: FiledCase = {
      id: 'test.error',
      title: 'an error',
      file: 'test',
      steps: [{ request: { path } }],
    };
    const base_url = `http://127.0.0.1:${await listenOnLoopback(server)}`;
    const cases = expandCases({ cases: [one], models: suite.models });
    const target = { base_url, keys: { rich: 'sk-1' } };
    const results = await runSuite({ suite, target, cases, jobs: 1, seed: 'test' });
    server.close();
    expect(brokenBy(results).includes('error-json')).toBe(isBroken);
  },
);
