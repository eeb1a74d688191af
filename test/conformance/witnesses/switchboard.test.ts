import { expect, test } from 'vitest';
import { openServer } from './local-server.ts';
import { openSwitchboard } from './switchboard.ts';

const operations = [
  { id: 'listModels', label: 'GET /v1/models', method: 'GET', path: /^\/v1\/models$/ },
  { id: 'createImage', label: 'POST /v1/images', method: 'POST', path: /^\/v1\/images$/ },
];
const detours = [
  { when: "operation == ''", reason: 'unknown to the document' },
  { when: '!is_json', reason: 'no JSON' },
];

test('requests go through Prism except for the detours; what Prism reports is recorded', async () => {
  await using gateway = await openServer((_, response) => response.end('from the gateway'));
  await using prism = await openServer((request, response) => {
    if (request.url === '/v1/models?itself=yes') {
      response.writeHead(404, { 'content-type': 'application/problem+json' }).end('{"status":404}');
      return;
    }
    const held = request.url === '/v1/models?lie=yes' ? { 'sl-violations': '[{"code":"required"}]' } : {};
    response.writeHead(200, { 'content-type': 'application/json', ...held }).end('"through Prism"');
  });
  await using board = await openSwitchboard({
    gateway: gateway.baseUrl,
    prism: prism.baseUrl,
    detours,
    operations,
  });
  const get = async (path: string, init: RequestInit = {}): Promise<string> =>
    (await fetch(`${board.baseUrl}${path}`, init)).text();
  expect(await get('/v1/models')).toBe('"through Prism"');
  expect(await get('/v1/models?lie=yes')).toBe('"through Prism"');
  expect(await get('/v1/models?itself=yes')).toBe('{"status":404}');
  expect(await get('/v1/other')).toBe('from the gateway');
  expect(await get('/v1/images', { method: 'POST', body: '{"a": ' })).toBe('from the gateway');
  const seen = { method: 'GET', path: '/v1/models', operation: 'listModels', type: 'application/json' };
  expect(board.seen).toEqual([
    { ...seen, status: 200 },
    { ...seen, status: 200, violation: '[{"code":"required"}]' },
    {
      ...seen,
      status: 404,
      type: 'application/problem+json',
      violation: 'Prism answers itself: {"status":404}',
    },
  ]);
  expect(board.around).toEqual({ 'unknown to the document': 1, 'no JSON': 1 });
});
