import { expect, test } from 'vitest';
import { createFairQueue } from '../../../src/gateway/memory/fair-queue.ts';

function drain(queue: ReturnType<typeof createFairQueue<string>>): readonly string[] {
  const items: string[] = [];
  for (let item = queue.next(); item !== undefined; item = queue.next()) items.push(item);
  return items;
}

test('owners take turns, and the items of each keep their order', () => {
  const queue = createFairQueue<string>();
  for (const item of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) queue.add(item.charAt(0), item);
  expect(queue.size).toBe(6);
  expect([queue.sizeOf('a'), queue.sizeOf('d')]).toEqual([3, 0]);
  expect(drain(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  expect(queue.size).toBe(0);
});

test('a newcomer waits for one item of every other owner, not for all of them', () => {
  const queue = createFairQueue<string>();
  for (const item of ['a1', 'a2', 'a3']) queue.add('a', item);
  expect(queue.next()).toBe('a1');
  queue.add('b', 'b1');
  expect(drain(queue)).toEqual(['a2', 'b1', 'a3']);
});

test('a queued item can be removed, once', () => {
  const queue = createFairQueue<string>();
  for (const item of ['a1', 'a2']) queue.add('a', item);
  expect(queue.delete('b', 'a1')).toBe(false);
  expect(queue.delete('a', 'a1')).toBe(true);
  expect(queue.delete('a', 'a1')).toBe(false);
  expect([queue.size, queue.sizeOf('a')]).toEqual([1, 1]);
  expect(drain(queue)).toEqual(['a2']);
});
