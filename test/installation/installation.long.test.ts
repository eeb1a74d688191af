import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { call, imageBody, readTask, submitImage } from '../serve/client.ts';
import { createPostgresDatabase, hasPostgres } from '../support/postgres.ts';
import { until } from '../support/until.ts';
import { copyForProduction } from './production-copy.ts';

const run = promisify(execFile);
const launcher = resolve(import.meta.dirname, '../../bin/gatewright.cjs');

test('runs without development dependencies: the mock renders, and a service stores', async () => {
  using copy = copyForProduction();
  const bin = join(copy.folder, 'bin/gatewright.cjs');
  {
    await using mock = await start([bin, 'mock', '--port', '0', '--json', '--speed', '100'], copy.folder);
    const baseUrl = String(mock.ready.baseUrl);
    const id = await submitImage(baseUrl, 'sk-mock');
    const { result } = await ended(baseUrl, id);
    const picture = await fetch(result.images[0].url[0]);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
    const { stdout: help } = await run(process.execPath, [bin, 'conform', '--help']);
    expect(help).toContain('gatewright conform [BASE_URL] [options]');
    const page = join(copy.folder, 'report.html');
    const command = [bin, 'conform', baseUrl, '--only', 'catalogue.list', '--report', `html=${page}`];
    const { stdout } = await run(process.execPath, command, { cwd: copy.folder });
    expect(stdout).toContain('Passed: ');
    expect(readFileSync(page, 'utf8')).toContain('catalogue.list');
  }
  const data = join(copy.folder, 'data');
  await serveFrom(bin, { cwd: copy.folder, args: ['--data', data], env: {} });
  if (hasPostgres) {
    const env = { DATABASE_URL: await createPostgresDatabase() };
    await serveFrom(bin, { cwd: copy.folder, args: [], env });
  }
});

test('says in one line that Node is too old', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatewright-old-node-'));
  const preload = join(folder, 'old-node.cjs');
  const versions = '{ value: { ...process.versions, node: "20.20.2" } }';
  writeFileSync(preload, `Object.defineProperty(process, 'versions', ${versions});`);
  const failure = await run(process.execPath, ['--require', preload, launcher, 'mock']).then(
    () => undefined,
    (error: { readonly code: number; readonly stdout: string; readonly stderr: string }) => error,
  );
  rmSync(folder, { recursive: true });
  expect([failure?.code, failure?.stdout, failure?.stderr]).toEqual([
    2,
    '',
    'gatewright needs Node 24.18 or newer; this is Node 20.20.2. npm can bring one: npm ci && npx gatewright\n',
  ]);
});

interface Where {
  readonly cwd: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** Creates a key, serves, submits and queries, in processes of the copy. */
async function serveFrom(bin: string, { cwd, args, env }: Where): Promise<void> {
  const options = { cwd, env: { ...process.env, DATABASE_URL: '', ...env } };
  const command = [bin, 'keys', 'create', '--credit', '1', '--json', ...args];
  const { stdout } = await run(process.execPath, command, options);
  const { key } = JSON.parse(stdout) as { readonly key: string };
  await using service = await start([bin, 'serve', '--port', '0', ...args], cwd, env);
  const baseUrl = String(service.ready.url);
  const answer = await call(`${baseUrl}/v1/images/generations`, { key, body: imageBody });
  const text = await answer.text();
  expect([answer.status, text]).toEqual([200, expect.stringContaining('task_')]);
  expect((await fetch(`${baseUrl}/readyz`)).status).toBe(200);
}

interface Started extends AsyncDisposable {
  readonly child: ChildProcess;
  /** The first line it printed that says where it is. */
  readonly ready: Readonly<Record<string, unknown>>;
}

async function start(
  command: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Started> {
  const options = { cwd, env: { ...process.env, DATABASE_URL: '', ...env } };
  const child = spawn(process.execPath, command, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let out = '';
  let err = '';
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk;
  });
  for await (const chunk of child.stdout) {
    out += chunk;
    if (/^\{.*"(baseUrl|url)".*\}$/m.test(out)) break;
  }
  const line = out.split('\n').find((text) => /"(baseUrl|url)"/.test(text));
  if (line === undefined) throw new Error(`It did not start: ${out}${err}`);
  return {
    child,
    ready: JSON.parse(line) as Started['ready'],
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}

interface EndedImage {
  readonly status: string;
  readonly result: { readonly images: readonly [{ readonly url: readonly [string] }] };
}

async function ended(baseUrl: string, id: string): Promise<EndedImage> {
  return until('the task succeeds', async () => {
    const task = await readTask(baseUrl, 'sk-mock', id);
    return task.status === 'success' && (task as unknown as EndedImage); // the record of an image
  });
}
