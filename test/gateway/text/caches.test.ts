import { describe, expect, test } from 'vitest';
import { at } from '../../support/open-wire.ts';
import { shells } from '../../support/shells.ts';
import { fetchShell, openText, user } from './open-text.ts';
import { say, scriptedEngine, stop } from './scripted-engine.ts';

/** That many tokens of text: ` a` is one. */
const tokens = (count: number) => ' a'.repeat(count);
const marked = (count: number) => ({
  role: 'system',
  content: [{ type: 'text', text: tokens(count), cache_control: { type: 'ephemeral' } }],
});
const engine = () => scriptedEngine([say('A', 1), stop]);
const details = (body: unknown) => at(body, 'usage', 'prompt_tokens_details');
const open = (shell = fetchShell) => openText(shell, { ports: { textEngine: engine() } });

describe.each(shells)('through the $name shell', (shell) => {
  test('creates an explicit cache first and reads from it later, whatever follows', async () => {
    await using text = await open(shell);
    const ask = (question: string) => text.chat({ stream: false, messages: [marked(2000), user(question)] });
    const first = await ask(' b');
    expect(at(first.body, 'usage')).toMatchObject({
      prompt_tokens: 2001,
      prompt_tokens_details: {
        cached_tokens: 0,
        cache_creation_input_tokens: 2000,
        cache_type: 'ephemeral',
      },
    });
    const second = await ask(' c');
    expect(details(second.body)).toEqual({ cached_tokens: 2000, cache_type: 'ephemeral' });
    // 1 plain token and 2000 created at 1.5, then 2000 hit at 0.12; twice 1 at 1.2 and 1 of output at 6.
    expect(await text.store.findAccount('alpha')).toMatchObject({ used: 3_007_200n + 247_200n });
  });

  test('serves an identical prefix from the cache from the second request on, rounded down to blocks of 128', async () => {
    await using text = await open(shell);
    const ask = () => text.chat({ stream: false, messages: [user(tokens(1000))] });
    expect(details((await ask()).body)).toEqual({ cached_tokens: 0 });
    expect(details((await ask()).body)).toEqual({ cached_tokens: 896 });
    // 1000 plain; then 896 at 0.15 and 104 at 1.2; twice 1 of output at 6.
    expect(await text.store.findAccount('alpha')).toMatchObject({ used: 1_206_000n + 265_200n });
  });
});

test('an explicit cache lives for five minutes from its creation', async () => {
  await using text = await open();
  const ask = () => text.chat({ stream: false, messages: [marked(1024)] });
  const cached = async () => at(details((await ask()).body), 'cached_tokens');
  expect(await cached()).toBe(0);
  text.clock.advance(299_999);
  expect(await cached()).toBe(1024);
  text.clock.advance(1);
  expect(await cached()).toBe(0);
  expect(await cached()).toBe(1024);
});

test('content below 1024 tokens is not cached explicitly', async () => {
  await using text = await open();
  const ask = () => text.chat({ stream: false, messages: [marked(1023)] });
  expect(details((await ask()).body)).toEqual({ cached_tokens: 0 });
  expect(details((await ask()).body)).toEqual({ cached_tokens: 896 });
});

test('a longer marked prefix builds on a shorter one', async () => {
  await using text = await open();
  const ask = (...messages: object[]) => text.chat({ stream: false, messages });
  await ask(marked(2000));
  const { body } = await ask(marked(2000), { ...marked(3000), role: 'user' });
  expect(details(body)).toEqual({
    cached_tokens: 2000,
    cache_creation_input_tokens: 3000,
    cache_type: 'ephemeral',
  });
  const changed = await ask(marked(2000), { ...marked(3001), role: 'user' });
  expect(details(changed.body)).toMatchObject({ cached_tokens: 2000, cache_creation_input_tokens: 3001 });
});

test('a continued conversation is cached up to where it continues', async () => {
  await using text = await open();
  const start = [user(tokens(500)), { role: 'assistant', content: tokens(200) }];
  await text.chat({ stream: false, messages: start });
  const { body } = await text.chat({ stream: false, messages: [...start, user(tokens(300))] });
  expect(details(body)).toEqual({ cached_tokens: 640 });
});

