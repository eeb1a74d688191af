import { afterAll, beforeAll, expect, test } from 'vitest';
import { createControlClient } from '../../src/mock/control-client.ts';
import { startMockServer } from '../../src/node/mock-server.ts';
import { hasTerminal, startInTerminal } from './start-in-terminal.ts';

const terminalTest = test.skipIf(!hasTerminal);
let url = '';
let close = async () => {};

beforeAll(async () => {
  const started = await startMockServer({ port: 0, host: '127.0.0.1', isFrozen: true });
  if (started.kind === 'failed') throw new Error(started.message);
  ({ baseUrl: url, close } = started);
});

afterAll(() => close());

function start(env: Readonly<Record<string, string>> = {}, columns = 80) {
  const boat = ['image', '--model', 'qx-image-3.0', '--prompt', 'A boat'];
  return startInTerminal([...boat, '--poll', '0.02', '--url', url], { env, columns });
}

const QUESTION = /0\.03 USD\. Submit it\? \[y\/N\] /;

async function images(): Promise<number> {
  const entries = await createControlClient({ baseUrl: url }).journal();
  return entries.filter(({ operation }) => operation === 'createImage').length;
}

terminalTest('asks before it submits, and draws a bar until the task has ended', async () => {
  const command = start({ NO_COLOR: '' });
  await command.shows(QUESTION);
  command.type('y\n');
  await command.shows(/<esc>\[90m─{30}<esc>\[0m {3}0% {2}submitted/);
  const control = createControlClient({ baseUrl: url });
  await control.setClock({ advance: '4s' });
  await command.shows(/<esc>\[32m━{13,17}<esc>\[0m<esc>\[90m─{13,17}<esc>\[0m {2}\d\d% {2}processing/);
  await control.setClock({ advance: '60s' });
  expect(await command.exit()).toBe(0);
  expect(command.screen()).toMatch(
    /\r<esc>\[Ktask_\w+: success, 1 file of 1024x1024, 0\.03 USD\r\nhttp:\S+0\.png\r\n$/,
  );
});

terminalTest('NO_COLOR leaves the bar, without colours', async () => {
  const command = start({ NO_COLOR: '1' });
  await command.shows(QUESTION);
  command.type('yes\n');
  await command.shows(/\r<esc>\[K─{30} {3}0% {2}submitted/);
  await createControlClient({ baseUrl: url }).setClock({ advance: '60s' });
  expect(await command.exit()).toBe(0);
  expect(command.screen()).not.toMatch(/<esc>\[\d/);
});

terminalTest.each([
  [80, 30],
  [40, 14],
  [25, 0],
  [12, 0],
])('in %i columns the bar has %i, and its line does not wrap', async (columns, length) => {
  const command = start({ NO_COLOR: '1' }, columns);
  await command.shows(QUESTION);
  command.type('yes\n');
  const [, line = ''] = await command.shows(/\r<esc>\[K(─* {3}0%[^\r<]*)\r/); // up to where it is drawn anew
  expect(/^─*/.exec(line)?.[0]).toHaveLength(length);
  expect(line.length).toBeLessThanOrEqual(columns);
  await createControlClient({ baseUrl: url }).setClock({ advance: '60s' });
  expect(await command.exit()).toBe(0);
});

terminalTest.each([
  ['a no', 'n\n', { code: 2, says: /\r\nNothing was submitted\.\r\n$/ }],
  ['Enter', '\n', { code: 2, says: /\r\nNothing was submitted\.\r\n$/ }],
  ['the end of input', '\u0004', { code: 2, says: /\r\nNothing was submitted\.\r\n$/ }],
  ['Ctrl-C', '\u0003', { code: 130, says: /Interrupted\. Nothing was submitted\.\r\n$/ }],
])('after %s, nothing is submitted', async (_what, typed, { code, says }) => {
  const before = await images();
  const command = start();
  await command.shows(QUESTION);
  command.type(typed);
  expect(await command.exit()).toBe(code);
  expect(command.screen()).toMatch(says);
  expect(await images()).toBe(before);
});

terminalTest('Ctrl-C while it waits says how to go on', async () => {
  const command = start();
  await command.shows(QUESTION);
  command.type('y\n');
  await command.shows(/0% {2}submitted/);
  command.type('\u0003');
  expect(await command.exit()).toBe(130);
  expect(command.screen()).toMatch(
    /Interrupted\. The task continues: npx gatewright image --task task_\w+ --url http:\S+\r\n$/,
  );
});

terminalTest('what follows an interrupted answer begins on a new line', async () => {
  const running = await startMockServer({ port: 0, host: '127.0.0.1' });
  if (running.kind === 'failed') throw new Error(running.message);
  try {
    const ask = ['chat', '--model', 'qx3.8-max', '--prompt', 'Tell a long story', '--url', running.baseUrl];
    const command = startInTerminal(ask, { env: { NO_COLOR: '1' }, columns: 80 });
    await command.shows(/<esc>\[K\w/);
    command.type('\u0003');
    expect(await command.exit()).toBe(130);
    expect(command.screen()).toMatch(/\r\nInterrupted\. What was generated up to then is charged\.\r\n$/);
  } finally {
    await running.close();
  }
});
