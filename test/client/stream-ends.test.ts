import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createClient, GatewrightError } from '../../src/client/index.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
afterEach(() => void vi.useRealTimers());

const chat = { model: 'qx3.8-max', messages: [{ role: 'user', content: 'Hello' }] } as const;
const question = { model: 'qx3.8-max', input: 'Hello' } as const;

/** A stream that is written by the test. */
function openStream() {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const fetch = async () => new Response(readable, { headers: { 'content-type': 'text/event-stream' } });
  const client = createClient({ baseUrl: 'https://gateway.example', apiKey: 'k', fetch });
  const write = (event: unknown) =>
    writer.write(new TextEncoder().encode(`data: ${JSON.stringify(event)}\n\n`));
  return { client, write, end: () => writer.close() };
}

const completed = { type: 'response.completed', response: { id: 'resp_1', status: 'completed', output: [] } };

test('a stream may pause for any time before its answer is complete', async () => {
  const { client, write, end } = openStream();
  const stream = await client.responses.stream(question);
  const final = stream.final();
  await write({ type: 'response.created', response: { id: 'resp_1', status: 'in_progress' } });
  await vi.advanceTimersByTimeAsync(60_000);
  await write(completed);
  await end();
  expect(await final).toMatchObject({ id: 'resp_1', status: 'completed' });
  expect(vi.getTimerCount()).toBe(0);
});

test('a stream that stays open after its answer is left a second later', async () => {
  const { client, write } = openStream();
  const final = (await client.responses.stream(question)).final();
  await write(completed);
  await vi.advanceTimersByTimeAsync(1000);
  expect(await final).toMatchObject({ status: 'completed' });
});

test.each([
  ['nothing', undefined, 'The stream ended before the answer was complete.'],
  ['null', 'data: null\n\n', 'An event of the stream is not a JSON object: null'],
  ['a list', 'data: [{}]\n\n', 'An event of the stream is not a JSON object: [{}]'],
  ['a number', 'data: 7\n\n', 'An event of the stream is not a JSON object: 7'],
  [
    'a long text',
    `data: ${'word'.repeat(100)}\n\n`,
    `An event of the stream is not a JSON object: ${'word'.repeat(50)}`,
  ],
  [
    'choices that are none',
    'data: {"choices":7}\n\n',
    'An event of the stream violates the contract: {"choices":7}',
  ],
])('a stream of %s is a malformed answer', async (_, body, message) => {
  const headers = { 'content-type': 'text/event-stream', 'x-request-id': 'req_1' };
  const fetch = async () => new Response(body ?? null, { headers });
  const client = createClient({ baseUrl: 'https://gateway.example', apiKey: 'k', fetch });
  const failed = await client.chat
    .stream(chat)
    .then((stream) => stream.final())
    .catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(GatewrightError);
  expect(failed).toMatchObject({ message, status: 200, reason: 'malformed_answer', requestId: 'req_1' });
});
