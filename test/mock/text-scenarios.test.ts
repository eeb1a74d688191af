import { describe, expect, test } from 'vitest';
import { cutAnswer } from '../../src/mock/scenarios/cut-answer.ts';
import { at } from '../support/open-wire.ts';
import { shells } from '../support/shells.ts';
import { openMock } from './open-mock.ts';

const chat = { model: 'qx3.8-max', messages: [{ role: 'user', content: 'Tell me about paper boats.' }] };

describe.each(shells)('$name shell', (shell) => {
  test('a stream whose model fails ends with the error, and what was produced is charged', async () => {
    await using mock = await openMock(shell);
    await mock.control.addScenario({ operation: 'createChatCompletion', outcome: 'fail', times: 1 });
    const failed = await mock.ask('POST', '/v1/chat/completions', { body: chat });
    expect(failed.status).toBe(200);
    const events = failed.text.split('\n\n').filter((event) => event.startsWith('data: '));
    expect(events.at(-1)).toMatch(/^data: \{"error":/);
    expect(failed.text).not.toContain('[DONE]');
    expect(events.filter((event) => /"(?:content|reasoning_content)":"[^"]/.test(event))).toHaveLength(3);
    expect(await mock.control.getAccount('sk-mock')).toMatchObject({ held: '0' });
    const fine = await mock.ask('POST', '/v1/chat/completions', { body: chat });
    expect(fine.text).toContain('[DONE]');
  });

  test('an answer of fewer chunks also ends with the error', async () => {
    await using mock = await openMock(shell);
    await mock.control.addScenario({ operation: 'createChatCompletion', outcome: 'fail' });
    const { text } = await mock.ask('POST', '/v1/chat/completions', { body: { ...chat, max_tokens: 1 } });
    expect(text).toContain('data: {"error":');
    expect(text).not.toMatch(/"finish_reason":"|\[DONE\]/);
  });

  test('an answer that is not streamed and whose model fails is a 502', async () => {
    await using mock = await openMock(shell);
    await mock.control.addScenario({ operation: 'createResponse', model: 'qx3.8-max', outcome: 'fail' });
    const body = { model: 'qx3.8-max', input: 'Tell me about paper boats.' };
    const failed = await mock.ask('POST', '/v1/responses', { body });
    expect([failed.status, at(failed.body, 'error', 'type')]).toEqual([502, 'bad_gateway']);
    expect(await mock.control.getAccount('sk-mock')).toMatchObject({ held: '0' });
  });

  test('a stream that is cut off has no end, and leaves no hold', async () => {
    await using mock = await openMock(shell);
    await mock.control.addScenario({ operation: 'createChatCompletion', outcome: 'truncate', times: 1 });
    await expect(mock.ask('POST', '/v1/chat/completions', { body: chat })).rejects.toThrow();
    expect(await mock.control.getAccount('sk-mock')).toMatchObject({ held: '0' });
    expect((await mock.ask('POST', '/v1/chat/completions', { body: chat })).text).toContain('[DONE]');
  });
});

test.each([
  [20, 8],
  [9, 8],
  [8, 7],
  [1, 0],
])('of %i chunks, %i are sent before the stream breaks off', async (chunks, sent) => {
  async function* stream() {
    for (let chunk = 0; chunk < chunks; chunk += 1) yield `${chunk}`;
  }
  const { body } = cutAnswer({ status: 200, headers: {}, body: stream() });
  const seen: unknown[] = [];
  const read = async () => {
    for await (const chunk of body as AsyncIterable<unknown>) seen.push(chunk);
  };
  await expect(read()).rejects.toThrow('A scenario cut the answer.');
  expect(seen).toHaveLength(sent);
});
