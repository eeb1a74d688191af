import { describe, expect, test } from 'vitest';
import { at } from '../../support/open-wire.ts';
import { shells } from '../../support/shells.ts';
import { CHAT, openText, RESPONSES } from './open-text.ts';
import { call, scriptedEngine, shortScript } from './scripted-engine.ts';

const keys = { 'sk-alpha': { account: 'alpha', models: ['house-style-v1'] }, 'sk-beta': { account: 'beta' } };
const calls = {
  [CHAT]: { model: 'house-style-v1', messages: [{ role: 'user', content: 'What is a paper boat?' }] },
  [RESPONSES]: { model: 'house-style-v1', input: 'What is a paper boat?' },
};

describe.each(shells)('through the $name shell', (shell) => {
  test.each([
    [CHAT, true],
    [CHAT, false],
    [RESPONSES, true],
    [RESPONSES, false],
  ] as const)('%s answers for a name without metadata, streamed: %s', async (path, stream) => {
    const engine = scriptedEngine(shortScript);
    await using text = await openText(shell, { keys, ports: { textEngine: engine } });
    const answer = await text.post(path, { ...calls[path], stream });
    expect([answer.text, answer.status]).toEqual([answer.text, 200]);
    expect(answer.text).toContain('house-style-v1');
    expect(engine.jobs[0]).toMatchObject({ inputTokens: 6, maxOutputTokens: 8192, tools: [] });
    // 6 input tokens at 1 USD and 25 output tokens at 4 USD a million.
    expect(await text.store.findAccount('alpha')).toMatchObject({ used: 106_000n, held: 0n });
  });

  test('a declared tool is never called for it', async () => {
    const engine = scriptedEngine([call('web_search'), ...shortScript]);
    await using text = await openText(shell, { keys, ports: { textEngine: engine } });
    const tools = [{ type: 'web_search' }];
    const answer = await text.post(RESPONSES, { ...calls[RESPONSES], tools });
    expect(answer.status).toBe(200);
    expect(engine.jobs[0]?.tools).toEqual([]);
  });

  test('fields that its contract leaves open count as far as they can be read', async () => {
    const engine = scriptedEngine(shortScript);
    await using text = await openText(shell, { keys, ports: { textEngine: engine } });
    for (const max_tokens of [7, 0, -1, 1.5, '7', null]) {
      const open = { max_tokens, seed: 'seven', stop: ['', 'END', 7] };
      expect((await text.post(CHAT, { ...calls[CHAT], ...open })).status).toBe(200);
    }
    expect(engine.jobs.map(({ maxOutputTokens }) => maxOutputTokens)).toEqual([
      7, 8192, 8192, 8192, 8192, 8192,
    ]);
    for (const { seed, stop } of engine.jobs) expect([typeof seed, stop]).toEqual(['number', ['END']]);
  });

  test('a message that fits no contract is refused', async () => {
    await using text = await openText(shell, { keys });
    const answer = await text.post(CHAT, { ...calls[CHAT], messages: [{ role: 'poet', content: 'Hi' }] });
    expect([answer.status, at(answer.body, 'error')]).toMatchObject([
      400,
      {
        message:
          'messages[0].role must be one of "system", "developer", "user", "assistant", "tool"; got "poet"',
        param: '/messages/0/role',
      },
    ]);
  });

  test('its answers have a maximum length, which a request may not exceed', async () => {
    await using text = await openText(shell, { keys });
    const answer = await text.post(RESPONSES, { ...calls[RESPONSES], max_output_tokens: 8193 });
    expect([answer.status, at(answer.body, 'error', 'param')]).toEqual([400, '/max_output_tokens']);
    expect((await text.post(RESPONSES, { ...calls[RESPONSES], max_output_tokens: 8192 })).status).toBe(200);
  });

  test.each([CHAT, RESPONSES] as const)('%s is unknown to another key', async (path) => {
    await using text = await openText(shell, { keys });
    const answer = await text.post(path, calls[path], { key: 'sk-beta' });
    expect([answer.status, at(answer.body, 'error', 'reason')]).toEqual([400, 'unknown_model']);
  });
});
