import { Agent, getGlobalDispatcher, setGlobalDispatcher } from 'undici/index.js';
import { expect, onTestFinished, test } from 'vitest';
import { createLiveness } from '../../src/conformance/run/liveness.ts';
import type { RequestTemplate, Step } from '../../src/conformance/suite/case.ts';
import type { Suite } from '../../src/conformance/suite/suite.ts';
import type { Target } from '../../src/conformance/target/target.ts';
import { caseOf, MUST, runSmall, smallSuite, startSmall, tellChecks } from './small-gateway.ts';

const list = { operation: 'listModels' } as const;
const ask: Step = { request: list, expect: [{ status: 200 }] };

const isolation: Target['isolation'] = {
  headers: { 'X-Case': 'pot {{case}}' },
  prepare: [
    { path: '/staging/reset' },
    { key: 'other', method: 'PUT', path: '/staging/other' },
    { key: 'sibling', method: 'PUT', path: '/staging/sibling' },
  ],
};

test.each<[string, readonly Step[], readonly string[]]>([
  ['neither', [ask], []],
  ['one in a request', [{ request: { ...list, key: 'other' }, expect: [] }], ['/staging/other']],
  ['one in a poll', [{ poll: { task: 'task_1', key: 'sibling' } }], ['/staging/sibling']],
])('before a case, the target is prepared for it; of two roles, it uses %s', async (_, steps, prepared) => {
  const { baseUrl, asked } = await startSmall(() => ({ body: { id: 'task_1', status: 'success' } }));
  const keys = { rich: 'sk-rich', other: 'sk-other', sibling: 'sk-sibling' };
  const results = await runSmall({ base_url: baseUrl, keys, isolation }, [caseOf(steps)]);
  expect(results.map(({ checks }) => checks.filter(({ outcome }) => outcome !== 'passed'))).toEqual([[]]);
  const staged = asked.filter(({ path }) => path.startsWith('/staging/'));
  expect(staged.map(({ path }) => path)).toEqual(['/staging/reset', ...prepared]);
  const names = new Set(asked.flatMap(({ headers }) => headers['x-case'] ?? []));
  expect([...names]).toEqual([expect.stringMatching(/^pot test-test-pot-[0-9a-f]{8}$/)]);
});

test('a case for a role that the case needs is prepared for it as well', async () => {
  const { baseUrl, asked } = await startSmall(() => ({}));
  const keys = { rich: 'sk-rich', other: 'sk-other' };
  await runSmall({ base_url: baseUrl, keys, isolation }, [caseOf([ask], { needs: ['key:other'] })]);
  expect(asked.map(({ path }) => path)).toContain('/staging/other');
});

test('cases with ids that differ only at their end are isolated from each other', async () => {
  const { baseUrl, asked } = await startSmall(() => ({}));
  const ids = ['a', 'b'].map((end) => `test.${'long-'.repeat(20)}${end}`);
  const cases = ids.map((id) => caseOf([ask], { id }));
  await runSmall({ base_url: baseUrl, isolation }, cases);
  const names = new Set(asked.flatMap(({ headers }) => headers['x-case'] ?? []));
  expect([names.size, Math.max(...[...names].map((name) => String(name).length))]).toEqual([2, 63]);
});

test('cases that compare balances have the keys after the first; those that use another key of its account have the first', async () => {
  const { baseUrl, asked } = await startSmall(() => ({}));
  const balance: Step = { request: { operation: 'getUserBalance' }, expect: [{ status: 200 }] };
  const keysOf = async (needs: readonly string[]) => {
    const cases = ['a', 'b'].map((name) => caseOf([balance], { id: `test.${name}`, exclusive: true, needs }));
    const keys = { rich: ['sk-1', 'sk-2'], sibling: 'sk-3' };
    const before = asked.length;
    await runSmall({ base_url: baseUrl, keys }, cases, { jobs: 2 });
    const sent = asked.slice(before).filter(({ path }) => path === '/v1/user/balance');
    return sent.map(({ headers }) => headers.authorization);
  };
  expect(await keysOf([])).toEqual(['Bearer sk-2', 'Bearer sk-2']);
  expect(await keysOf(['key:sibling'])).toEqual(['Bearer sk-1', 'Bearer sk-1']);
});

