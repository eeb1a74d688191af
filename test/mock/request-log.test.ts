import { expect, test } from 'vitest';
import { toRequestLine } from '../../src/cli/request-line.ts';
import type { AnsweredRequest } from '../../src/mock/with-request-log.ts';
import { shells } from '../support/shells.ts';
import { until } from '../support/until.ts';
import { BOAT, openMock } from './open-mock.ts';

const CHAT = { model: 'qx3.8-max', messages: [{ role: 'user', content: 'Hello there' }] };

test.each(shells)('reports every request in the $name shell, with model and cost', async (shell) => {
  const lines: AnsweredRequest[] = [];
  const began = performance.now();
  await using mock = await openMock(shell, { onAnswered: (line) => lines.push(line) });
  const last = () => lines.at(-1);

  const id = await mock.submit();
  expect(last()).toMatchObject({
    status: 200,
    operation: 'createImage',
    model: 'qx-image-3.0',
    cost: 30_000_000n,
  });
  await mock.task(id);
  expect(last()).toMatchObject({
    status: 200,
    operation: 'getTask',
    model: 'qx-image-3.0',
    cost: 30_000_000n,
  });

  await mock.ask('POST', '/v1/images/generations', { body: { ...BOAT, size: '9:21' } });
  expect(last()).toMatchObject({ status: 400, operation: 'createImage', model: 'qx-image-3.0' });
  expect(last()).toMatchObject({ reason: 'invalid_parameter' });
  expect(last()?.cost).toBeUndefined();
  await mock.ask('POST', '/v1/images/generations', { body: BOAT, key: 'sk-mock-empty' });
  expect(last()).toMatchObject({ status: 402, model: 'qx-image-3.0' });
  expect(last()?.cost).toBeUndefined();
  await mock.ask('POST', '/v1/images/generations', { body: BOAT, headers: { prefer: 'code=429' } });
  expect(last()).toMatchObject({ status: 429, model: 'qx-image-3.0' });

  await mock.control.addScenario({ operation: 'createImage', outcome: 'fail', times: 1 });
  const failing = await mock.submit();
  expect(last()).toMatchObject({ operation: 'createImage', scenario: 1 });
  await mock.control.setClock({ advance: '90s' });
  expect(last()).toMatchObject({ method: 'POST', path: '/__mock/clock', status: 200 });
  await mock.task(failing);
  expect(last()).toMatchObject({ operation: 'getTask', cost: 0n });
  await mock.ask('GET', `/files/${failing}/0.png`, { key: null });
  expect(last()).toMatchObject({ operation: 'getFile', status: 404, model: 'qx-image-3.0', cost: 0n });

  await mock.control.addScenario({ operation: 'getKeyBalance', outcome: 'drop', times: 1 });
  await mock.ask('GET', '/v1/balance').catch(() => {});
  expect(last()).toMatchObject({ operation: 'getKeyBalance', status: undefined, scenario: 2 });

  await mock.control.addScenario({ operation: 'createImage', outcome: 'status', status: 503, times: 1 });
  await mock.ask('POST', '/v1/images/generations', { body: BOAT });
  expect(last()).toMatchObject({ status: 503, model: 'qx-image-3.0', scenario: 3 });

  await mock.ask('GET', '/v1/models?category=image', { session: 'own' });
  expect(last()).toMatchObject({ operation: 'listModels', path: '/v1/models', session: 'own' });
  await mock.ask('GET', '/files/samples/64x64.png', { headers: { prefer: 'code=410' } });
  expect(last()).toMatchObject({ status: 410, operation: 'getFile' });
  expect(JSON.stringify(lines, (_, value) => String(value))).not.toContain('sk-mock');
  const elapsed = performance.now() - began;
  for (const { durationMs } of lines) {
    expect(durationMs).toBeGreaterThanOrEqual(0);
    expect(durationMs).toBeLessThanOrEqual(elapsed);
  }
});

test.each(shells)('reports a stream in the $name shell when it has ended, with its charge', async (shell) => {
  const lines: AnsweredRequest[] = [];
  await using mock = await openMock(shell, { onAnswered: (line) => lines.push(line) });
  const { text } = await mock.ask('POST', '/v1/chat/completions', { body: CHAT });
  expect(text).toContain('[DONE]');
  const line = await until('the line is there', async () => lines[0]);
  expect(line).toMatchObject({ status: 200, operation: 'createChatCompletion', model: 'qx3.8-max' });
  const { used } = await mock.control.getAccount('sk-mock');
  expect(Number(line.cost) / 1e9).toBe(Number(used));
});

const answered: AnsweredRequest = {
  method: 'POST',
  path: '/v1/images/generations',
  status: 200,
  operation: 'createImage',
  model: 'sx-5-0-pro',
  cost: 45_000_000n,
  reason: undefined,
  durationMs: 3.21,
};

test.each<[string, Partial<AnsweredRequest>, string]>([
  ['a submit', {}, '12:00:59  200  createImage             sx-5-0-pro         $0.045       3.2 ms\n'],
  [
    'a refusal',
    { status: 400, cost: undefined, reason: 'invalid_parameter', durationMs: 12.3 },
    '12:00:59  400  createImage             sx-5-0-pro                       12 ms  invalid_parameter\n',
  ],
  [
    'a dropped connection in a session',
    { status: undefined, cost: undefined, scenario: 2, session: 'own', durationMs: 2040 },
    '12:00:59  ---  createImage             sx-5-0-pro                       2.0 s  connection dropped, scenario 2, session own\n',
  ],
  [
    'a preflight, in the same columns',
    { operation: undefined, model: undefined, cost: undefined, method: 'OPTIONS', status: 204 },
    '12:00:59  204  OPTIONS /v1/images/generations                          3.2 ms\n',
  ],
  [
    'a long path, which is cut',
    {
      operation: undefined,
      model: undefined,
      cost: undefined,
      method: 'GET',
      path: `/v1/${'x'.repeat(80)}`,
      status: 404,
    },
    `12:00:59  404  GET /v1/${'x'.repeat(45)}   3.2 ms\n`,
  ],
  [
    'a path that steers terminals',
    {
      operation: undefined,
      model: undefined,
      cost: undefined,
      method: 'GET',
      path: '/\u001b[2J\u009b',
      status: 404,
    },
    '12:00:59  404  GET /?[2J?                                              3.2 ms\n',
  ],
])('writes one line about %s', (_name, facts, want) => {
  expect(toRequestLine({ ...answered, ...facts }, { isColoured: false, time: '12:00:59' })).toBe(want);
});

test('colours a line by its status', () => {
  const line = (status: number) =>
    toRequestLine({ ...answered, status }, { isColoured: true, time: '12:00:59' });
  expect(line(200)).toContain('\u001b[32m200\u001b[0m');
  expect(line(429)).toContain('\u001b[33m429\u001b[0m');
  expect(line(502)).toContain('\u001b[31m502\u001b[0m');
});
