import { describe, expect, test } from 'vitest';
import { operations } from '../../generated/operations.ts';
import { expectDeclared } from '../support/expect-declared.ts';
import { at } from '../support/open-wire.ts';
import { shells } from '../support/shells.ts';
import { BOAT, type MockAnswer, openMock } from './open-mock.ts';

const everyAnswer = Object.values(operations).flatMap(({ operationId, method, path, responses }) =>
  Object.keys(responses).map((status) => [operationId, Number(status), method, path] as const),
);

describe.each(shells)('$name shell', (shell) => {
  test('forces one response, and nothing happens', async () => {
    await using mock = await openMock(shell);
    const headers = { prefer: 'code=429' };
    const forced = await mock.ask('POST', '/v1/images/generations', { body: BOAT, headers });
    expect(forced.status).toBe(429);
    expect(forced.body).toMatchObject({
      error: { code: 429, type: 'rate_limit_error', reason: 'rate_limited' },
    });
    for (const name of [
      'retry-after',
      'retry-after-ms',
      'x-ratelimit-remaining-requests',
      'ratelimit-policy',
    ]) {
      expect(forced.headers.get(name), name).not.toBeNull();
    }
    expect(await mock.control.getAccount('sk-mock')).toMatchObject({ held: '0' });
  });

  test('shows the first example, or the one that is named', async () => {
    await using mock = await openMock(shell);
    const first = await mock.ask('GET', '/v1/tasks/task_1', { key: null, headers: { prefer: 'code=200' } });
    expect([first.status, at(first.body, 'status')]).toEqual([200, 'processing']);
    const named = await mock.ask('GET', '/v1/tasks/task_1', {
      headers: { prefer: 'code=200, example=failed' },
    });
    expect([named.status, at(named.body, 'status')]).toEqual([200, 'failed']);
    const alone = await mock.ask('GET', '/v1/tasks/task_1', {
      headers: { prefer: 'example="imageSucceeded"' },
    });
    expect(at(alone.body, 'status')).toBe('success');
  });

  test('the response refers to what was requested', async () => {
    await using mock = await openMock(shell);
    const forced = async (target: string, prefer: string) => mock.ask('GET', target, { headers: { prefer } });
    const task = await forced('/v1/tasks/task_mine', 'code=200, example=imageSucceeded');
    expect(at(task.body, 'id')).toBe('task_mine');
    expect(task.text).not.toContain('01K9ZP3V7Q8R2M4N6T1X5Y0ABC');
    const missing = await forced('/v1/tasks/task_mine', 'code=404');
    expect(at(missing.body, 'error', 'message')).toBe('Task task_mine does not exist.');
    for (const target of [
      '/v1/models/house-9/schema',
      '/v1/model-schema?model=house-9',
      '/api/pricing/model?model=house-9',
    ]) {
      const { body } = await forced(target, 'code=404');
      expect(at(body, 'error', 'message')).toMatch(/^Model house-9 does not exist/);
    }
    const fault = await forced('/v1/models', 'code=500');
    expect(at(fault.body, 'error', 'message')).toContain(fault.headers.get('x-request-id'));
  });

  test('a preflight grants the headers that only a mock has', async () => {
    await using mock = await openMock(shell);
    const asked = { origin: 'http://localhost:3000', 'access-control-request-method': 'POST' };
    const answer = await mock.ask('OPTIONS', '/v1/images/generations', { key: null, headers: asked });
    expect(answer.headers.get('access-control-allow-headers')).toBe(
      'authorization, content-type, idempotency-key, x-mock-session, prefer',
    );
  });

  test('the headers are those that such an answer really has', async () => {
    await using mock = await openMock(shell);
    const names = [
      'retry-after',
      'retry-after-ms',
      'x-should-retry',
      'x-warning',
      'idempotency-replayed',
      'ratelimit',
      'www-authenticate',
      'cache-control',
      'vary',
      'x-accel-buffering',
    ];
    const headersOf = ({ headers }: MockAnswer) =>
      Object.fromEntries(names.flatMap((name) => (headers.has(name) ? [[name, headers.get(name)]] : [])));
    const submit = async (headers: Readonly<Record<string, string>>, key = 'sk-mock', body: unknown = BOAT) =>
      headersOf(await mock.ask('POST', '/v1/images/generations', { body, headers, key }));
    const get = async (target: string, headers: Readonly<Record<string, string>> = {}) =>
      headersOf(await mock.ask('GET', target, { headers }));

    expect(await submit({ prefer: 'code=200' })).toEqual(await submit({ 'idempotency-key': 'order-1' }));
    const other = await submit({ 'idempotency-key': 'order-1' }, 'sk-mock', { ...BOAT, prompt: 'Another' });
    expect(await submit({ prefer: 'code=409, example=keyReused' })).toEqual(other);
    expect(other).toEqual({ 'x-should-retry': 'false' });
    expect(await submit({ prefer: 'code=409, example=inProgress' })).toEqual({ 'retry-after': '1' });
    expect(await submit({ prefer: 'code=400' })).toEqual(
      await submit({}, 'sk-mock', { ...BOAT, size: '9:21' }),
    );
    expect(await submit({ prefer: 'code=401' })).toEqual(await submit({}, 'sk-nobody'));
    expect(await submit({ prefer: 'code=402' })).toEqual(await submit({}, 'sk-mock-empty'));
    expect(await submit({ prefer: 'code=503' })).toEqual({ 'retry-after': '2' });
    expect(await submit({ prefer: 'code=429, example=tooManyInProgress' })).toEqual({ 'retry-after': '2' });
    expect(await get('/v1/models', { prefer: 'code=200' })).toEqual(await get('/v1/models'));
    expect(await get('/v1/user/balance', { prefer: 'code=200' })).toEqual(await get('/v1/user/balance'));
    const chat = { model: 'qx3.8-max', messages: [{ role: 'user', content: 'Hello' }] };
    for (const stream of [true, false]) {
      const ask = async (headers: Readonly<Record<string, string>>) =>
        headersOf(await mock.ask('POST', '/v1/chat/completions', { body: { ...chat, stream }, headers }));
      expect(await ask({ prefer: 'code=200' })).toEqual(await ask({}));
    }
  });

  test('streams or not as the body asks', async () => {
    await using mock = await openMock(shell);
    const ask = (path: string, stream: boolean | undefined) => {
      const body = { model: 'qx3.8-max', messages: [], ...(stream === undefined ? {} : { stream }) };
      return mock.ask('POST', path, { body, headers: { prefer: 'code=200' } });
    };
    const types = [
      await ask('/v1/chat/completions', undefined),
      await ask('/v1/chat/completions', false),
      await ask('/v1/responses', undefined),
      await ask('/v1/responses', true),
    ].map(({ headers }) => headers.get('content-type'));
    const [json, stream] = ['application/json', 'text/event-stream'];
    expect(types).toEqual([stream, json, json, stream]);
  });

  test.each([
    [
      'GET',
      '/v1/tasks/task_1',
      'code=502',
      /getTask never returns 502; it can return 200, 400, 401, 404, 429, 500, 503/,
    ],
    ['GET', '/v1/models', 'code=418', /listModels never returns 418/],
    [
      'GET',
      '/v1/models',
      'code=200, example=nothing',
      /no example named "nothing" for the status 200; it has /,
    ],
    [
      'POST',
      '/v1/images/generations',
      'code=409, example=nothing',
      /createImage has no example named "nothing" for the status 409; it has inProgress, keyReused$/,
    ],
  ])('%s %s cannot prefer %s', async (method, path, prefer, text) => {
    await using mock = await openMock(shell);
    const answer = await mock.ask(method, path, { headers: { prefer } });
    expect([answer.status, at(answer.body, 'error', 'param')]).toEqual([400, 'Prefer']);
    expect(at(answer.body, 'error', 'message')).toMatch(text);
  });

  test('ignores other preferences', async () => {
    await using mock = await openMock(shell);
    for (const prefer of ['respond-async', 'code=abc', 'return=minimal; xcode=429', '']) {
      expect((await mock.ask('GET', '/v1/models', { headers: { prefer } })).status, prefer).toBe(200);
    }
  });

  test('reaches the download of a file', async () => {
    await using mock = await openMock(shell);
    const answer = await mock.ask('GET', '/files/task_1/0.png', { headers: { prefer: 'code=410' } });
    expect([answer.status, at(answer.body, 'error', 'reason')]).toEqual([410, 'file_expired']);
  });

  test('returns every status of a file that has an example, as the gateway does', async () => {
    await using mock = await openMock(shell);
    const ask = async (prefer: string) => mock.ask('GET', '/files/task_x/0.png', { headers: { prefer } });
    const outside = await ask('code=416');
    expect([outside.status, outside.headers.get('content-range')]).toEqual([416, 'bytes */50125']);
    expect(at(outside.body, 'error', 'reason')).toBe('range_not_satisfiable');
    const unchanged = await ask('code=304');
    expect([unchanged.status, unchanged.text]).toEqual([304, '']);
    expect(unchanged.headers.get('etag')).toMatch(/^"\w+"$/);
    for (const [status, wait] of [
      [404, null],
      [410, null],
      [429, '2'],
      [500, null],
      [503, '2'],
    ]) {
      const answer = await ask(`code=${status}`);
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([status, wait]);
    }
    for (const status of [200, 206]) {
      const bytes = await ask(`code=${status}`);
      expect([bytes.status, at(bytes.body, 'error', 'message')]).toEqual([
        400,
        `getFile returns ${status} with the bytes of a file, and the contract has no example of those: request an existing file instead`,
      ]);
    }
    expect(at((await ask('code=402')).body, 'error', 'message')).toBe(
      'getFile never returns 402; it can return 200, 206, 304, 404, 410, 416, 429, 500, 503',
    );
  });

  test('marks as an example what refers to another request', async () => {
    await using mock = await openMock(shell);
    const body = { model: 'sx-5-0-pro', prompt: 'x' };
    const ask = async (prefer: string) =>
      at(
        (await mock.ask('POST', '/v1/images/generations', { body, headers: { prefer } })).body,
        'error',
        'message',
      );
    expect(await ask('code=402')).toMatch(/^Example: The balance of 0\.1 USD does not cover /);
    expect(await ask('code=400')).toBe('Example: n must be at most 1; got 2 (and 1 more violation)');
    expect(await ask('code=403')).toMatch(/^Example: This API key may not use model "qx-image-3.0"/);
    expect(await ask('code=429')).not.toMatch(/^Example/);
  });

  test.each(everyAnswer)('%s can be made to return %d', async (_operation, status, method, path) => {
    await using mock = await openMock(shell);
    const target = path.replaceAll(/\{\w+\}/g, 'some');
    const body = method === 'GET' ? {} : { body: { stream: false } };
    const { headers, text, ...answer } = await mock.ask(method, target, {
      headers: { prefer: `code=${status}` },
      ...body,
    });
    expect(answer.status).toBe(status);
    expectDeclared({ method, target, status, headers, text });
  });
});
