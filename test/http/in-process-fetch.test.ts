import { afterAll, expect, test } from 'vitest';
import { createMock } from '../../src/node/programs/create-mock.ts';

const mock = createMock({ isFrozen: true });
afterAll(() => mock.close());
const headers = { authorization: 'Bearer sk-mock' };

function send(path: string, body: object, signal: AbortSignal): Promise<Response> {
  const init = { method: 'POST', headers, body: JSON.stringify(body), signal };
  return mock.fetch(`${mock.baseUrl}${path}`, init);
}

const image = { model: 'qx-image-3.0', prompt: 'A boat' };
const chat = { model: 'qx3.8-max', messages: [{ role: 'user', content: 'What is a boat?' }] };

test('a request that was aborted before is not sent', async () => {
  await expect(send('/v1/images/generations', image, AbortSignal.abort())).rejects.toThrow(/aborted/);
  const balance = await mock.fetch(`${mock.baseUrl}/v1/user/balance`, { headers });
  expect(await balance.json()).toMatchObject({ remain_balance: 1000 });
});

test('a request that is aborted while it is answered rejects with the reason', async () => {
  const leaving = new AbortController();
  const answer = send('/v1/chat/completions', { ...chat, stream: false }, leaving.signal);
  leaving.abort(new Error('too late'));
  await expect(answer).rejects.toThrow('too late');
});

test('a stream that is aborted breaks off', async () => {
  const leaving = new AbortController();
  const { body, status } = await send(
    '/v1/responses',
    { model: 'qx3.8-max', input: 'Hi', stream: true },
    leaving.signal,
  );
  expect(status).toBe(200);
  const reader = body?.getReader();
  expect((await reader?.read())?.done).toBe(false);
  leaving.abort(new Error('enough'));
  await expect(
    (async () => {
      for (let next = await reader?.read(); next && !next.done; ) next = await reader?.read();
    })(),
  ).rejects.toThrow('enough');
});
