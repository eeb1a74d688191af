import { expect, expectTypeOf, test, vi } from 'vitest';
import type { components } from '../../generated/openapi-types.ts';
import { type Calls, createClient, type GatewrightClient, GatewrightError } from '../../src/client/index.ts';

interface Exchange {
  readonly raw: GatewrightClient['raw'];
  readonly client: Calls;
  readonly requests: Request[];
}

function answerWith(body: string, init: ResponseInit = {}): Exchange {
  const requests: Request[] = [];
  const fetch = async (request: Request) => {
    requests.push(request);
    return new Response(body, init);
  };
  const client = createClient({
    baseUrl: 'https://gateway.example/',
    apiKey: 'sk-test',
    fetch,
    maxRetries: 0,
  });
  return { raw: client.raw, client: client.operations, requests };
}

const submitted = '{"code":200,"data":[{"status":"submitted","task_id":"task_1"}]}';

test('submits an image task with the key and the body', async () => {
  const { client, requests } = answerWith(submitted);
  const answer = await client.createImage({ model: 'sx-5-0-pro', prompt: 'a paper boat' });
  expect(answer.data[0]?.task_id).toBe('task_1');
  const [request] = requests;
  expect(`${request?.method} ${request?.url}`).toBe('POST https://gateway.example/v1/images/generations');
  expect(request?.headers.get('authorization')).toBe('Bearer sk-test');
  expect(await request?.json()).toEqual({ model: 'sx-5-0-pro', prompt: 'a paper boat' });
});

test('puts parameters in path, query and headers', async () => {
  const { client, requests } = answerWith('{"id":"task_1","status":"submitted"}');
  await client.getTask({ task_id: 'task/1', language: 'de' });
  await client.listModels();
  expect(requests.map(({ url }) => url)).toEqual([
    'https://gateway.example/v1/tasks/task%2F1?language=de',
    'https://gateway.example/v1/models',
  ]);
});

test('catalogue and balances are asked for at their own endpoints', async () => {
  const requests: string[] = [];
  const fetch = async ({ method, url }: Request) => {
    requests.push(`${method} ${url.replace('https://gateway.example', '')}`);
    return new Response('{"success":true}');
  };
  const { models, balance } = createClient({ baseUrl: 'https://gateway.example', apiKey: 'sk-test', fetch });
  await models.list({ expand: 'category' });
  await models.schema('house/one');
  await models.prices('vxq3');
  await balance.account();
  await balance.key();
  await balance.usage();
  await balance.limits();
  expect(requests).toEqual([
    'GET /v1/models?expand=category',
    'GET /v1/model-schema?model=house%2Fone',
    'GET /api/pricing/model?model=vxq3',
    'GET /v1/user/balance',
    'GET /v1/balance',
    'GET /v1/dashboard/billing/usage',
    'GET /v1/dashboard/billing/subscription',
  ]);
});

test('sends the headers of a single call', async () => {
  const { client, requests } = answerWith(submitted);
  const options = { headers: { 'Idempotency-Key': 'order-7' } };
  await client.createVideo(
    { model: 'vxq3', prompt: 'it turns', image_urls: ['https://a.example/1.png'] },
    options,
  );
  await client.getUserBalance(options);
  expect(requests.map(({ headers }) => headers.get('idempotency-key'))).toEqual(['order-7', 'order-7']);
});

test('explicitly requests no stream', async () => {
  const { client, requests } = answerWith('{}');
  await client.createChatCompletion({ model: 'qx3.8-max', messages: [{ role: 'user', content: 'hi' }] });
  expect(await requests[0]?.json()).toMatchObject({ stream: false });
});

test('rejects with the error of the service', async () => {
  const error = {
    code: 429,
    message: 'slow down',
    type: 'rate_limit_error',
    reason: 'too_many_requests',
    param: '/n',
    violations: [
      { path: '/n', rule: 'maximum', message: 'at most 1' },
      null,
      { path: '/n', rule: 7, message: '' },
    ],
  };
  const headers = { 'x-request-id': 'req_1', 'retry-after': '2' };
  const { client } = answerWith(JSON.stringify({ error }), { status: 429, headers });
  const refusal = await client.getKeyBalance().catch((reason: unknown) => reason);
  expect(refusal).toBeInstanceOf(GatewrightError);
  expect(refusal).toMatchObject({
    status: 429,
    type: 'rate_limit_error',
    reason: 'too_many_requests',
    message: 'slow down',
    param: '/n',
    requestId: 'req_1',
    retryAfterMs: 2000,
    violations: [{ path: '/n', rule: 'maximum', message: 'at most 1' }],
  });
});