test('with --bail, cases that pass, or prove nothing, end no run; the first failure does', async () => {
  const { baseUrl } = await startSmall(() => ({}));
  const named = (ends: readonly Step[]) => ends.map((step, index) => caseOf([step], { id: `test.${index}` }));
  const open: Step = { hook: { name: 'none' }, expect: [{ status: 200 }] };
  const failing: Step = { request: list, expect: [{ status: 201 }] };
  const run = async (...steps: readonly Step[]) =>
    (await runSmall({ base_url: baseUrl }, named(steps), { bail: true })).map(({ outcome }) => outcome);
  expect(await run(ask, open, ask)).toEqual(['passed', 'unproven', 'passed']);
  expect(await run(ask, failing, ask)).toEqual(['passed', 'failed']);
});

test('a case says first what the target file lacks, then which model the target does not list', async () => {
  const { baseUrl } = await startSmall(() => ({ body: { data: [{ id: 'sx-5-0-pro' }] } }));
  const target = { base_url: baseUrl, callbacks: {}, features: { pots: true } };
  const told = (needs: readonly string[], more: Partial<Target> = {}) =>
    tellChecks({ ...target, ...more }, [ask], { needs });
  expect(await told(['model:vxq3', 'secret', 'key:poor', 'hook:fail'])).toEqual([
    'unproven: not configured in the target file: callbacks.secret, keys.poor, hooks.fail',
  ]);
  expect(await told(['model:vxq3'])).toEqual(['unproven: the target does not list vxq3']);
  expect(await told(['model:sx-5-0-pro', 'callbacks'])).toEqual(['passed']);
  expect(await told([], { features: { pots: false } })).toEqual([
    'unproven: the target file says that there is no pots',
  ]);
});

test('a model that is not listed matters only to requests with a key of the target file', async () => {
  const { baseUrl } = await startSmall(() => ({ body: { data: [{ id: 'sx-5-0-pro' }] } }));
  const told = (key: string, model: string) => {
    const request = { operation: 'createImage', key, body: { model, prompt: 'A paper boat' } };
    return tellChecks({ base_url: baseUrl }, [{ request, expect: [{ status: 200, that: 'true' }] }]);
  };
  const named = ['unproven: the target does not list qx-image-3.0'];
  expect(await told('rich', 'qx-image-3.0')).toEqual(named);
  expect(await told('sk-none', 'qx-image-3.0')).not.toEqual(named);
  const submitted = ['unproven: the response names no task'];
  expect(await told('rich', 'sx-5.0-pro'), 'another spelling').toEqual(submitted);
  expect(await told('rich', 'no-such-model')).toEqual(submitted);
});

test.each<[string, RequestTemplate]>([
  ['its parameters', { operation: 'getModelSchema', parameters: { model: 'qx-image-3.0' } }],
  ['its query', { operation: 'getModelSchemaByQuery', query: { model: 'qx-image-3.0' } }],
  ['its text', { operation: 'createImage', text: '{"model": "qx-image-3.0", "n": }' }],
])('a request can name a model that is not listed in %s', async (_, request) => {
  const { baseUrl } = await startSmall(() => ({ body: { data: [{ id: 'sx-5.0-pro' }] } }));
  const step = { request, expect: [{ that: 'status == 200' }] };
  expect(await tellChecks({ base_url: baseUrl }, [step])).toEqual([
    'unproven: the target does not list qx-image-3.0',
  ]);
  const listed: Step = { request: { operation: 'getModelSchema', parameters: { model: 'sx-5-0-pro' } } };
  const [result] = await runSmall({ base_url: baseUrl }, [caseOf([listed])]);
  expect(result?.exchanges, 'the list has another spelling').toHaveLength(1);
});

