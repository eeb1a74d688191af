import { expect, test } from 'vitest';
import { type OpenStore, storeSeed } from './samples.ts';

const MINUTE = 60_000;

/** An explicitly cached prompt is known until it expires. */
export function describeCachedPrefixes(open: OpenStore): void {
  test('finds the cached prefixes that were stored, and no others', async () => {
    const { store } = await open(storeSeed);
    await store.saveCachedPrefixes(['a', 'b'], { now: 0, expiresAt: 5 * MINUTE });
    expect(await store.findCachedPrefixes(['b', 'c', 'a'], 1)).toEqual(new Set(['a', 'b']));
    expect(await store.findCachedPrefixes(['__proto__'], 1)).toEqual(new Set());
  });

  test('accepts an empty list of cached prefixes', async () => {
    const { store } = await open(storeSeed);
    await store.saveCachedPrefixes([], { now: 0, expiresAt: MINUTE });
    expect(await store.findCachedPrefixes([], 0)).toEqual(new Set());
  });

  test('forgets a cached prefix when it expires, and stores it again', async () => {
    const { store } = await open(storeSeed);
    await store.saveCachedPrefixes(['a'], { now: 0, expiresAt: 5 * MINUTE });
    expect(await store.findCachedPrefixes(['a'], 5 * MINUTE - 1)).toEqual(new Set(['a']));
    expect(await store.findCachedPrefixes(['a'], 5 * MINUTE)).toEqual(new Set());
    await store.saveCachedPrefixes(['a'], { now: 6 * MINUTE, expiresAt: 11 * MINUTE });
    expect(await store.findCachedPrefixes(['a'], 11 * MINUTE - 1)).toEqual(new Set(['a']));
    expect(await store.findCachedPrefixes(['a'], 11 * MINUTE)).toEqual(new Set());
  });

  test('keeps a cached prefix until the latest of its expiry times', async () => {
    const { store } = await open(storeSeed);
    await store.saveCachedPrefixes(['a', 'b'], { now: 2, expiresAt: 5 * MINUTE + 2 });
    await store.saveCachedPrefixes(['a', 'b', 'a'], { now: 1, expiresAt: 5 * MINUTE + 1 });
    await store.saveCachedPrefixes(['a'], { now: 3, expiresAt: 5 * MINUTE + 3 });
    expect(await store.findCachedPrefixes(['a', 'b'], 5 * MINUTE + 1)).toEqual(new Set(['a', 'b']));
    expect(await store.findCachedPrefixes(['a', 'b'], 5 * MINUTE + 2)).toEqual(new Set(['a']));
  });

  test('stores a cached prefix once under concurrent writes, and all markers of the longest prompt', async () => {
    const { store } = await open(storeSeed);
    const marks = Array.from({ length: 10_000 }, (_, index) => `mark_${index}`);
    const life = { now: 0, expiresAt: 5 * MINUTE };
    await store.saveCachedPrefixes(marks, life);
    expect((await store.findCachedPrefixes(marks, 1)).size).toBe(10_000);
    await Promise.all(Array.from({ length: 8 }, () => store.saveCachedPrefixes(['mark_7'], life)));
    expect(await store.findCachedPrefixes(['mark_7'], 1)).toEqual(new Set(['mark_7']));
  });
}