test('a date to wait for that has passed is no time', async () => {
  const headers = { 'retry-after': 'Thu, 01 Jan 2026 00:00:00 GMT' };
  const { client } = answerWith('{}', { status: 429, headers });
  await expect(client.getKeyBalance()).rejects.toMatchObject({ retryAfterMs: 0 });
});

const refusals: readonly (readonly [string, { given: readonly [number, string]; want: object }])[] = [
  [
    'the failure of a balance endpoint',
    {
      given: [500, '{"success":false,"message":"user quota lookup failed"}'],
      want: { type: 'server_error', message: 'user quota lookup failed' },
    },
  ],
  [
    'the page of a proxy',
    { given: [502, '<html>'], want: { type: 'bad_gateway', message: 'HTTP 502: <html>' } },
  ],
  [
    'the title of a page',
    {
      given: [502, '<html><head>\n<title>502 Bad Gateway </title></head><body>nginx</body></html>'],
      want: { type: 'bad_gateway', message: 'HTTP 502: 502 Bad Gateway' },
    },
  ],
  [
    'a long text, shortened',
    { given: [502, 'long'.repeat(100)], want: { message: `HTTP 502: ${'long'.repeat(50)}` } },
  ],
  [
    'an error without an envelope, by its status',
    {
      given: [403, '{}'],
      want: { type: 'permission_error', message: 'HTTP 403: the service gave no reason' },
    },
  ],
  ['an error of the request, by its status', { given: [404, '{}'], want: { type: 'invalid_request_error' } }],
  [
    'an error of a type of its own',
    {
      given: [400, '{"error":{"type":"content_policy_violation"}}'],
      want: { type: 'content_policy_violation' },
    },
  ],
  [
    'an error whose type is that of an event',
    { given: [400, '{"error":{"type":"error"}}'], want: { type: 'invalid_request_error' } },
  ],
  ['an error of the service, by its status', { given: [599, '{}'], want: { type: 'server_error' } }],
  [
    'an error with members of other types',
    {
      given: [400, '{"error":{"message":7,"param":[],"violations":{}}}'],
      want: { message: 'HTTP 400: the service gave no reason', param: undefined, violations: [] },
    },
  ],
  [
    'an error that is a text',
    { given: [400, '{"error":"no such route"}'], want: { message: 'HTTP 400: no such route' } },
  ],
  [
    'a detail, as FastAPI has it',
    { given: [404, '{"detail":"Not Found"}'], want: { message: 'HTTP 404: Not Found' } },
  ],
  [
    'an empty refusal',
    {
      given: [401, ''],
      want: { type: 'authentication_error', message: 'HTTP 401: the service gave no reason' },
    },
  ],
  [
    'a failed look-up of a balance whose status is that of a success',
    {
      given: [200, '{"success":false,"message":"user quota lookup failed"}'],
      want: { type: 'server_error', message: 'user quota lookup failed' },
    },
  ],
  [
    'a success that is not JSON',
    {
      given: [200, 'oops'],
      want: {
        type: 'bad_gateway',
        reason: 'malformed_answer',
        message:
          'GET /v1/user/balance answered 200 with a body that is not a JSON object: this does not look like a gateway',
      },
    },
  ],
  ...['', 'null', '[]', '"ok"', '<!doctype html>'].map(
    (body) =>
      [
        `a success with ${JSON.stringify(body)}`,
        {
          given: [200, body],
          want: {
            reason: 'malformed_answer',
            message: expect.stringContaining('does not look like a gateway'),
          },
        },
      ] as const,
  ),
];

test.each(refusals)('converts to an error: %s', async (_name, { given: [status, body], want }) => {
  const { client } = answerWith(body, { status });
  await expect(client.getUserBalance()).rejects.toMatchObject({ name: 'GatewrightError', status, ...want });
});

test.each([
  ['models', (client: GatewrightClient) => client.models.list()],
  ['balance', (client: GatewrightClient) => client.balance.account()],
  [
    'chat',
    (client: GatewrightClient) =>
      client.chat.create({ model: 'qx3.8-max', messages: [{ role: 'user', content: 'hi' }] }),
  ],
] as const)('%s of another server are refused', async (_what, ask) => {
  const fetch = async () => Response.json(null);
  const refused = ask(createClient({ baseUrl: 'https://other.example', apiKey: 'k', fetch }));
  await expect(refused).rejects.toThrow('this does not look like a gateway');
});

