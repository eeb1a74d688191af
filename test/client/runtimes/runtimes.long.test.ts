import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startMockServer } from '../../../src/node/mock-server.ts';
import { bundleScenario, WANT } from './bundle-scenario.ts';

const run = promisify(execFile);
const PATIENCE = 300_000;

/** Too large for development dependencies: about 100 MB each. */
const DENO = 'deno@2.9.6';
const BUN = `@oven/bun-${process.platform}-${process.arch === 'arm64' ? 'aarch64' : process.arch}@1.4.5`;

let folder = '';
let program = '';
let close = async () => {};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatewright-runtimes-'));
  const mock = await startMockServer({ port: 0, host: '127.0.0.1', speed: 100 });
  if (mock.kind === 'failed') throw new Error(mock.message);
  close = mock.close;
  program = join(folder, 'program.mjs');
  await writeFile(program, await bundleScenario(mock.baseUrl, 'console.log', 'esm'));
});

afterAll(async () => {
  await close();
  await rm(folder, { recursive: true, force: true });
});

/** Installs a package in the folder of this test, without running its scripts. */
async function install(name: string): Promise<string> {
  const options = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefix', folder];
  await run('npm', ['install', ...options, name]);
  return join(folder, 'node_modules');
}

async function play(command: string, args: readonly string[]): Promise<unknown> {
  const { stdout } = await run(command, [...args, program], { cwd: folder });
  return JSON.parse(stdout);
}

test('the client works in Node', async () => {
  expect(await play(process.execPath, [])).toEqual(WANT);
});

test(
  'the client works in Deno, which allows it the network alone',
  async () => {
    const modules = await install(DENO);
    expect(await play(process.execPath, [join(modules, 'deno/bin.cjs'), 'run', '--allow-net'])).toEqual(WANT);
  },
  PATIENCE,
);

test(
  'the client works in Bun',
  async () => {
    const modules = await install(BUN);
    expect(await play(join(modules, BUN.slice(0, BUN.lastIndexOf('@')), 'bin/bun'), ['run'])).toEqual(WANT);
  },
  PATIENCE,
);