test('an operation that the target does not have is recognised by its method and path', async () => {
  const { baseUrl, asked } = await startSmall(() => ({}));
  const steps = (path: string, method?: string): readonly Step[] => [
    { request: { path, ...(method && { method }) }, expect: [{ status: 200 }] },
  ];
  const run = (without: string, path: string, method?: string) =>
    tellChecks({ base_url: baseUrl, features: { [without]: false } }, steps(path, method));
  expect(await run('getTask', '/v1/tasks/task_1?language=zh')).toEqual([
    'unproven: the target file says that there is no getTask',
  ]);
  expect(await run('getUserBalance', '/v1/user/balance?a=b')).toEqual([
    'unproven: the target file says that there is no getUserBalance',
  ]);
  expect(asked.filter(({ path }) => path !== '/v1/models')).toEqual([]);
  expect(await run('getTask', '/v1/tasks/task_1', 'POST')).toEqual(['passed']);
  expect(await run('getTask', '/v1/tasks/task_1/more')).toEqual(['passed']);
  expect(await run('createImage', '/v1/images/generations', 'POST')).toEqual([
    'unproven: the target file says that there is no createImage',
  ]);
  const poll: Step = { poll: { task: 'task_1' }, expect: [{ status: 200 }] };
  expect(await tellChecks({ base_url: baseUrl, features: { getTask: false } }, [poll])).toEqual([
    'unproven: the target file says that there is no getTask',
  ]);
});

test('what a case says of a request replaces what the suite adds, whatever its case', async () => {
  const { baseUrl, asked } = await startSmall(() => ({}));
  const request = {
    operation: 'listModels',
    method: 'DELETE',
    query: { a: 'b c' },
    headers: { AUTHORIZATION: 'Basic cG90', 'Content-TYPE': 'text/plain' },
    text: 'pot',
  };
  await tellChecks({ base_url: baseUrl }, [{ request }]);
  const { url, headers, body } = asked.find(({ method }) => method === 'DELETE') ?? {};
  expect([url, headers?.authorization, headers?.['content-type'], String(body)]).toEqual([
    '/v1/models?a=b+c',
    'Basic cG90',
    'text/plain',
    'pot',
  ]);
});

test.each([
  ['none', undefined],
  ['rich', 'Bearer sk-rich'],
  ['poor', 'Bearer sk-poor'],
  ['limited', 'Bearer sk-limited'],
  ['sk-literal', 'Bearer sk-literal'],
])('the key %s is sent as %s', async (key, want) => {
  const { baseUrl, asked } = await startSmall(() => ({}));
  const keys = { rich: 'sk-rich', poor: 'sk-poor', limited: { key: 'sk-limited', requests: 5, seconds: 1 } };
  const request = { ...list, key, query: { own: '1' } };
  await tellChecks({ base_url: baseUrl, keys }, [{ request }]);
  expect(asked.filter(({ url }) => url.includes('own')).map(({ headers }) => headers.authorization)).toEqual([
    want,
  ]);
});

test('files of a target outside private networks are not fetched inside, not even through its redirects', async () => {
  const { baseUrl: inside, asked } = await startSmall(() => ({}));
  const { baseUrl } = await startSmall(({ path }) =>
    path === '/files/1' ? { status: 302, headers: { location: `${inside}/moved` } } : {},
  );
  // A name that nothing resolves, so that it belongs to no private network; requests find the gateway all the same.
  const before = getGlobalDispatcher();
  onTestFinished(() => setGlobalDispatcher(before));
  setGlobalDispatcher(
    new Agent({
      connect: { lookup: (_host, _options, found) => found(null, [{ address: '127.0.0.1', family: 4 }]) },
    }),
  );
  const outside = `http://gateway.invalid:${new URL(baseUrl).port}`;
  const fetch = (url: string) =>
    tellChecks({ base_url: outside }, [{ fetch: { url }, expect: [{ status: 200 }] }]);
  const refused = expect.stringMatching(
    /^failed: .*127\.0\.0\.1 is in a private network, and the target is not/,
  );
  expect(await fetch(`${inside}/direct`)).toEqual([refused]);
  expect(await fetch('/files/1')).toEqual([refused]);
  expect(asked).toEqual([]);
  expect(await fetch('/files/2')).toEqual(['passed']);
});

