import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createClient } from '../../src/client/index.ts';
import { createControlClient } from '../../src/mock/control-client.ts';
import { startMockServer } from '../../src/node/mock-server.ts';
import { until, within } from '../support/until.ts';

const root = join(import.meta.dirname, '../..');
let baseUrl = '';
let close = async () => {};

beforeAll(async () => {
  // Its clock is advanced by less than the tolerance of a receiver.
  const started = await startMockServer({ port: 0, host: '127.0.0.1', isFrozen: true });
  if (started.kind === 'failed') throw new Error(started.message);
  ({ baseUrl, close } = started);
});

afterAll(() => close());

/** Starts a receiver; its first line is the address for `webhook`. */
async function startReceiver(file: string, env: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, [join(root, file), '0'], { env: { ...process.env, ...env } });
  onTestFinished(() => void child.kill());
  const lines: string[] = [];
  let told = '';
  child.stderr.on('data', (chunk: Buffer) => {
    told += chunk;
  });
  child.stdout.on('data', (chunk: Buffer) => lines.push(...String(chunk).split('\n').filter(Boolean)));
  const ended = new Promise<never>((_resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code}: ${told}`)));
  });
  ended.catch(() => {}); // it ends with the test
  const listening = until('it listens', () => lines[0]);
  return { webhook: await within(`${file} starts`, Promise.race([listening, ended])), lines };
}

/** Submits a task with a callback and ends it; resolves to its id. */
async function finishTask(webhook: string): Promise<string> {
  const client = createClient({ baseUrl, apiKey: 'sk-mock' });
  const { id } = await client.images.generate({ model: 'qx-image-3.0', prompt: 'A boat', webhook });
  await createControlClient({ baseUrl }).setClock({ advance: '10s' });
  return id;
}

/** The statuses with which the receiver answered a callback, once there are that many. */
function answersTo(id: string, count: number): Promise<readonly (number | undefined)[]> {
  const control = createControlClient({ baseUrl });
  return until(`${count} attempts`, async () => {
    const delivery = (await control.listWebhooks()).find(({ task_id }) => task_id === id);
    const statuses = delivery?.attempts.map(({ status }) => status) ?? [];
    return statuses.length >= count && statuses;
  });
}

const receivers = [
  ['Hono', 'examples/callbacks/hono.ts'],
  ['Express', 'examples/callbacks/express.ts'],
  ['Fastify', 'examples/callbacks/fastify.ts'],
  ['a route handler of Next.js', 'test/examples/next-server.ts'],
] as const;

test.each(receivers)('%s handles a callback once, however often it arrives', async (_name, file) => {
  const { webhook, lines } = await startReceiver(file);
  const id = await finishTask(webhook);
  expect(await answersTo(id, 1)).toEqual([204]);
  await createControlClient({ baseUrl }).resendWebhook(id);
  expect(await answersTo(id, 2)).toEqual([204, 204]);
  const other = await finishTask(webhook);
  await answersTo(other, 1);
  await until('it has handled both', () => lines.length > 2);
  expect(lines.slice(1)).toEqual([`${id}: success`, `${other}: success`]);
});

test.each(receivers)('%s refuses a forged callback', async (_name, file) => {
  const secret = `whsec_${Buffer.alloc(32).toString('base64')}`;
  const { webhook, lines } = await startReceiver(file, { WEBHOOK_SECRET: secret });
  expect(await answersTo(await finishTask(webhook), 1)).toEqual([401]);
  const headers = { 'content-type': 'application/json' };
  const unsigned = await fetch(`${webhook}/callback`, { method: 'POST', headers, body: '{"id":"task_1"}' });
  const empty = await fetch(`${webhook}/callback`, { method: 'POST' });
  expect([unsigned.status, empty.status]).toEqual([401, 401]);
  expect(lines.slice(1)).toEqual([]);
});

// A 5xx would have it sent again, three times.
test.each(receivers)('%s answers with 4xx what it cannot read', async (name, file) => {
  const { webhook } = await startReceiver(file);
  const send = async (type: string, body: string) => {
    const request = { method: 'POST', headers: { 'content-type': type }, body };
    return (await fetch(`${webhook}/callback`, request)).status;
  };
  const [large, other] = { Express: [413, 401], Fastify: [413, 415] }[name as string] ?? [401, 401];
  expect(await send('application/json', 'x'.repeat(2_000_000))).toBe(large);
  expect(await send('application/xml', '<id/>')).toBe(other);
});
