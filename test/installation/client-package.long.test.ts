import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startMockServer } from '../../src/node/mock-server.ts';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');
const OLDEST_NODE = '22.12.0';
const tool = (name: string, ...path: readonly string[]) => join(root, 'node_modules', name, ...path);
let folder = '';
let tarball = '';

/** A program of somebody who has installed the package, and nothing else of this project. */
const program = `
import { createClient, GatewrightError, planLayers, verifyCallback } from '@gatewright/client';
import { estimate } from '@gatewright/client/estimate';

const client = createClient({ baseUrl: process.argv[2], apiKey: 'sk-mock' });
const request = { model: 'qx-image-3.0', prompt: 'A lighthouse at dawn', size: '16:9' };
const { holdUsd, size } = estimate(request);
const task = await client.images.generate(request);
const { status, cost } = await task.wait({ pollMs: 20 });
const [{ blob }] = await task.download();
const refused = await client.images.generate({ ...request, n: 0 }).catch((error) => error instanceof GatewrightError);
const stream = await client.chat.stream({ model: 'qx3.8-max', messages: [{ role: 'user', content: 'Hello' }] });
let chunks = 0;
for await (const _ of stream) chunks += 1;
const { usage } = await stream.final();
console.log(JSON.stringify({ status, cost, holdUsd, size, type: blob.type, refused, streams: chunks > 1, counted: usage.total_tokens > 0 }));
`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatewright-client-'));
  const built = join(folder, 'built');
  await run(process.execPath, [join(root, 'scripts/build-client.ts'), '--out', built]);
  await run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: built });
  tarball = join(folder, (await readdir(folder)).find((name) => name.endsWith('.tgz')) ?? '');
  const user = join(folder, 'user');
  await run('npm', ['init', '-y', '--init-type=module'], { cwd: await emptyFolder(user) });
  await run('npm', ['install', '--no-audit', '--no-fund', tarball], { cwd: user });
  await writeFile(join(user, 'program.mjs'), program);
}, 300_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

async function emptyFolder(path: string): Promise<string> {
  await writeFile(join(folder, '.keep'), '');
  await run('mkdir', [path]);
  return path;
}

async function startProgram(node: string): Promise<unknown> {
  const mock = await startMockServer({ port: 0, host: '127.0.0.1', speed: 1000 });
  if (mock.kind === 'failed') throw new Error(mock.message);
  try {
    const { stdout } = await run(node, ['program.mjs', mock.baseUrl], { cwd: join(folder, 'user') });
    return JSON.parse(stdout);
  } finally {
    await mock.close();
  }
}

const WANT = {
  status: 'success',
  cost: 0.03,
  holdUsd: '0.03',
  size: { width: 1280, height: 720 },
  type: 'image/png',
  refused: true,
  streams: true,
  counted: true,
};

test('an installed copy works with this Node', async () => {
  expect(await startProgram(process.execPath)).toEqual(WANT);
}, 60_000);

test('an installed copy works with the oldest Node that it declares', async () => {
  const name = `node-${process.platform}-${process.arch}`;
  const nodes = await emptyFolder(join(folder, 'oldest'));
  await run('npm', ['install', '--no-audit', '--no-fund', '--prefix', nodes, `${name}@${OLDEST_NODE}`]);
  expect(await startProgram(join(nodes, 'node_modules', name, 'bin/node'))).toEqual(WANT);
}, 300_000);

test('its types are found, and refuse what a model does not have', async () => {
  const user = join(folder, 'user');
  const source = (field: string) => `
import { createClient } from '@gatewright/client';
import { estimate } from '@gatewright/client/estimate';
export type { UseTask } from '@gatewright/client/react';
const client = createClient({ baseUrl: '', apiKey: '' });
export const request = { model: 'sx-5-0-pro', prompt: 'A boat', ${field} } as const;
export const task = client.images.generate({ model: 'sx-5-0-pro', prompt: 'A boat', ${field} });
export const usd: string = estimate({ model: 'vxq3', prompt: 'A boat', image_urls: [] }).holdUsd;
`;
  await writeFile(join(user, 'right.ts'), source("resolution: '2K'"));
  await writeFile(join(user, 'wrong.ts'), source("sise: '2K'"));
  const options = [
    '--noEmit',
    '--strict',
    '--module',
    'nodenext',
    '--target',
    'es2022',
    '--lib',
    'es2022,dom',
  ];
  const compile = (file: string) =>
    run(process.execPath, [tool('typescript', 'bin/tsc'), ...options, file], { cwd: user }).catch(
      (error: { readonly stdout: string }) => error,
    );
  expect((await compile('right.ts')).stdout).toBe('');
  expect((await compile('wrong.ts')).stdout).toMatch(
    /'sise' does not exist in type 'ImageRequest<"sx-5-0-pro">'/,
  );
}, 120_000);

test('publint and attw find nothing', async () => {
  const { stdout } = await run(process.execPath, [tool('publint', 'src/cli.js'), '--strict', tarball]);
  expect(stdout).toContain('All good!');
  const attw = tool('@arethetypeswrong/cli', 'dist/index.js');
  await run(process.execPath, [attw, tarball, '--profile', 'esm-only', '--format', 'ascii']);
}, 120_000);