test('the address may be a URL, and is refused when it is none', async () => {
  const wanted: string[] = [];
  const fetch = async ({ url }: Request) => {
    wanted.push(url);
    return Response.json({});
  };
  for (const baseUrl of [
    new URL('https://gateway.example'),
    'https://gateway.example/',
    'https://gateway.example///',
  ])
    await createClient({ baseUrl, apiKey: 'k', fetch }).models.list();
  await createClient({ baseUrl: 'http://a:1/@b', apiKey: 'k', fetch }).models.list();
  expect(wanted).toEqual([...Array(3).fill('https://gateway.example/v1/models'), 'http://a:1/@b/v1/models']);
  for (const baseUrl of [
    'localhost:8080',
    '127.0.0.1:8080',
    'gateway',
    '//gateway',
    'file:///tmp/',
    'xhttp://gateway',
    'http://a/?b=c',
    'http://a#b',
    'http://user:password@a',
    ' http://a ',
    'http://a/\n',
  ])
    expect(() => createClient({ baseUrl, apiKey: 'k' })).toThrow(
      new TypeError(
        `baseUrl must be an http or https address, such as http://localhost:8080; got ${baseUrl}.`,
      ),
    );
  expect(() => createClient({ baseUrl: '', apiKey: 'k' })).toThrow('; got no text.');
});

test.each([Number.NaN, -1, 1.5, '3'])('maxRetries may not be %s', (maxRetries) => {
  const create = () => createClient({ baseUrl: 'http://a', apiKey: 'k', maxRetries: maxRetries as number });
  expect(create).toThrow(new RangeError(`maxRetries must be a whole number, 0 or more; got ${maxRetries}.`));
});

test('in a page the address may be relative', () => {
  vi.stubGlobal('location', new URL('https://shop.example/'));
  expect(() => createClient({ baseUrl: '/gateway', apiKey: 'k' })).not.toThrow();
  expect(() => createClient({ baseUrl: 'localhost:8080', apiKey: 'k' })).toThrow('got localhost:8080.');
  vi.unstubAllGlobals();
});

test('a page that a server renders may create a client with a path, which only calls in the browser', async () => {
  const { models } = createClient({ baseUrl: '/gateway', apiKey: 'k' });
  await expect(models.list()).rejects.toThrow('/gateway/v1/models');
});

test('passes network errors through', async () => {
  const fetch = () => Promise.reject(new TypeError('fetch failed'));
  const { operations } = createClient({
    baseUrl: 'https://gateway.example',
    apiKey: '',
    fetch,
    maxRetries: 0,
  });
  await expect(operations.listModels()).rejects.toThrow(TypeError);
});

test('is aborted by the signal of the call', async () => {
  const { client, requests } = answerWith('{}');
  await client.listModels({}, { signal: AbortSignal.abort() });
  expect(requests[0]?.signal.aborted).toBe(true);
});

test('reaches unknown models and streams through the raw client', async () => {
  const { raw, requests } = answerWith(submitted);
  const { data } = await raw.POST('/v1/images/generations', {
    body: { model: 'other/model', prompt: 'x' },
  });
  expect(data?.data.map(({ task_id }) => task_id)).toEqual(['task_1']);
  expect(await requests[0]?.json()).toEqual({ model: 'other/model', prompt: 'x' });
});

test('types bodies and answers by operation', () => {
  type CreateImage = Calls['createImage'];
  type Chat = Parameters<Calls['createChatCompletion']>[0];
  expectTypeOf<Parameters<CreateImage>[0]>().toEqualTypeOf<components['schemas']['KnownImageRequest']>();
  expectTypeOf<Awaited<ReturnType<CreateImage>>>().toEqualTypeOf<components['schemas']['TaskSubmission']>();
  expectTypeOf<Chat['stream']>().toEqualTypeOf<false | undefined>();
  expectTypeOf<{ model: 'unknown-model'; prompt: string }>().not.toExtend<Parameters<CreateImage>[0]>();
  expectTypeOf<{ model: 'sx-5-0-pro'; prompt: string; stream: true }>().not.toExtend<
    Parameters<CreateImage>[0]
  >();
});
