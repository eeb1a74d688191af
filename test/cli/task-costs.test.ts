import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { CallFailure } from '../../src/cli/calls/call-failure.ts';
import { confirmCost } from '../../src/cli/calls/tasks/confirm-cost.ts';
import { Refusal } from '../../src/cli/options/refusal.ts';
import { startMockServer } from '../../src/node/mock-server.ts';
import { callCommand } from './call-command.ts';

const started = await startMockServer({ port: 0, host: '127.0.0.1', speed: 1000 });
if (started.kind === 'failed') throw new Error(started.message);
afterAll(() => started.close());

const leave = new AbortController();
const { signal } = leave;

/** A person at a terminal: what the command writes there, and the stream that the person types into. */
function openTerminal({ hasInput = true, hasOutput = true } = {}) {
  const input = Object.assign(new PassThrough(), { isTTY: hasInput });
  const output = Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY: hasOutput });
  const spies = [
    vi.spyOn(process, 'stdin', 'get').mockReturnValue(input as unknown as typeof process.stdin),
    vi.spyOn(process, 'stderr', 'get').mockReturnValue(output as unknown as typeof process.stderr),
  ];
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore();
  });
  return { input, written: () => String(output.read() ?? '') };
}

test.each([
  ['y\n', true],
  [' YES \r\n', true],
  ['\n', false],
  ['n\n', false],
  ['yesterday\n', false],
  ['n\ny\n', false],
])('a person at a terminal says whether to submit: %j', async (typed, isYes) => {
  const { input, written } = openTerminal();
  const confirmed = confirmCost('1 image: 0.05 USD', false, signal);
  input.write(typed);
  if (isYes) await confirmed;
  else await expect(confirmed).rejects.toEqual(new CallFailure('Nothing was submitted.'));
  expect(written()).toBe('1 image: 0.05 USD. Submit it? [y/N] ');
});

test('the end of input means no, on a line of its own', async () => {
  const { input, written } = openTerminal();
  const confirmed = confirmCost('1 image: 0.05 USD', false, signal);
  input.end();
  await expect(confirmed).rejects.toEqual(new CallFailure('Nothing was submitted.'));
  expect(written()).toBe('1 image: 0.05 USD. Submit it? [y/N] \n');
});

test('an interruption of the question is none of its answers', async () => {
  const { input } = openTerminal();
  const interrupted = new AbortController();
  const confirmed = confirmCost('1 image: 0.05 USD', false, interrupted.signal);
  await once(input, 'resume');
  interrupted.abort(new Error('interrupted'));
  await expect(confirmed).rejects.toThrow('interrupted');
});

test.each([{ hasInput: false }, { hasOutput: false }])(
  'without a terminal, nobody is asked: %j',
  async (given) => {
    const { written } = openTerminal(given);
    await expect(confirmCost('1 image: 0.05 USD', false, signal)).rejects.toEqual(
      new Refusal('1 image: 0.05 USD. There is no terminal to ask on: --yes submits it.'),
    );
    expect(written()).toBe('');
  },
);

test('who agreed before is told the cost and not asked', async () => {
  const { written } = openTerminal();
  await confirmCost('1 image: 0.05 USD', true, signal);
  expect(written()).toBe('1 image: 0.05 USD\n');
});

test('the JSON of a task has what it was expected to cost, besides what it cost', async () => {
  const line = 'image --model qx-image-3.0 --prompt x --yes --json --poll 0.01';
  const { code, out, err } = await callCommand(...line.split(' '), '--url', started.baseUrl);
  const told: unknown = JSON.parse(out);
  expect({ code, told }).toMatchObject({
    code: 0,
    told: { status: 'success', estimate: { count: 1, priceUsd: '0.03' }, record: { cost: 0.03 }, files: [] },
  });
  expect(err).toContain('Submitted as task_');
});

test('states the cost of several images as a maximum, because fewer may be made', async () => {
  const line = 'image --model qx-image-3.0 --prompt x --n 2';
  const { code, err } = await callCommand(...line.split(' '), '--url', started.baseUrl);
  expect(code).toBe(2);
  expect(err).toContain('qx-image-3.0: 2 images of 1024x1024, at most 0.06 USD. ');
});
