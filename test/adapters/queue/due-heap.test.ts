import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createDueHeap } from '../../../src/adapters/queue/due-heap.ts';

test('returns items by due time, equal times in insertion order', () => {
  const heap = createDueHeap<string>();
  for (const [item, dueAt] of [
    ['c', 30],
    ['a', 10],
    ['b', 20],
    ['a2', 10],
    ['a3', 10],
  ] as const) {
    heap.add(item, dueAt);
  }
  const taken = Array.from({ length: 6 }, () => heap.takeDue(100));
  expect(taken).toEqual(['a', 'a2', 'a3', 'b', 'c', undefined]);
  expect(heap.nextDue()).toBeUndefined();
});

test('keeps what is not due', () => {
  const heap = createDueHeap<string>();
  heap.add('later', 10);
  expect(heap.takeDue(9)).toBeUndefined();
  expect(heap.nextDue()).toBe(10);
  expect(heap.takeDue(10)).toBe('later');
});

test('is a stable sort, in whatever order items are added and taken', () => {
  const step = fc.oneof(fc.integer({ min: 0, max: 20 }), fc.constant('take' as const));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const heap = createDueHeap<number>();
      const model: { item: number; dueAt: number }[] = [];
      for (const [item, action] of steps.entries()) {
        if (action !== 'take') {
          heap.add(item, action);
          model.push({ item, dueAt: action });
          model.sort((a, b) => a.dueAt - b.dueAt || a.item - b.item);
        } else {
          expect(heap.nextDue()).toBe(model[0]?.dueAt);
          expect(heap.takeDue(20)).toBe(model.shift()?.item);
        }
      }
    }),
  );
});
