import { expect, test } from 'vitest';
import { createReusedRing, createRing } from '../../../src/gateway/memory/ring.ts';

test('keeps the latest items, oldest first, and reports the evicted ones', () => {
  const pushedOut: number[] = [];
  const ring = createRing<number>(3, (item) => pushedOut.push(item));
  expect(ring.items()).toEqual([]);
  for (const item of [1, 2]) ring.add(item);
  expect(ring.items()).toEqual([1, 2]);
  for (const item of [3, 4, 5, 6, 7]) ring.add(item);
  expect(ring.items()).toEqual([5, 6, 7]);
  expect(pushedOut).toEqual([1, 2, 3, 4]);
});

test('keeps a single item', () => {
  const ring = createRing<string>(1);
  for (const item of ['a', 'b']) ring.add(item);
  expect(ring.items()).toEqual(['b']);
});

test('reuses the objects of the oldest items', () => {
  const ring = createReusedRing<{ readonly name: string }>(2);
  const first = { name: 'a' };
  for (const item of [first, { name: 'b' }, { name: 'c' }]) ring.add(item);
  expect(ring.items()).toEqual([{ name: 'b' }, { name: 'c' }]);
  expect(ring.items()[1]).toBe(first);
});
