import nodeHttp from 'node:http';
import { text } from 'node:stream/consumers';
import { http } from 'msw/http';
import { setupServer } from 'msw/node';
import OpenAI from 'openai';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createClient, TaskFailedError } from '../../src/client/index.ts';
import { createMswGateway } from '../../src/mock/msw-gateway.ts';

const gateway = createMswGateway({ isFrozen: true, seed: 7 });
const server = setupServer(
  ...gateway.handlers,
  http.get('https://weather.test/', () => new Response('sunny')),
);
const client = createClient({ baseUrl: gateway.baseUrl, apiKey: 'sk-mock' });

beforeAll(() => server.listen());
beforeEach(() => gateway.control.reset());
afterAll(() => {
  server.close();
  gateway.close();
});

const boat = { model: 'qx-image-3.0', prompt: 'A paper boat' } as const;

test('a task goes on with the clock, and its file is a real one', async () => {
  const task = await client.images.generate(boat);
  expect((await task.poll()).status).toBe('submitted');
  await gateway.control.setClock({ advance: '20s' });
  expect((await task.wait()).cost).toBe(0.03);
  const [file] = await task.download();
  expect(file?.blob.type).toBe('image/png');
  expect((await file?.blob.bytes())?.slice(1, 4)).toEqual(new TextEncoder().encode('PNG'));
});

test('a scenario decides what fails, and money is counted', async () => {
  await gateway.control.addScenario({ operation: 'createImage', outcome: 'fail', times: 1 });
  const task = await client.images.generate(boat);
  await gateway.control.setClock({ advance: '20s' });
  await expect(task.wait()).rejects.toBeInstanceOf(TaskFailedError);
  expect((await client.balance.account()).used_balance).toBe(0);
});

test('streams arrive event by event, with the official client of others too', async () => {
  const openai = new OpenAI({ baseURL: `${gateway.baseUrl}/v1`, apiKey: 'sk-mock' });
  const messages = [{ role: 'user' as const, content: 'What is a boat?' }];
  const stream = await openai.chat.completions.create({ model: 'qx3.8-max', messages, stream: true });
  let words = '';
  for await (const { choices } of stream) words += choices[0]?.delta.content ?? '';
  expect(words.split(' ').length).toBeGreaterThan(3);
});

test('node:http is intercepted as well, and other services have handlers of their own', async () => {
  const answer = await new Promise<string>((resolve, reject) =>
    nodeHttp
      .get(`${gateway.baseUrl}/v1/models`, { headers: { authorization: 'Bearer sk-mock' } }, (response) =>
        resolve(text(response)),
      )
      .on('error', reject),
  );
  expect(JSON.parse(answer)).toMatchObject({ object: 'list' });
  expect(await (await fetch('https://weather.test/')).text()).toBe('sunny');
});

test('a dropped connection is a network error', async () => {
  await gateway.control.addScenario({ operation: 'listModels', outcome: 'drop', times: 1 });
  const once = createClient({ baseUrl: gateway.baseUrl, apiKey: 'sk-mock', maxRetries: 0 });
  await expect(once.models.list()).rejects.toThrow(TypeError);
  await gateway.control.addScenario({ operation: 'listModels', outcome: 'drop', times: 1 });
  const retried = createClient({ baseUrl: gateway.baseUrl, apiKey: 'sk-mock' });
  expect((await retried.models.list()).object).toBe('list');
});

test('each test begins anew', async () => {
  expect((await client.balance.account()).used_balance).toBe(0);
  expect(await gateway.control.journal()).toHaveLength(1);
});
