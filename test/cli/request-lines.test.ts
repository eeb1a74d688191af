import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { wantsColour } from '../../src/node/wants-colour.ts';
import { within } from '../support/until.ts';
import { startCommand } from './start-command.ts';

test('writes a line for each request, without colours unless on a terminal', async () => {
  await using command = startCommand('mock', '--port', '0');
  const [, baseUrl = ''] = await command.printed(/base URL +(http:\S+)/);
  await command.printed(/Ctrl-C/);
  const answer = await fetch(`${baseUrl}/v1/models`, { headers: { authorization: 'Bearer nobody' } });
  expect(answer.status).toBe(401);
  const [line] = await command.printed(/^.*listModels.*\n/m);
  expect(line).toMatch(/^\d\d:\d\d:\d\d {2}401 {2}listModels .* ms {2}invalid_api_key\n$/);
  expect(command.output()).not.toContain('\u001b');
});

test.each(['--quiet', '--json'])('%s writes no such line', async (flag) => {
  await using command = startCommand('mock', '--port', '0', flag);
  const [baseUrl] = await command.printed(/http:[\w.:/]+?(?=["\n])/);
  for (let round = 0; round < 3; round += 1) await fetch(`${baseUrl}/v1/models`);
  command.child.kill('SIGTERM');
  expect(await command.exit()).toBe(0);
  expect(command.output().trim().split('\n')).toHaveLength(1);
});

test('has written a line for every request when it ends', async () => {
  await using command = startCommand('mock', '--port', '0');
  const [, baseUrl = ''] = await command.printed(/base URL +(http:\S+)/);
  for (let round = 0; round < 30; round += 1) await (await fetch(`${baseUrl}/v1/models`)).arrayBuffer();
  command.child.kill('SIGTERM');
  expect(await command.exit()).toBe(0);
  expect(command.output().match(/ listModels /g)).toHaveLength(30);
});

test('serves requests, and ends on a signal, although its output is not read', async () => {
  const main = fileURLToPath(new URL('../../bin/gatewright.cjs', import.meta.url));
  const child = spawn(process.execPath, [main, 'mock', '--port', '0'], { stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const chunk = within('the mock says where it is', once(child.stdout, 'data'));
  const baseUrl = /http:\/\/127[\d.:]+/.exec(String(await chunk))?.[0];
  child.stdout.pause();
  const path = `/v1/${'x'.repeat(200)}`;
  for (let round = 0; round < 1200; round += 1) {
    const answer = await fetch(`${baseUrl}${path}`);
    expect(answer.status).toBe(404);
    await answer.arrayBuffer();
  }
  child.kill('SIGTERM');
  const [code] = await within('the mock ends', once(child, 'exit'));
  expect(code).toBe(0);
});

test.each([
  [{ isTTY: true }, {}, true],
  [{ isTTY: true }, { NO_COLOR: '' }, true],
  [{ isTTY: true }, { NO_COLOR: '1' }, false],
  [{ isTTY: true }, { TERM: 'dumb' }, false],
  [{ isTTY: false }, {}, false],
  [{}, {}, false],
])('a stream %j with %j is coloured: %s', (stream, environment, want) => {
  expect(wantsColour(stream, environment)).toBe(want);
});
