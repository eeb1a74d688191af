import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { gptTokenizer } from '../../../src/adapters/platform/gpt-tokenizer.ts';
import { nodeCompression } from '../../../src/adapters/platform/node-compression.ts';
import { nodeDigest } from '../../../src/adapters/platform/node-digest.ts';
import { createRandomIds } from '../../../src/adapters/platform/random-ids.ts';

test('digests text and bytes alike, according to the standard', () => {
  const abc = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
  expect(nodeDigest.sha256('abc')).toBe(abc);
  expect(nodeDigest.sha256(new TextEncoder().encode('abc'))).toBe(abc);
  const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
  expect(nodeDigest.sha256('')).toBe(empty);
});

test('compresses so that it can be decompressed', async () => {
  const text = 'A paper boat é 🛶 '.repeat(1000);
  const bytes = await nodeCompression.gzip(text);
  expect(gunzipSync(bytes).toString()).toBe(text);
  expect(bytes.length).toBeLessThan(1000);
});

test('makes unique identifiers of the stated form', () => {
  const ids = createRandomIds();
  const tasks = Array.from({ length: 2000 }, () => ids.taskId());
  const requests = Array.from({ length: 2000 }, () => ids.requestId());
  expect(new Set(tasks).size).toBe(2000);
  expect(new Set(requests).size).toBe(2000);
  for (const id of tasks) expect(id).toMatch(/^task_[0-9a-f]{32}$/);
  for (const id of requests) expect(id).toMatch(/^req_[0-9a-z]+$/);
});

test('makes seeds of 32 bits', () => {
  const ids = createRandomIds();
  const seeds = Array.from({ length: 500 }, () => ids.seed());
  for (const seed of seeds) expect(Number.isInteger(seed) && seed >= 0 && seed < 2 ** 32).toBe(true);
  expect(new Set(seeds).size).toBeGreaterThan(490);
});

test.each([
  ['nothing', '', 4500, true],
  ['a short text', 'A paper boat', 4500, true],
  ['as many bytes as tokens', 'x'.repeat(4500), 4500, true],
  ['4500 words', ' boat'.repeat(4500), 4500, true],
  ['4501 words', ' boat'.repeat(4501), 4500, false],
  ['a very long text', 'boat '.repeat(1_000_000), 4500, false],
  ['special tokens as text', '<|endoftext|>'.repeat(10), 4500, true],
  ['1500 characters of three tokens each', 'ꙮ'.repeat(1500), 4500, true],
  ['1501 characters of three tokens each', 'ꙮ'.repeat(1501), 4500, false],
  ['three tokens of two', 'one two three', 2, false],
])('reports whether %s is within the limit', async (_what, text, limit, within) => {
  expect(await gptTokenizer.isWithin(text, limit)).toBe(within);
});

test('counts characters of two UTF-16 units as one, wherever the text is divided', async () => {
  expect(await gptTokenizer.count(`a${'🛶'.repeat(150)}`)).toBe(1 + 150 * 3);
});

// Quadratic time in such a length would take many minutes.
test.each([
  ['one letter', 'a', 1_000_000, 125_000],
  ['one sign of two units', '🛶', 300_000, 900_000],
  ['one ideograph', '船', 300_000, 300_000],
  ['blanks', ' ', 1_000_000, 10_000],
  ['line breaks', '\n', 1_000_000, 65_000],
])('counts a long text of %s alone, piece by piece', async (_what, sign, count, tokens) => {
  expect(await gptTokenizer.count(sign.repeat(count))).toBe(tokens);
});

test.each([
  ["It's a paper boat, isn't it? 12345 boats!\r\n\r\n  Two   spaces\tand a tab."],
  ['今天天气很好，我们去公园。 Übergrößenträger naïve 🚤🚤 👩‍👩‍👧'],
  [`${'boat'.repeat(30)}<|endoftext|>`],
  ['<|endoftext|> <|im_start|>user \ud800 x \udc00'],
  [`${'k3f9'.repeat(30)} ${'='.repeat(80)} supercalifragilisticexpialidociousnessfulness`],
])('the words of %j count the same as in the text, even when they are cached', async (text) => {
  const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base');
  const tokens = countTokens(text, { disallowedSpecial: new Set() });
  expect([await gptTokenizer.count(text), await gptTokenizer.count(text)]).toEqual([tokens, tokens]);
});

test('counting a long text yields to other work, and two texts take turns', async () => {
  let turns = 0;
  let isOver = false;
  const other = () => {
    turns += 1;
    if (!isOver) setImmediate(other);
  };
  await gptTokenizer.count('warm');
  setImmediate(other);
  const text = 'boat '.repeat(20_000);
  await Promise.all([gptTokenizer.count(text), gptTokenizer.count(text)]);
  isOver = true;
  expect(turns).toBeGreaterThanOrEqual(200_000 / 2500);
});