test('where this machine was too busy to time callbacks, their checks are unproven', async () => {
  const { baseUrl } = await startSmall(({ headers }) => {
    if (headers['x-pot'] !== undefined) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1900);
    return {};
  });
  const steps: readonly Step[] = [
    { receiver: { name: 'hook' } },
    { request: { ...list, headers: { 'x-pot': '1' } } },
    { callbacks: { receiver: 'hook', count: 1, within_seconds: 0.5 }, expect: [{ that: 'callbacks == []' }] },
  ];
  expect(await tellChecks({ base_url: baseUrl, callbacks: {} }, steps)).toEqual([
    expect.stringMatching(/^unproven: this machine was too busy to time callbacks/),
  ]);
});

test('a target that has once stopped responding is not asked again', () => {
  const liveness = createLiveness({ maxUnanswered: 2 });
  liveness.record(false);
  liveness.record(true);
  liveness.record(false);
  expect(liveness.unresponsive()).toBeUndefined();
  liveness.record(false);
  liveness.record(true);
  expect(liveness.unresponsive()).toBe('the target has answered none of the last 2 requests');
});

test('cases read what the target file declares', async () => {
  const { baseUrl } = await startSmall(() => ({}));
  const told = (that: string, more: Partial<Target> = {}) =>
    tellChecks({ base_url: baseUrl, ...more }, [{ assert: [{ that }] }]);
  const restricted = { key: 'sk-restricted', models: ['a', 'b'], without_metadata: ['b'] };
  const keys = { rich: 'sk-rich', restricted, limited: { key: 'sk-limited', requests: 5, seconds: 10 } };
  const lists = "target.restricted_models == ['a', 'b'] && target.without_metadata == ['b']";
  expect(await told(lists, { keys })).toEqual(['passed']);
  expect(await told('target.limited.requests == 5 && target.limited.seconds == 10', { keys })).toEqual([
    'passed',
  ]);
  expect(
    await told("target.secret == 'whsec_a' && !target.clock", { callbacks: { secret: 'whsec_a' } }),
  ).toEqual(['passed']);
  expect(await told(`target.host == '${new URL(baseUrl).host}' && target.key == 'sk-rich'`)).toEqual([
    'passed',
  ]);
});

test('the time in which cases wait begins again whenever a task ends', async () => {
  let polls = 0;
  const { baseUrl } = await startSmall(({ path }) => ({
    body: path.startsWith('/v1/tasks/')
      ? { id: 'task_1', status: ++polls % 2 === 0 ? 'success' : 'processing' }
      : {},
  }));
  let time = 0;
  const liveness = createLiveness({
    maxWaitMs: 15,
    now: () => {
      time += 10;
      return time;
    },
  });
  const poll: Step = { poll: { task: 'task_1' }, expect: [{ that: 'succeeded(body.status)' }] };
  const cases = [1, 2, 3].map((number) => caseOf([poll], { id: `test.${number}` }));
  const results = await runSmall({ base_url: baseUrl }, cases, { liveness });
  expect(results.map(({ outcome }) => outcome)).toEqual(['passed', 'passed', 'passed']);
});

test('an invariant that cannot be checked on a response is not met, and the first such response is named', async () => {
  const { baseUrl } = await startSmall(({ url }) => ({ body: url.includes('odd') ? { n: 'x' } : { n: 1 } }));
  const invariants: Suite['invariants'] = [
    { id: 'when', requirement: MUST, when: 'body.n.m == 1', that: 'true' },
    { id: 'that', requirement: MUST, that: 'body.n > 0' },
    { id: 'unknown', requirement: 'GW-POT-999', that: 'false' },
  ];
  const suite = { ...(await smallSuite()), invariants };
  const ask = (odd: object): Step => ({ request: { ...list, ...odd } });
  const one = caseOf([ask({}), ask({ query: { odd: 1 } }), ask({ query: { odd: 2 } })]);
  const [result] = await runSmall({ base_url: baseUrl }, [one], { suite });
  expect(result?.checks).toMatchObject([
    { invariant: 'when', outcome: 'failed', exchange: 0, actual: expect.stringMatching(/ in \{"n":1\}$/) },
    { invariant: 'that', outcome: 'failed', exchange: 1, actual: 'status 200; body.n is "x"' },
  ]);
});
