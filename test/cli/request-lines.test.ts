import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { toRequestLine } from '../../src/cli/request-line.ts';
import type { AnsweredRequest } from '../../src/mock/with-request-log.ts';
import { wantsColour } from '../../src/node/wants-colour.ts';
import { within } from '../support/until.ts';
import { answered } from './answered-request.ts';
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
  // Its lines are more than the buffers of the system and of this process hold.
  const ask = async () => {
    const answer = await fetch(`${baseUrl}/v1/${'x'.repeat(200)}`);
    await answer.arrayBuffer();
    return answer.status;
  };
  for (let batch = 0; batch < 80; batch += 1)
    expect(new Set(await Promise.all(Array.from({ length: 50 }, ask)))).toEqual(new Set([404]));
  child.kill('SIGTERM');
  const [code] = await within('the mock ends', once(child, 'exit'));
  expect(code).toBe(0);
});

const lineOf = (changes: Partial<AnsweredRequest>, isColoured = false) =>
  toRequestLine({ ...answered, ...changes }, { isColoured, time: '12:00:59' });

test('a line has time, status, operation, model, cost, duration and remarks', () => {
  const image = {
    operation: 'createImage' as const,
    model: 'qx-image-3.0',
    cost: 30_000_000n,
    durationMs: 12,
  };
  expect(lineOf(image)).toBe(
    '12:00:59  200  createImage             qx-image-3.0       $0.03         12 ms\n',
  );
  expect(lineOf({ status: undefined, scenario: 3, session: 'mine' })).toBe(
    `12:00:59  ---  listModels${' '.repeat(46)}1.0 ms  connection dropped, scenario 3, session mine\n`,
  );
});

test.each([
  [0.04, ' 0.0 ms'],
  [9.94, ' 9.9 ms'],
  [10, '  10 ms'],
  [999.4, ' 999 ms'],
  [1000, '  1.0 s'],
  [61_500, ' 61.5 s'],
])('a request of %i ms is shown as %j', (durationMs, shown) => {
  expect(lineOf({ durationMs }).slice(-8)).toBe(`${shown}\n`);
});

test.each([
  [200, 32],
  [302, 36],
  [404, 33],
  [500, 31],
  [503, 31],
  [undefined, 31],
])('status %s has the colour %i', (status, colour) => {
  expect(lineOf({ status }, true)).toContain(`  \u001b[${colour}m${status ?? '---'}\u001b[0m  `);
});

test('strips control characters from what a client sends, and shortens it', () => {
  const path = `/\u001b[2J\u009b\n${'x'.repeat(1000)}`;
  const line = lineOf({ operation: undefined, path });
  expect(line).toBe(`12:00:59  200  GET /?[2J??${'x'.repeat(42)}   1.0 ms\n`);
  expect(lineOf({ model: 'a\u001b]0;b\u0007' })).toContain('  a?]0;b?  ');
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
