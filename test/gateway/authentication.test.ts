import { describe, expect, test } from 'vitest';
import { operations } from '../../generated/operations.ts';
import { createKeyDigests } from '../../src/gateway/accounts/key-digests.ts';
import { at, openWire } from '../support/open-wire.ts';
import { shells } from '../support/shells.ts';

const everyOperation = Object.values(operations).map(({ method, path }) => [method, path] as const);

/** A target that leads to an operation. */
function targetOf(path: string): string {
  return `${path.replace('{model}', 'vxq3').replace('{task_id}', 'task_1')}?model=vxq3`;
}

const bodyOf = (method: string) => (method === 'POST' ? { body: { model: 'vxq3' } } : {});

describe.each(shells)('through the $name shell', (shell) => {
  test('the table of operations has every endpoint of section 4', () => {
    expect(everyOperation.map((operation) => operation.join(' ')).sort()).toEqual([
      'GET /api/pricing/model',
      'GET /user/balance',
      'GET /v1/balance',
      'GET /v1/dashboard/billing/subscription',
      'GET /v1/dashboard/billing/usage',
      'GET /v1/model-schema',
      'GET /v1/models',
      'GET /v1/models/{model}/schema',
      'GET /v1/tasks/{task_id}',
      'GET /v1/user/balance',
      'POST /v1/chat/completions',
      'POST /v1/images/generations',
      'POST /v1/responses',
      'POST /v1/videos/generations',
    ]);
  });

  test.each(everyOperation)('%s %s refuses a request without a key', async (method, path) => {
    await using wire = await openWire(shell);
    const answer = await wire.send(method, targetOf(path), { key: null, ...bodyOf(method) });
    expect(answer.status).toBe(401);
    expect(at(answer.body, 'error')).toEqual({
      code: 401,
      message: 'No API key: send the header Authorization: Bearer <API_KEY>.',
      type: 'authentication_error',
      reason: 'missing_api_key',
    });
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  });

  test.each(everyOperation)('%s %s refuses an unknown key', async (method, path) => {
    await using wire = await openWire(shell);
    const answer = await wire.send(method, targetOf(path), { key: 'sk-nobody', ...bodyOf(method) });
    expect(answer.status).toBe(401);
    expect(at(answer.body, 'error', 'type')).toBe('authentication_error');
    expect(at(answer.body, 'error', 'reason')).toBe('invalid_api_key');
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  });

  test.each([
    ['another scheme', 'Basic c2stYWxwaGE6', 'The scheme of the Authorization header must be Bearer'],
    ['no scheme', 'sk-alpha', 'The scheme of the Authorization header must be Bearer'],
    ['a scheme and no blank', 'Bearersk-alpha', 'The scheme of the Authorization header must be Bearer'],
    [
      'a scheme that ends alike',
      'MyBearer sk-alpha',
      'The scheme of the Authorization header must be Bearer',
    ],
    ['such a scheme alone', 'MyBearer', 'The scheme of the Authorization header must be Bearer'],
    ['such a scheme and two keys', 'MyBearer a b', 'The scheme of the Authorization header must be Bearer'],
    ['a scheme alone', 'Bearer', 'No API key'],
    ['a scheme and a blank', 'Bearer ', 'No API key'],
    ['two keys', 'Bearer sk-alpha sk-beta', 'An API key has no spaces'],
  ])('names the form of the header to %s, and what is wrong', async (_name, authorization, what) => {
    await using wire = await openWire(shell);
    const answer = await wire.get('/v1/models', { key: null, headers: { authorization } });
    expect(answer.status).toBe(401);
    expect(at(answer.body, 'error', 'reason')).toBe('missing_api_key');
    expect(at(answer.body, 'error', 'message')).toBe(
      `${what}: send the header Authorization: Bearer <API_KEY>.`,
    );
    expect(answer.text).not.toContain('sk-alpha');
  });

  test.each([
    ['a key with something behind it', 'Bearer sk-alpha,'],
    ['quotes', 'Bearer "sk-alpha"'],
    ['another letter case of the key', 'Bearer SK-ALPHA'],
    ['a very long key', `Bearer ${'k'.repeat(5000)}`],
    ['a name of every object', 'Bearer __proto__'],
  ])('refuses %s', async (_name, authorization) => {
    await using wire = await openWire(shell);
    const answer = await wire.get('/v1/models', { key: null, headers: { authorization } });
    expect(answer.status).toBe(401);
    expect(at(answer.body, 'error', 'reason')).toBe('invalid_api_key');
    expect(answer.text).not.toContain('sk-alpha');
  });

  test.each([['bearer sk-alpha'], ['BEARER sk-alpha'], ['Bearer   sk-alpha']])('accepts %j', async (text) => {
    await using wire = await openWire(shell);
    const answer = await wire.get('/v1/models', { key: null, headers: { authorization: text } });
    expect(answer.status).toBe(200);
  });

  test('refuses a key from the moment it is revoked, although it was in use', async () => {
    await using wire = await openWire(shell);
    expect((await wire.get('/v1/models')).status).toBe(200);
    const [key] = (await wire.store.listKeys()).filter(({ accountId }) => accountId === 'alpha');
    if (!key) throw new Error('the test gateway has no key of this account');
    await wire.store.saveKey({ ...key, isRevoked: true });
    const answer = await wire.get('/v1/models');
    expect([answer.status, at(answer.body, 'error', 'reason')]).toEqual([401, 'invalid_api_key']);
  });

  test('refuses before it reads the body', async () => {
    await using wire = await openWire(shell);
    const answer = await wire.postImage('not json', { key: null });
    expect(answer.status).toBe(401);
  });

  test.each(['/v1/user/balance', '/user/balance'])('%s accepts a valid key', async (path) => {
    await using wire = await openWire(shell);
    expect((await wire.get(path)).status).toBe(200);
  });
});

test('the digests of 1000 keys in use are cached; with one more, all are forgotten', () => {
  const digests = createKeyDigests();
  for (let key = 0; key < 1000; key += 1) digests.accept(`Bearer sk-${key}`, `digest ${key}`);
  expect([digests.find('Bearer sk-0'), digests.find('Bearer sk-999')]).toEqual(['digest 0', 'digest 999']);
  digests.accept('Bearer sk-more', 'digest more');
  expect([digests.find('Bearer sk-0'), digests.find('Bearer sk-more')]).toEqual([undefined, 'digest more']);
});
