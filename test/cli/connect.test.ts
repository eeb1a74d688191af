import { expect, test } from 'vitest';
import { connect } from '../../src/cli/calls/connect.ts';

const { signal } = new AbortController();
const environment = { GATEWRIGHT_URL: 'https://api.example.com/v1/', GATEWRIGHT_KEY: 'sk-environment' };

/** The address and the key that a request of the client has. */
async function connectionOf(given: { readonly url?: string; readonly key?: string }, env: object = {}) {
  const options = { url: given.url, key: given.key };
  const { baseUrl, client } = await connect(options, signal, env as Readonly<Record<string, string>>);
  const requests: Request[] = [];
  const fetch = async (request: Request) => {
    requests.push(request);
    return new Response('{}');
  };
  await client.raw.GET('/v1/models', { fetch });
  return [baseUrl, requests[0]?.headers.get('authorization')];
}

test.each([
  'https://api.example.com',
  'https://api.example.com/',
  'https://api.example.com/v1',
  'https://api.example.com/v1/',
  'https://api.example.com/v1//',
])('%s is an address of the same gateway', async (url) => {
  expect(await connectionOf({ url, key: 'sk-given' })).toEqual([
    'https://api.example.com',
    'Bearer sk-given',
  ]);
});

test('the environment names address and key, options replace them', async () => {
  expect(await connectionOf({}, environment)).toEqual(['https://api.example.com', 'Bearer sk-environment']);
  expect(await connectionOf({ url: 'http://127.0.0.1:9000', key: 'sk-given' }, environment)).toEqual([
    'http://127.0.0.1:9000',
    'Bearer sk-given',
  ]);
});

test.each([
  [{ key: '' }, {}, '--key must not be empty'],
  [{ key: 'sk a' }, {}, 'The key must be visible ASCII characters without spaces.'],
  [{ key: 'sk-\u00e9' }, {}, 'The key must be visible ASCII'],
  [{}, { GATEWRIGHT_KEY: 'sk a' }, 'The key must be visible ASCII'],
  [{ url: '', key: 'sk-1' }, {}, '--url "" must be an http(s) URL'],
  [{ url: 'a.example', key: 'sk-1' }, {}, '--url "a.example" must be an http(s) URL'],
  [{ url: 'http://me@a.example', key: 'sk-1' }, {}, '--url must not contain a user name'],
  [
    { key: 'sk-1' },
    { GATEWRIGHT_URL: 'http://a.example?b' },
    'GATEWRIGHT_URL "http://a.example?b" must have neither',
  ],
])('%j with %j is refused', async (given, env, why) => {
  await expect(connectionOf(given, env)).rejects.toThrow(why);
});

test('without an address it is the one that a mock has by itself', async () => {
  expect(await connectionOf({ key: 'sk-1' })).toEqual(['http://127.0.0.1:8080', 'Bearer sk-1']);
  const env = { GATEWRIGHT_URL: '', GATEWRIGHT_KEY: 'sk-2' };
  expect(await connectionOf({}, env)).toEqual(['http://127.0.0.1:8080', 'Bearer sk-2']);
});
