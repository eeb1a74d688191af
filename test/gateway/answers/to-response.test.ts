import { expect, test } from 'vitest';
import { problem } from '../../../src/contract/problem.ts';
import { createPreparedAnswers } from '../../../src/gateway/answers/prepared-answers.ts';
import { toJsonResponse, toResponse } from '../../../src/gateway/answers/to-response.ts';

test('the facts of an error have its reason, those of a success have none', () => {
  expect(toJsonResponse({ status: 200, body: { error: { reason: 'none' } } })).toEqual({
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: '{"error":{"reason":"none"}}',
  });
  expect(toJsonResponse({ status: 400, body: { error: { reason: 'malformed_json' } } }).facts).toEqual({
    reason: 'malformed_json',
  });
  for (const body of [{}, { error: 5 }, { error: { reason: 5 } }]) {
    expect(toJsonResponse({ status: 500, body }).facts).toEqual({ reason: undefined });
  }
});

test('an error keeps its headers', async () => {
  const { headers, facts } = await toResponse(
    problem('task_not_found', { values: { task: 'task_1' }, headers: { allow: 'GET' } }),
    undefined,
  );
  expect(headers).toMatchObject({ 'content-type': 'application/json', allow: 'GET' });
  expect(facts).toEqual({ reason: 'task_not_found' });
});

test('no proxy keeps a stream back', async () => {
  async function* events() {}
  const { headers } = await toResponse(
    { status: 200, contentType: 'text/event-stream', body: events() },
    undefined,
  );
  expect(headers).toEqual({
    'content-type': 'text/event-stream',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
  });
});

const accepted: readonly (readonly [header: string | undefined, isGzip: boolean])[] = [
  [undefined, false],
  ['', false],
  ['identity', false],
  ['gzip', true],
  ['GZIP', true],
  ['br, gzip', true],
  ['*', true],
  ['br;q=1, *;q=0.1', true],
  ['gzip;q=0', false],
  ['gzip;q=0.000', false],
  ['gzip ; q=0', false],
  ['gzip;q=0.001', true],
  ['gzip;q=1.0', true],
  ['gzip;xq=0', true],
  ['gzip;q=0, *', false],
  ['*;q=0', false],
];

// RFC 9110, section 12.5.3.
test.each(accepted)('Accept-Encoding: %s', async (header, isGzip) => {
  const compressed = new Uint8Array([31, 139]);
  const answers = createPreparedAnswers({ gzip: async () => compressed });
  const list = answers.prepare('list', () => ({ data: 'x'.repeat(5000) }), { isCompressible: true });
  const { headers, body } = await toResponse({ status: 200, body: list as never }, header);
  expect(headers['content-encoding']).toBe(isGzip ? 'gzip' : undefined);
  expect(body).toBe(isGzip ? compressed : list.text);
});
