import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startMockServer } from '../../src/node/mock-server.ts';

const run = promisify(execFile);
const examples = join(import.meta.dirname, '..', '..', 'examples');
let folder = '';
let baseUrl = '';
let close = async () => {};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatewright-examples-'));
  const started = await startMockServer({ port: 0, host: '127.0.0.1', speed: 1000 });
  if (started.kind === 'failed') throw new Error(started.message);
  ({ baseUrl, close } = started);
});

afterAll(async () => {
  await close();
  await rm(folder, { recursive: true, force: true });
});

async function runExample(name: string, args: readonly string[] = []): Promise<string> {
  const env = { ...process.env, POLL_SECONDS: '0.05' };
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

test('no example is longer than forty lines', async () => {
  for (const name of await readdir(examples)) {
    const text = await readFile(join(examples, name), 'utf8');
    expect(text.split('\n').length - 1, name).toBeLessThanOrEqual(40);
  }
});
