import { expect, test } from 'vitest';
import { createPromptCache, type PrefixLink } from '../../../src/gateway/text/prompt-cache.ts';

const rules = {
  explicit_cache: { min_tokens: 1024, life_seconds: 300 },
  implicit_cache: { block_tokens: 128 },
};
const link = (digest: string, tokens: number, isMark = false): PrefixLink => ({ digest, tokens, isMark });

test('remembers only what began', () => {
  const cache = createPromptCache();
  const links = [link('a', 200, true), link('b', 2000, true)];
  expect(cache.look(links, rules, 0).input).toEqual({ cached: 0, created: 2000, isExplicit: true });
  const look = cache.look(links, rules, 0);
  expect(look.input.cached).toBe(0);
  look.remember();
  expect(cache.look(links, rules, 0).input).toEqual({ cached: 2000, created: 0, isExplicit: true });
});

test('a hit does not prolong the life of an entry', () => {
  const cache = createPromptCache();
  const links = [link('a', 2000, true)];
  cache.look(links, rules, 0).remember();
  cache.look(links, rules, 299_000).remember();
  expect(cache.look(links, rules, 300_000).input.cached).toBe(0);
});

test('forgets the least recently used, and stays within its bounds', () => {
  const cache = createPromptCache({ maxLinks: 2, maxMarks: 1 });
  const cached = (digest: string) => cache.look([link(digest, 256)], rules, 0).input.cached;
  for (const digest of ['a', 'b']) cache.look([link(digest, 256)], rules, 0).remember();
  cache.look([link('a', 256)], rules, 0).remember();
  cache.look([link('c', 256)], rules, 0).remember();
  expect([cached('a'), cached('b'), cached('c')]).toEqual([256, 0, 256]);
  cache.look([link('x', 2000, true)], rules, 0).remember();
  cache.look([link('y', 2000, true)], rules, 0).remember();
  expect(cache.look([link('x', 2000, true)], rules, 0).input.cached).toBe(0);
  expect(cache.look([link('y', 2000, true)], rules, 0).input.cached).toBe(2000);
});

test('a model without caches caches nothing', () => {
  const cache = createPromptCache();
  const links = [link('a', 2000, true)];
  cache.look(links, {}, 0).remember();
  expect(cache.look(links, {}, 0).input).toEqual({ cached: 0, created: 0, isExplicit: false });
});
