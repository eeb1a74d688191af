import { describe, expect, test } from 'vitest';
import { at, openWire } from '../support/open-wire.ts';
import { shells } from '../support/shells.ts';

const fixed: readonly (readonly [string, string])[] = [
  ['/v1/models', 'GET, HEAD'],
  ['/v1/models/vxq3/schema', 'GET, HEAD'],
  ['/v1/model-schema', 'GET, HEAD'],
  ['/v1/videos/generations', 'POST'],
  ['/v1/images/generations', 'POST'],
  ['/v1/chat/completions', 'POST'],
  ['/v1/responses', 'POST'],
  ['/v1/tasks/task_1', 'GET, HEAD'],
  ['/v1/user/balance', 'GET, HEAD'],
  ['/user/balance', 'GET, HEAD'],
  ['/v1/balance', 'GET, HEAD'],
  ['/api/pricing/model', 'GET, HEAD'],
  ['/v1/dashboard/billing/usage', 'GET, HEAD'],
  ['/v1/dashboard/billing/subscription', 'GET, HEAD'],
];

describe.each(shells)('through the $name shell', (shell) => {
  test.each(fixed)('%s allows %s and answers every other method with 405', async (path, allow) => {
    await using wire = await openWire(shell);
    const taken = allow.split(', ');
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'].filter(
      (m) => !taken.includes(m),
    )) {
      const answer = await wire.send(method, path);
      expect([method, answer.status]).toEqual([method, 405]);
      expect(answer.headers.get('allow')).toBe(allow);
      expect(at(answer.body, 'error')).toMatchObject({ code: 405, type: 'invalid_request_error' });
    }
  });

  test.each(fixed)('%s answers a preflight without a key', async (path, allow) => {
    await using wire = await openWire(shell);
    const headers = {
      origin: 'https://app.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'x-stainless-lang,X-Stainless-OS, openai-organization,bad name',
    };
    const answer = await wire.send('OPTIONS', path, { key: null, headers });
    expect(answer.status).toBe(204);
    expect(answer.bytes).toHaveLength(0);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('access-control-allow-methods')).toBe(allow);
    const allowed = answer.headers.get('access-control-allow-headers')?.toLowerCase().split(', ');
    expect(allowed).toEqual([
      'authorization',
      'content-type',
      'idempotency-key',
      'x-stainless-lang',
      'x-stainless-os',
      'openai-organization',
    ]);
    expect(answer.headers.get('vary')).toBe('access-control-request-headers');
  });

  test('a preflight grants no more headers than a browser sends', async () => {
    await using wire = await openWire(shell);
    const long = 'x'.repeat(65);
    const asked = [long, ...Array.from({ length: 150 }, (_, index) => `x-${index}`)].join(',');
    const headers = { 'access-control-request-method': 'POST', 'access-control-request-headers': asked };
    const answer = await wire.send('OPTIONS', '/v1/models', { key: null, headers });
    const granted = answer.headers.get('access-control-allow-headers')?.split(', ');
    expect(granted).toHaveLength(100);
    expect(granted).not.toContain(long);
  });

  test('has no sample images unless it is created with them', async () => {
    await using wire = await openWire(shell);
    expect((await wire.get('/files/samples/640x480.png', { key: null })).status).toBe(404);
  });

  test('a page of any origin may read the 404 of a path that does not exist', async () => {
    await using wire = await openWire(shell);
    const origin = 'https://app.example';
    const headers = {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type',
    };
    const granted = await wire.send('OPTIONS', '/v1/nope', { key: null, headers });
    expect([granted.status, granted.headers.get('access-control-allow-methods')]).toEqual([204, 'GET, POST']);
    expect(granted.headers.get('access-control-allow-headers')).toMatch(/authorization, content-type/);
    for (const [method, sent] of [
      ['OPTIONS', { origin }],
      ['GET', headers],
    ] as const)
      expect((await wire.send(method, '/v1/nope', { key: null, headers: sent })).status).toBe(404);
  });

  test('a page of any origin may read balances, errors included', async () => {
    await using wire = await openWire(shell);
    for (const [path, key] of [
      ['/v1/user/balance', 'sk-alpha'],
      ['/user/balance', 'sk-alpha'],
      ['/user/balance', 'sk-nobody'],
      ['/nowhere', 'sk-alpha'],
    ] as const) {
      const answer = await wire.get(path, { key, headers: { origin: 'https://app.example' } });
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
      expect(answer.headers.get('access-control-expose-headers')).toMatch(/\bx-request-id\b/);
    }
  });

  test.each([
    '/',
    '/?',
    '/v1',
    '/v1/',
    '/v1/models/',
    '/v1/models/vxq3',
    '/v1/models/vxq3/schema/',
    '/v1/models/a/b/schema',
    '/v1//models',
    '/V1/models',
    '/v1/Models',
    '/v1/models%2f',
    '/v1%2fmodels',
    '/v1/models;x=1',
    '/v1/tasks',
    '/v1/tasks/',
    '/v1/tasks/a/b',
    '/v1/balance/',
    '/v1/user',
    '/user',
    '/v1/images',
    '/v1/images/edits',
    '/mj/submit/imagine',
    '/api/pricing',
    '/__proto__',
    '/constructor',
    '/favicon.ico',
    '/files',
    '/robots.txt',
    `/${'x'.repeat(7000)}`,
    `/v1/${'models/'.repeat(900)}`,
  ])('answers %s with 404 in the envelope', async (target) => {
    await using wire = await openWire(shell);
    for (const method of ['GET', 'POST', 'DELETE']) {
      const answer = await wire.send(method, target);
      expect(answer.status).toBe(404);
      expect(at(answer.body, 'error', 'type')).toBe('invalid_request_error');
      expect(answer.text.length).toBeLessThan(600);
    }
  });

  test('an unknown path is 404 without a key, too', async () => {
    await using wire = await openWire(shell);
    expect((await wire.get('/nowhere', { key: null })).status).toBe(404);
  });

  test.each([
    '/v1/models?',
    '/v1/models??',
    '/v1/models?&&&',
    '/v1/models?=',
    '/v1/models?%',
    '/v1/models?expand=%ff',
    '/v1/models?__proto__=1&constructor=2',
    `/v1/models?${'a=1&'.repeat(1500)}`,
    '/v1/models?expand=category&expand=parameters',
    '/v1/models?expand=category&category=__proto__',
  ])('reads the query of %s without a fault', async (target) => {
    await using wire = await openWire(shell);
    expect((await wire.get(target)).status).toBe(200);
  });

  test('refuses U+0000 in a query', async () => {
    await using wire = await openWire(shell);
    const { status, body } = await wire.get('/v1/models?expand=category&category=%00');
    expect([status, at(body, 'error', 'param')]).toEqual([400, 'category']);
  });

  test.each(['/v1/models?expand=parameters', '/v1/user/balance', '/v1/tasks/task_999', '/nowhere'])(
    'HEAD %s returns the headers of GET without the body',
    async (target) => {
      await using wire = await openWire(shell);
      const [head, get] = [await wire.send('HEAD', target), await wire.get(target)];
      expect(head.status).toBe(get.status);
      expect(head.bytes).toHaveLength(0);
      expect(head.headers.get('content-type')).toBe('application/json');
      if (shell.name === 'Node') {
        expect(head.headers.get('content-length')).toBe(String(get.bytes.length));
      }
    },
  );

  test('gives every response a request id of its own', async () => {
    await using wire = await openWire(shell);
    const ids = new Set<string | null>();
    for (const target of ['/v1/models', '/v1/models', '/nowhere', '/v1/user/balance']) {
      ids.add((await wire.get(target)).headers.get('x-request-id'));
    }
    expect(ids.size).toBe(4);
  });

  test('survives garbage headers', async () => {
    await using wire = await openWire(shell);
    const headers = {
      'accept-encoding': ';;;q=,gzip;q=x,,*;q',
      accept: 'image/*;q=banana',
      'x-odd': '\u00ff\u0080"\\',
      cookie: 'a=b; =; ;;',
      'content-type': 'a/b/c; charset',
      range: 'bytes=9-1',
      'if-none-match': '*',
    };
    expect((await wire.get('/v1/models', { headers })).status).toBe(200);
  });

  test('a throwing engine is a 500 that quotes its request id and nothing else', async () => {
    const engine = {
      plan: () => {
        throw new Error('the secret of the engine');
      },
      run: () => Promise.reject(new Error('never')),
    };
    await using wire = await openWire(shell, { ports: { engine } });
    const answer = await wire.postImage({ model: 'sx-5-0-pro', prompt: 'A paper boat' });
    expect(answer.status).toBe(500);
    expect(at(answer.body, 'error', 'type')).toBe('server_error');
    expect(answer.text).toContain(answer.headers.get('x-request-id') ?? 'no id');
    expect(answer.text).not.toContain('secret');
    expect(wire.faults.splice(0)).toHaveLength(1);
    expect(await wire.remaining()).toBe(1000);
  });
});
