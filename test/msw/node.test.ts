import nodeHttp from 'node:http';
import { text } from 'node:stream/consumers';
import { http } from 'msw/http';
import { setupServer } from 'msw/node';
import OpenAI from 'openai';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createClient, TaskFailedError, verifyCallback } from '../../src/client/index.ts';
import { createWebIds } from '../../src/msw/browser/web-ids.ts';
import { createMockGateway } from '../../src/msw/create-mock-gateway.ts';

const gateway = createMockGateway({ isFrozen: true, seed: 7 });
const server = setupServer(
  ...gateway.handlers,
  http.get('https://weather.test/', () => new Response('sunny')),
);
const client = createClient({ baseUrl: gateway.baseUrl, apiKey: 'sk-mock' });

beforeAll(() => server.listen());
beforeEach(() => gateway.reset());
afterAll(() => {
  server.close();
  gateway.close();
});

test('options are checked', () => {
  expect(() => createMockGateway({ sede: 7 } as object)).toThrow('sede');
});

test('identifiers of a page have one length, and differ', () => {
  const { taskId } = createWebIds();
  const ids = Array.from({ length: 100 }, taskId);
  for (const id of ids) expect(id).toMatch(/^task_[\da-f]{32}$/);
  expect(new Set(ids).size).toBe(100);
});

const boat = { model: 'qx-image-3.0', prompt: 'A paper boat' } as const;

test('a task progresses with the clock, and its file is a real one', async () => {
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

test('streams arrive event by event, also with the official OpenAI client', async () => {
  const openai = new OpenAI({ baseURL: `${gateway.baseUrl}/v1`, apiKey: 'sk-mock' });
  const messages = [{ role: 'user' as const, content: 'What is a boat?' }];
  const stream = await openai.chat.completions.create({ model: 'qx3.8-max', messages, stream: true });
  let words = '';
  for await (const { choices } of stream) words += choices[0]?.delta.content ?? '';
  expect(words.split(' ').length).toBeGreaterThan(3);
});

test('node:http is intercepted as well, and other services have their own handlers', async () => {
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

test('a callback is an event, signed; a rejected one is sent again later', async () => {
  const statuses: string[] = [];
  let isDown = true;
  const remove = gateway.onCallback(async (request) => {
    const now = () => Number(request.headers.get('webhook-timestamp')) * 1000;
    const record = await verifyCallback(request, gateway.webhookSecret, { now });
    expect(request.url).toBe('https://shop.example.com/hooks/callback');
    statuses.push(record.status);
    return new Response(null, { status: isDown ? 503 : 204 });
  });
  await client.images.generate({ ...boat, webhook: 'https://shop.example.com/hooks' });
  await gateway.control.setClock({ advance: '10s' });
  expect((await gateway.control.listWebhooks())[0]?.state).toBe('pending');
  isDown = false;
  await gateway.control.setClock({ advance: '10m' });
  expect(statuses).toEqual(['success', 'success']);
  expect((await gateway.control.listWebhooks())[0]?.state).toBe('delivered');
  remove();
  await client.images.generate({ ...boat, webhook: 'https://shop.example.com/hooks' });
  await gateway.control.setClock({ advance: '1m' });
  expect(statuses).toHaveLength(2);
});

test('reference images come from handlers of the program, and from the gateway itself', async () => {
  const picture = await (
    await gateway.fetch(new Request(`${gateway.baseUrl}/files/samples/640x480.png`))
  ).bytes();
  server.use(http.get('https://pictures.test/boat.png', () => new Response(picture)));
  for (const image of ['https://pictures.test/boat.png', `${gateway.baseUrl}/files/samples/640x480.png`])
    await client.images.generate({ ...boat, image_urls: [image] });
});

test('a reference on another host is requested with the headers of a gateway', async () => {
  const asked: (string | null)[] = [];
  server.use(
    http.get('https://pictures.test/gone.png', ({ request }) => {
      asked.push(request.headers.get('accept-encoding'), request.headers.get('user-agent'));
      return new Response(null, { status: 404 });
    }),
  );
  const submit = client.images.generate({ ...boat, image_urls: ['https://pictures.test/gone.png'] });
  await expect(submit).rejects.toThrow('404');
  expect(asked).toEqual(['identity', 'gatewright']);
});

test('a gateway that is disposed of leaves no timer', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const before = vi.getTimerCount();
  {
    using other = createMockGateway();
    const own = createClient({ baseUrl: other.baseUrl, apiKey: 'sk-mock', fetch: other.fetch });
    await own.images.generate(boat);
    expect(vi.getTimerCount()).toBeGreaterThan(before);
  }
  expect(vi.getTimerCount()).toBe(before);
});

test('a session whose name is a step in a path is refused', async () => {
  const answer = await fetch(`${gateway.baseUrl}/v1/models`, { headers: { 'x-mock-session': '..' } });
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain('but not \\".\\" or \\"..\\"');
});

test('each test starts from scratch', async () => {
  expect((await client.balance.account()).used_balance).toBe(0);
  expect(await gateway.control.journal()).toHaveLength(1);
});

test('an address that only begins like its own is that of another service', async () => {
  using other = createMockGateway({ baseUrl: 'http://127.0.0.1:1', isFrozen: true });
  const submit = (port: number) =>
    other.fetch(`${other.baseUrl}/v1/videos/generations`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk-mock', 'content-type': 'application/json' },
      body: JSON.stringify({
        model: 'vxq3',
        prompt: 'It turns',
        image_urls: [`http://127.0.0.1:${port}/files/samples/640x480.png`],
      }),
    });
  expect((await submit(1)).status).toBe(200);
  expect(await (await submit(19)).json()).toMatchObject({ error: { reason: 'invalid_reference' } });
});
