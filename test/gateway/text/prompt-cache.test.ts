import { expect, test } from 'vitest';
import { createCachedPrefixMemory } from '../../../src/adapters/store/memory/cached-prefix-memory.ts';
import { createPromptCache, type PrefixLink } from '../../../src/gateway/text/prompt/prompt-cache.ts';

const rules = {
  explicit_cache: { min_tokens: 1024, life_seconds: 300 },
  implicit_cache: { block_tokens: 128 },
};
const link = (digest: string, tokens: number, isMark = false): PrefixLink => ({ digest, tokens, isMark });
const NOTHING = { cached: 0, created: 0, isExplicit: false };

function openCache(options: { readonly maxLinks?: number } = {}, marks = createCachedPrefixMemory()) {
  const cache = createPromptCache({ ...options, marks });
  const look = (links: readonly PrefixLink[], now = 0, by: Parameters<typeof cache.look>[1] = rules) =>
    cache.look(links, by, now);
  return {
    look,
    inputOf: async (...asked: Parameters<typeof look>) => (await look(...asked)).input,
    remember: async (...asked: Parameters<typeof look>) => (await look(...asked)).remember(),
  };
}

test('caches only prompts whose answer started', async () => {
  const cache = openCache();
  const links = [link('a', 200, true), link('b', 2000, true)];
  expect(await cache.inputOf(links)).toEqual({ cached: 0, created: 2000, isExplicit: true });
  const look = await cache.look(links);
  expect(look.input.cached).toBe(0);
  await look.remember();
  expect(await cache.inputOf(links)).toEqual({ cached: 2000, created: 0, isExplicit: true });
});

test('a hit does not extend the lifetime of an entry', async () => {
  const cache = openCache();
  const links = [link('a', 2000, true)];
  await cache.remember(links, 0);
  await cache.remember(links, 299_000);
  expect((await cache.inputOf(links, 299_999)).cached).toBe(2000);
  expect((await cache.inputOf(links, 300_000)).cached).toBe(0);
});

test('a longer marker does not extend the shorter one it builds on', async () => {
  const cache = openCache();
  const [short, long] = [link('a', 2000, true), link('b', 3000, true)];
  await cache.remember([short], 0);
  await cache.remember([short, long], 200_000);
  expect((await cache.inputOf([short], 300_000)).cached).toBe(0);
  expect((await cache.inputOf([short, long], 300_000)).cached).toBe(3000);
});

test('the longest of several cached prefixes is the one that counts', async () => {
  const cache = openCache();
  const links = [link('a', 2000, true), link('b', 3000, true), link('c', 4000, true)];
  await cache.remember(links.slice(0, 2));
  expect(await cache.inputOf(links)).toEqual({ cached: 3000, created: 1000, isExplicit: true });
});

test('caches on one store share explicit entries only', async () => {
  const marks = createCachedPrefixMemory();
  const [first, second] = [openCache({}, marks), openCache({}, marks)];
  await first.remember([link('a', 2000, true), link('b', 2500)]);
  expect(await second.inputOf([link('a', 2000, true)])).toMatchObject({ cached: 2000, isExplicit: true });
  expect(await second.inputOf([link('a', 2000), link('b', 2500)])).toEqual(NOTHING);
  expect(await first.inputOf([link('a', 2000), link('b', 2500)])).toEqual({ ...NOTHING, cached: 2432 });
});

test('does not query the store without markers', async () => {
  const store = {
    findCachedPrefixes: () => Promise.reject(new Error('asked')),
    saveCachedPrefixes: () => Promise.reject(new Error('told')),
  };
  const cache = openCache({}, store);
  const links = [link('a', 1000, true), link('b', 2000)];
  await cache.remember(links);
  expect(await cache.inputOf(links)).toEqual({ ...NOTHING, cached: 1920 });
});

test('evicts the least recently used, and stays within its bounds', async () => {
  const cache = openCache({ maxLinks: 2 }, createCachedPrefixMemory(1));
  const cached = async (digest: string) => (await cache.inputOf([link(digest, 256)])).cached;
  for (const digest of ['a', 'b', 'a', 'c']) await cache.remember([link(digest, 256)]);
  expect([await cached('a'), await cached('b'), await cached('c')]).toEqual([256, 0, 256]);
  await cache.remember([link('x', 2000, true)]);
  await cache.remember([link('y', 2000, true)]);
  expect((await cache.inputOf([link('x', 2000, true)])).cached).toBe(0);
  expect((await cache.inputOf([link('y', 2000, true)])).cached).toBe(2000);
});

test('of one long prompt, the shortest prefixes are kept: others are more likely to begin with them', async () => {
  const cache = openCache({ maxLinks: 2 });
  const links = ['a', 'b', 'c', 'd'].map((digest, index) => link(digest, 128 * (index + 1)));
  await cache.remember(links);
  expect((await cache.inputOf(links)).cached).toBe(256);
});

test('a model without caches caches nothing', async () => {
  const cache = openCache();
  const links = [link('a', 2000, true)];
  await cache.remember(links, 0, {});
  expect(await cache.inputOf(links, 0, {})).toEqual(NOTHING);
});
