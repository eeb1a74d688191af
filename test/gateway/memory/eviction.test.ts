import { expect, test } from 'vitest';
import { createEviction } from '../../../src/gateway/memory/eviction.ts';

test('the oldest are evicted first, each with a callback', () => {
  const memory = new Map<number, string>();
  const evicted: number[] = [];
  const evict = createEviction(memory, { most: 3, onEvicted: (key) => evicted.push(key) });
  for (const key of [1, 2, 3, 4, 5]) {
    memory.set(key, 'kept');
    evict();
  }
  expect([...memory.keys()]).toEqual([3, 4, 5]);
  expect(evicted).toEqual([1, 2]);
});

test('an entry that is set again counts as new', () => {
  const memory = new Map<number, string>();
  const evict = createEviction(memory, { most: 3 });
  for (const key of [1, 2, 3, 1, 4, 5]) {
    memory.delete(key);
    memory.set(key, 'kept');
    evict();
  }
  expect([...memory.keys()]).toEqual([1, 4, 5]);
});

test('entries deleted elsewhere are skipped', () => {
  const memory = new Set<number>();
  const evict = createEviction(memory, { most: 2 });
  for (let key = 1; key <= 1000; key += 1) {
    memory.add(key);
    if (key % 3 === 0) memory.delete(key);
    evict();
  }
  expect([...memory]).toEqual([998, 1000]);
});

test('a collection with a limit of zero is emptied again and again', () => {
  const memory = new Set<number>();
  const evict = createEviction(memory, { most: 0 });
  for (const key of [1, 2, 3]) {
    memory.add(key);
    evict();
    expect(memory.size).toBe(0);
  }
});
