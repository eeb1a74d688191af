import { expect, test } from 'vitest';
import { readMockOptions } from '../../src/cli/options/mock-options.ts';
import { createControlClient } from '../../src/mock/control-client.ts';
import { at } from '../support/open-wire.ts';
import { callCommand } from './call-command.ts';
import { startCommand } from './start-command.ts';

const headers = { authorization: 'Bearer sk-mock', 'content-type': 'application/json' };
const body = JSON.stringify({ model: 'qx-image-3.0', prompt: 'A paper boat' });

async function submit(baseUrl: string): Promise<string> {
  const answer = await fetch(`${baseUrl}/v1/images/generations`, { method: 'POST', headers, body });
  return String(at(await answer.json(), 'data', 0, 'task_id'));
}

test('--json prints one line for programs', async () => {
  await using command = startCommand('mock', '--port', '0', '--json', '--seed', '7', '--clock', 'manual');
  await command.printed(/\n/);
  const lines = command.output().split('\n');
  expect(lines).toHaveLength(2);
  const ready: unknown = JSON.parse(lines[0] ?? '');
  expect(ready).toEqual({
    baseUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    key: 'sk-mock',
    keys: ['sk-mock', 'sk-mock-empty', 'sk-mock-image-only', 'sk-mock-limited'],
    controlUrl: `${at(ready, 'baseUrl')}/__mock`,
    clock: 'manual',
    speed: 1,
    seed: 7,
    successStatus: 'success',
    pid: command.child.pid,
  });
});

test('with --json, --quiet changes nothing', () => {
  expect(readMockOptions(['--json', '--quiet'])).toMatchObject({ output: 'json' });
  expect(readMockOptions(['--quiet'])).toMatchObject({ output: 'quiet' });
});

test('--clock manual freezes time for the control plane, --success-status completed changes the success value', async () => {
  const flags = ['--clock', 'manual', '--success-status', 'completed'];
  await using command = startCommand('mock', '--port', '0', '--quiet', ...flags);
  const [baseUrl] = await command.printed(/http:\S+/);
  const control = createControlClient({ baseUrl });
  const id = await submit(baseUrl);
  const poll = async () => (await fetch(`${baseUrl}/v1/tasks/${id}`, { headers })).json();
  expect(await poll()).toMatchObject({ status: 'submitted', progress: 0 });
  await control.setClock({ advance: '8s' });
  expect(await poll()).toMatchObject({ status: 'completed', progress: 100 });
});

test('--seed gives the same task ids in every process', async () => {
  const idOf = async (seed: string) => {
    await using command = startCommand('mock', '--port', '0', '--quiet', '--seed', seed);
    const [baseUrl] = await command.printed(/http:\S+/);
    return await submit(baseUrl);
  };
  const [first, second, other] = await Promise.all([idOf('1'), idOf('1'), idOf('2')]);
  expect(first).toBe(second);
  expect(first).not.toBe(other);
});

test('--keep-tasks evicts the oldest finished tasks', async () => {
  const flags = ['--clock', 'manual', '--keep-tasks', '2'];
  await using command = startCommand('mock', '--port', '0', '--quiet', ...flags);
  const [baseUrl] = await command.printed(/http:\S+/);
  const ids: string[] = [];
  for (const _ of [1, 2, 3]) {
    ids.push(await submit(baseUrl));
    await createControlClient({ baseUrl }).setClock({ advance: '1m' });
  }
  const polls = ids.map(async (id) => (await fetch(`${baseUrl}/v1/tasks/${id}`, { headers })).status);
  expect(await Promise.all(polls)).toEqual([404, 200, 200]);
});

test('the welcome shows how to advance a frozen clock, which works when pasted, and the status to wait for', async () => {
  const flags = ['--clock', 'manual', '--seed', '1', '--success-status', 'completed'];
  await using command = startCommand('mock', '--port', '0', ...flags);
  const [, url = ''] = await command.printed(/curl -s (\S+\/__mock\/clock) .*\n/);
  expect(command.output()).toContain('sk-mock-empty, sk-mock-image-only, sk-mock-limited');
  expect(command.output()).toContain('until "status" is "completed"');
  const answer = await fetch(url, { method: 'POST', body: '{"advance":"90s"}' });
  expect(await answer.json()).toMatchObject({ now: '2027-01-01T00:01:30.000Z', frozen: true });
});

test('--allow-origin and --allow-host admit others to the control plane', async () => {
  const flags = ['--allow-origin', 'HTTP://Localhost:3000/', '--allow-origin', 'https://studio.example'];
  const refused = await callCommand('mock', '--port', '0', ...flags);
  expect(refused).toMatchObject({ code: 2, out: '' });
  expect(refused.err).toMatch(/^--allow-origin must .*; got HTTP:\/\/Localhost:3000\/\. /);
  const allowed = ['--allow-origin', 'HTTP://Localhost:3000', '--allow-host', 'mock.test'];
  await using command = startCommand('mock', '--port', '0', '--quiet', ...allowed);
  const [baseUrl] = await command.printed(/http:\S+/);
  const statusOf = async (origin: string) =>
    (await fetch(`${baseUrl}/__mock/clock`, { headers: { origin } })).status;
  expect(await statusOf('http://localhost:3000')).toBe(200);
  expect(await statusOf('http://localhost:3001')).toBe(403);
});

test('a mock that is reachable from other machines warns, and standard output has only the address', async () => {
  await using command = startCommand('mock', '--port', '0', '--quiet', '--host', '0.0.0.0');
  await command.printed(/http:\S+\n/);
  command.child.kill('SIGTERM');
  expect(await command.exit()).toBe(0);
  expect(command.output()).toMatch(/^http:\/\/0\.0\.0\.0:\d+\n$/);
  expect(command.errors()).toMatch(/^Warning: other machines can reach this mock/);
  expect(command.errors()).toContain('webhook secret are public');
  expect(command.errors()).toContain('callers on this machine only');
});

test.each([
  [['--allow-origin', '*'], /^--allow-origin must .*; got \*\. /],
  [['--allow-origin', 'null'], /^--allow-origin must .*; got null\. /],
  [['--allow-origin', 'localhost:3000'], /^--allow-origin must .*; got localhost:3000\. /],
  [
    ['--allow-origin', 'http://localhost:3000/app'],
    /^--allow-origin must .*; got http:\/\/localhost:3000\/app\. /,
  ],
  [['--allow-origin', 'http://me@localhost'], /^--allow-origin must .*; got http:\/\/me@localhost\. /],
  [['--allow-host', 'http://mock'], /^--allow-host must .*; got http:\/\/mock\. /],
  [['--allow-host', 'a b'], /^--allow-host must .*; got a b\. /],
  [['--port', '65536'], /^--port must .*; got 65536\. /],
  [['--clock', 'fast'], /^--clock must .*; got fast\. /],
  [['--seed', '-1'], '--seed'],
  [['--seed', '4294967296'], /^--seed must .*; got 4294967296\. /],
  [['--keep-tasks', '0'], /^--keep-tasks must .*; got 0\. /],
  [['--success-status', 'done'], /^--success-status must .*; got done\. /],
  [['--balance', '1000000000000000'], 'at most 999999999999999.999999999 US dollars'],
])('refuses %j', async (flags, named) => {
  const { code, out, err } = await callCommand('mock', '--port', '0', ...flags);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toMatch(named);
});
