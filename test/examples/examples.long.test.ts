import { execFile, spawn } from 'node:child_process';
import { glob, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createControlClient } from '../../src/mock/control-client.ts';
import { startMockServer } from '../../src/node/mock-server.ts';

const run = promisify(execFile);
const examples = join(import.meta.dirname, '..', '..', 'examples');
let folder = '';
let baseUrl = '';
let close = async () => {};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatewright-examples-'));
  const started = await startMockServer({ port: 0, host: '127.0.0.1', speed: 100 });
  if (started.kind === 'failed') throw new Error(started.message);
  ({ baseUrl, close } = started);
});

afterAll(async () => {
  await close();
  await rm(folder, { recursive: true, force: true });
});

async function runExample(name: string, args: readonly string[] = [], more = {}): Promise<string> {
  const env = { ...process.env, POLL_SECONDS: '0.05', ...more };
  const { stdout } = await run(process.execPath, [join(examples, name), ...args], { cwd: folder, env });
  return stdout;
}

test('submits an image, waits for it and saves it', async () => {
  const file = join(folder, 'saved.png');
  expect(await runExample('submit-and-wait.ts', [baseUrl, file])).toContain('saved.png, 1280x720, 0.03 USD');
  expect(await sharp(file).metadata()).toMatchObject({ format: 'png', width: 1280, height: 720 });
});

test('runs the gateway inside a test', async () => {
  expect(await runExample('gateway-in-a-test.ts')).toContain('success after 8 simulated seconds');
});

test('recomposes the layers of an image', async () => {
  const file = join(folder, 'stacked.png');
  expect(await runExample('recompose-layers.ts', [baseUrl, file])).toContain('on the base image');
  expect(await sharp(file).metadata()).toMatchObject({ format: 'png', width: 1152, height: 864 });
});

test('receives a callback and verifies it', async () => {
  // the clock of this mock runs ahead of the receiver's
  const found = await runExample('receive-callback.ts', [baseUrl], { TOLERANCE_SECONDS: '1e9' });
  expect(found).toMatch(/^task_\w+: success, http:\S+\/0\.png\n$/);
});

test.each([
  ['what another secret signed', { WEBHOOK_SECRET: `whsec_${Buffer.alloc(32).toString('base64')}` }],
  ['what is too old', { TOLERANCE_SECONDS: '-1' }],
])('a receiver refuses %s', async (_what, wrong) => {
  const control = createControlClient({ baseUrl });
  const refused = async () =>
    (await control.listWebhooks()).filter(({ attempts }) => attempts.at(-1)?.status === 401).length;
  const before = await refused();
  const receiver = spawn(process.execPath, [join(examples, 'receive-callback.ts'), baseUrl], {
    env: { ...process.env, TOLERANCE_SECONDS: '1e9', ...wrong },
  });
  try {
    await expect.poll(refused, { message: 'callbacks answered with 401' }).toBe(before + 1);
  } finally {
    receiver.kill();
  }
});

test('no example is longer than forty lines', async () => {
  for await (const name of glob('**/*.ts', { cwd: examples })) {
    const text = await readFile(join(examples, name), 'utf8');
    expect(text.split('\n').length - 1, name).toBeLessThanOrEqual(40);
  }
});