test('a prefix inside a long text is found as well', async () => {
  await using text = await open();
  await text.chat({ stream: false, messages: [user(`${tokens(2000)} b`)] });
  const { body } = await text.chat({ stream: false, messages: [user(`${tokens(2000)} c`)] });
  const cached = Number(at(details(body), 'cached_tokens'));
  expect(cached % 128).toBe(0);
  expect(cached).toBeGreaterThan(1400);
  expect(cached).toBeLessThanOrEqual(2000);
});

test.each([
  ['another account', {}, { key: 'sk-beta' }],
  ['another role', { messages: [{ role: 'system', content: tokens(1000) }] }, {}],
  ['another beginning', { messages: [user(' b'), user(tokens(1000))] }, {}],
  ['the same text in two messages', { messages: [user(tokens(500)), user(tokens(500))] }, {}],
])('%s makes a different prefix', async (_what, body, sent) => {
  await using text = await open();
  const request = { stream: false, messages: [user(tokens(1000))] };
  await text.chat(request);
  const answer = await text.chat({ ...request, ...body }, sent);
  expect(details(answer.body)).toEqual({ cached_tokens: 0 });
});

test('an image makes a different prefix than its address as a text', async () => {
  await using text = await open();
  const url = 'https://files.example/boat.png';
  const ask = (part: object) =>
    text.chat({
      stream: false,
      messages: [{ role: 'user', content: [part, { type: 'text', text: tokens(1000) }] }],
    });
  const image = { type: 'image_url', image_url: { url } };
  await ask(image);
  expect(details((await ask({ type: 'text', text: url })).body)).toEqual({ cached_tokens: 0 });
  expect(at(details((await ask(image)).body), 'cached_tokens')).toBeGreaterThan(896);
});

test('a responses call hits what a chat has cached explicitly, and caches for a chat', async () => {
  await using text = await open();
  const part = { text: tokens(2000), cache_control: { type: 'ephemeral' } };
  const input = [{ role: 'system', content: [{ type: 'input_text', ...part }] }];
  const respond = () => text.respond({ stream: false, input });
  const chat = () => text.chat({ stream: false, messages: [marked(2000)] });
  expect(details((await respond()).body)).toMatchObject({ cache_creation_input_tokens: 2000 });
  const hit = { cached_tokens: 2000, cache_type: 'ephemeral' };
  expect(details((await chat()).body)).toEqual(hit);
  expect(details((await respond()).body)).toEqual(hit);
});

test('two keys of one account share a cache, and so do both endpoints', async () => {
  await using text = await open();
  await text.chat({ stream: false, messages: [user(tokens(1000))] });
  const other = await text.chat(
    { stream: false, messages: [user(tokens(1000))] },
    { key: 'sk-alpha-second' },
  );
  expect(at(details(other.body), 'cached_tokens')).toBe(896);
  const { body } = await text.respond({ input: tokens(1000) });
  expect(details(body)).toEqual({ cached_tokens: 896 });
  expect(at(body, 'usage', 'input_tokens_details')).toEqual({ cached_tokens: 896 });
});

test('an answer that never started adds nothing to the cache', async () => {
  const failed = { kind: 'failed', message: '' } as const;
  await using text = await openText(fetchShell, { ports: { textEngine: scriptedEngine([failed]) } });
  const look = () => text.chat({ stream: false, messages: [marked(2000)] });
  await look();
  expect((await look()).status).toBe(502);
  expect(await text.store.findAccount('alpha')).toMatchObject({ used: 0n, held: 0n });
});

test('the parts of the input add up', async () => {
  await using text = await open();
  for (let round = 0; round < 3; round += 1) {
    const { body } = await text.chat({ stream: false, messages: [marked(1500), user(tokens(700))] });
    expect(at(body, 'usage')).toMatchObject({
      prompt_tokens: 2200,
      completion_tokens: 1,
      total_tokens: 2201,
    });
  }
});
