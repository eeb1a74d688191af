import { describe, expect, test } from 'vitest';
import { at, textAt } from '../../support/open-wire.ts';
import { shells } from '../../support/shells.ts';
import { fetchShell, joined, openText, user } from './open-text.ts';
import { say, scriptedEngine, shortScript } from './scripted-engine.ts';

const content = ['choices', 0, 'message', 'content'] as const;

describe.each(shells)('through the $name shell', (shell) => {
  test('gives a complete answer when stream is false', async () => {
    await using text = await openText(shell, { ports: { textEngine: scriptedEngine(shortScript) } });
    const answer = await text.chat({ stream: false });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      id: 'chatcmpl_000001',
      object: 'chat.completion',
      created: 1_767_225_600,
      model: 'qx3.8-max',
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: 'A folded toy.', reasoning_content: 'A toy question.' },
          finish_reason: 'stop',
        },
      ],
      usage: {
        prompt_tokens: 6,
        completion_tokens: 25,
        total_tokens: 31,
        prompt_tokens_details: { cached_tokens: 0 },
        completion_tokens_details: { reasoning_tokens: 10 },
      },
    });
  });
});

test('enable_thinking: false omits the thinking when not streamed, and still charges it', async () => {
  await using text = await openText(fetchShell, { ports: { textEngine: scriptedEngine(shortScript) } });
  const { body } = await text.chat({ stream: false, enable_thinking: false });
  expect(at(body, 'choices', 0, 'message')).toEqual({ role: 'assistant', content: 'A folded toy.' });
  expect(at(body, 'usage', 'completion_tokens')).toBe(25);
  expect(at(body, 'usage', 'completion_tokens_details', 'reasoning_tokens')).toBe(10);
});

test('gives the same answer streamed and not streamed, for the same seed', async () => {
  await using text = await openText(fetchShell);
  const whole = await text.chat({ seed: 42, stream: false });
  const { data } = await text.chat({ seed: 42 });
  expect(joined(data, 'choices', 0, 'delta', 'content')).toBe(textAt(whole.body, ...content));
  const other = await text.chat({ seed: 43, stream: false });
  expect(textAt(other.body, ...content)).not.toBe(textAt(whole.body, ...content));
});

test.each([
  [{ max_tokens: 20 }],
  [{ max_completion_tokens: 20 }],
  [{ max_tokens: 90, max_completion_tokens: 20 }],
  [{ max_tokens: 20, max_completion_tokens: 90 }],
])('is cut at the maximum output tokens, thinking included: %j', async (limits) => {
  await using text = await openText(fetchShell);
  const { body } = await text.chat({ ...limits, seed: 1, stream: false });
  expect(at(body, 'choices', 0, 'finish_reason')).toBe('length');
  const tokens = Number(at(body, 'usage', 'completion_tokens'));
  expect(tokens).toBeLessThanOrEqual(20);
  expect(tokens).toBeGreaterThan(10);
});

test('cuts off a model that exceeds the limit', async () => {
  const engine = scriptedEngine(Array.from({ length: 100 }, () => say(' more', 7)));
  await using text = await openText(fetchShell, { ports: { textEngine: engine } });
  const { body } = await text.chat({ max_tokens: 20, stream: false });
  expect(textAt(body, ...content)).toBe(' more more');
  expect(at(body, 'choices', 0, 'finish_reason')).toBe('length');
  expect(engine.stopped()).toBe(1);
});

test.each([['practice'], [['nowhere', 'of a paper']]])('ends before a stop: %j', async (stop) => {
  await using text = await openText(fetchShell);
  const free = textAt((await text.chat({ seed: 5, stream: false })).body, ...content);
  const cut = await text.chat({ seed: 5, stream: false, stop });
  const [place] = [stop]
    .flat()
    .map((entry) => free.indexOf(entry))
    .filter((found) => found >= 0);
  expect(textAt(cut.body, ...content)).toBe(free.slice(0, place));
  expect(at(cut.body, 'choices', 0, 'finish_reason')).toBe('stop');
});

test('counts the tokens of every text, and a fixed number per image', async () => {
  await using text = await openText(fetchShell);
  const image = { type: 'image_url', image_url: { url: 'https://images.example/boat.png' } };
  const messages = [
    { role: 'system', content: 'Be brief.' }, // 3 tokens
    user([image, { type: 'text', text: 'What is a paper boat?' }, { type: 'other', text: 'Hi' }]), // 1024 + 6 + 1
    { role: 'assistant' },
  ];
  const { body } = await text.chat({ messages, stream: false });
  expect(at(body, 'usage', 'prompt_tokens')).toBe(1034);
});

test('a name that is only in the allow-list is callable at reference prices', async () => {
  const keys = { 'sk-alpha': { account: 'alpha', models: ['house-model'] } };
  const engine = scriptedEngine(shortScript);
  await using text = await openText(fetchShell, { keys, ports: { textEngine: engine } });
  const odd = { max_tokens: 'many', stop: 5, seed: 'x', stream_options: 'all', enable_thinking: 3 };
  const answer = await text.chat({ model: 'house-model', stream: false, ...odd });
  expect(answer.status).toBe(200);
  expect(at(answer.body, 'model')).toBe('house-model');
  expect(engine.jobs[0]).toMatchObject({ stop: [], maxOutputTokens: 8192 });
  // 6 input tokens at 1 and 25 output tokens at 4 USD a million.
  expect(await text.store.findAccount('alpha')).toMatchObject({ used: 106_000n, held: 0n });
});
