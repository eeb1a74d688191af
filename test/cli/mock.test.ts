import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { listenOnLoopback } from '../support/loopback.ts';
import { until } from '../support/until.ts';
import { callCommand } from './call-command.ts';
import { startCommand } from './start-command.ts';

const run = promisify(execFile);
const headers = { authorization: 'Bearer sk-mock', 'content-type': 'application/json' };
const BASE_URL = /^http:\/\/127\.0\.0\.1:\d+$/;

test('prints the base URL, serves requests, and ends cleanly on a signal', async () => {
  await using command = startCommand('mock', '--port', '0', '--quiet');
  await command.printed(/\n/);
  const baseUrl = command.output().trim();
  expect(baseUrl).toMatch(BASE_URL);
  const response = await fetch(`${baseUrl}/v1/models`, { headers });
  expect(response.status).toBe(200);
  command.child.kill('SIGTERM');
  expect(await command.exit()).toBe(0);
  expect(command.errors()).toBe('');
});

test('ends cleanly on Ctrl-C while a client holds a connection', async () => {
  await using command = startCommand('--port', '0', '--quiet');
  const [baseUrl] = await command.printed(/http:\S+/);
  await (await fetch(`${baseUrl}/v1/models`, { headers })).text();
  command.child.kill('SIGINT');
  expect(await command.exit()).toBe(0);
});

test('finishes a task immediately at a thousand times the speed, and serves its file', async () => {
  await using command = startCommand('mock', '--port', '0', '--quiet', '--speed', '1000');
  const [baseUrl] = await command.printed(/http:\S+/);
  const body = JSON.stringify({ model: 'qx-image-3.0', prompt: 'A lighthouse at dawn', size: '16:9' });
  const submitted = await fetch(`${baseUrl}/v1/images/generations`, { method: 'POST', headers, body });
  const { data } = (await submitted.json()) as { data: readonly { task_id: string }[] };
  const record = await until('the task ends', async () => {
    const polled = await fetch(`${baseUrl}/v1/tasks/${data[0]?.task_id}`, { headers });
    const task = (await polled.json()) as {
      readonly status: string;
      readonly result?: { readonly images: readonly { readonly url: readonly string[] }[] };
    };
    return task.status === 'success' && task;
  });
  const file = await fetch(record.result?.images[0]?.url[0] ?? '');
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/png']);
});

test('prints first steps that work when pasted', async () => {
  await using command = startCommand('mock', '--port', '0');
  const [line] = await command.printed(/curl .*generations.*\n/);
  const [poll] = await command.printed(/curl .*TASK_ID.*\n/);
  expect(command.output()).toContain('sk-mock');
  const [, page = ''] = await command.printed(/page +(http:\S+)/);
  const opened = await fetch(page, { headers: { accept: 'text/html' } });
  expect([opened.status, opened.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  const submitted = await run('bash', ['-c', line]);
  const { code, data } = JSON.parse(submitted.stdout) as {
    code: number;
    data: readonly { task_id: string }[];
  };
  expect(code).toBe(200);
  const polled = await run('bash', ['-c', poll.replace('TASK_ID', data[0]?.task_id ?? '')]);
  const status = expect.stringMatching(/^(submitted|processing)$/);
  expect(JSON.parse(polled.stdout)).toMatchObject({ id: data[0]?.task_id, status });
});

test('a refusal ends the process with code 2, and its standard output stays empty', async () => {
  await using command = startCommand('mock', '--speed', 'fast');
  expect(await command.exit()).toBe(2);
  expect(command.errors()).toMatch(/^--speed must .*; got fast\. /);
  expect(command.output()).toBe('');
});

test.each([
  [['mock', '--port', 'http'], /^--port must .*; got http\. /],
  [['mock', '--port', '65536'], /^--port must .*; got 65536\. /],
  [['mock', '--port', '-1'], '--port'],
  [['mock', '--port'], '--port'],
  [['mock', '--speed', '0'], /^--speed must .*; got 0\. /],
  [['mock', '--speed', '-5'], '--speed'],
  [['mock', '--speed', 'fast'], /^--speed must .*; got fast\. /],
  [['mock', '--balance', 'much'], /^--balance must .*; got much\. /],
  [['mock', '--colour'], '--colour'],
  [['mock', 'extra'], 'extra'],
  [['serve-me'], 'serve-me'],
  [['toString'], 'toString'],
  [['constructor'], 'constructor'],
  [['__proto__'], '__proto__'],
])('refuses %j with a message and exit code 2', async (args, named) => {
  const { code, out, err } = await callCommand(...args);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toMatch(named);
  expect(err).toContain('gatewright');
  expect(err).not.toMatch(/^\s+at /m);
});

test.each([[['help', 'mock']], [['mock', '--help']], [['mock', '-h']]])(
  'prints help for %j',
  async (args) => {
    const { code, out } = await callCommand(...args);
    expect(code).toBe(0);
    expect(out).toContain('--port');
  },
);

test('explains a port in use', async () => {
  const server = createServer();
  const port = await listenOnLoopback(server);
  const { code, err } = await callCommand('mock', '--port', String(port));
  expect(code).toBe(2);
  expect(err).toContain(`Port ${port} is in use`);
  await new Promise((resolve) => server.close(resolve));
});

test('explains an invalid host', async () => {
  const { code, err } = await callCommand('mock', '--port', '0', '--host', '203.0.113.1');
  expect(code).toBe(2);
  expect(err).toContain('203.0.113.1');
});

test('listens on IPv6 and prints an address that can be opened', async () => {
  await using command = startCommand('mock', '--port', '0', '--host', '::1', '--quiet');
  const started = await Promise.race([command.printed(/http:\S+/), command.exit()]);
  if (typeof started === 'number') return;
  const [baseUrl] = started as RegExpExecArray;
  expect(baseUrl).toMatch(/^http:\/\/\[::1\]:\d+$/);
  expect((await fetch(`${baseUrl}/v1/models`, { headers })).status).toBe(200);
});
