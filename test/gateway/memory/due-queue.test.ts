import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createDueQueue } from '../../../src/gateway/memory/due-queue.ts';

test('returns items by due time, equal times in insertion order', () => {
  const queue = createDueQueue<string>();
  for (const [item, dueAt] of [
    ['c', 30],
    ['a', 10],
    ['b', 20],
    ['a2', 10],
    ['a3', 10],
  ] as const) {
    queue.add(item, dueAt);
  }
  const taken = Array.from({ length: 6 }, () => queue.takeDue(100));
  expect(taken).toEqual(['a', 'a2', 'a3', 'b', 'c', undefined]);
  expect(queue.nextDue()).toBeUndefined();
});

test('keeps items that are not due', () => {
  const queue = createDueQueue<string>();
  queue.add('later', 10);
  expect(queue.takeDue(9)).toBeUndefined();
  expect(queue.nextDue()).toBe(10);
  expect(queue.takeDue(10)).toBe('later');
});

test('returns no removed item, and removes each once', () => {
  const queue = createDueQueue<string>();
  const removeFirst = queue.add('first', 10);
  const removeTaken = queue.add('taken', 20);
  expect([removeFirst(), removeFirst()]).toEqual([true, false]);
  expect(queue.nextDue()).toBe(20);
  expect(queue.takeDue(30)).toBe('taken');
  expect(removeTaken()).toBe(false);
});

test('keeps the remaining items when most are removed', () => {
  const queue = createDueQueue<string>();
  const removes = ['a', 'b', 'c', 'd', 'e'].map((item, index) => queue.add(item, index));
  for (const index of [0, 2, 3, 4]) expect(removes[index]?.()).toBe(true);
  expect(queue.nextDue()).toBe(1);
  expect([queue.takeDue(9), queue.takeDue(9)]).toEqual(['b', undefined]);
});

test('is a stable sort, in whatever order items are added, removed and taken', () => {
  const add = fc.record({ add: fc.integer({ min: 0, max: 20 }) });
  const remove = fc.record({ remove: fc.nat() });
  const step = fc.oneof({ weight: 2, arbitrary: add }, remove, fc.constant('take' as const));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const queue = createDueQueue<number>();
      const model: { item: number; dueAt: number; remove: () => boolean }[] = [];
      for (const [item, action] of steps.entries()) {
        if (action === 'take') {
          expect(queue.nextDue()).toBe(model[0]?.dueAt);
          expect(queue.takeDue(20)).toBe(model.shift()?.item);
        } else if ('add' in action) {
          model.push({ item, dueAt: action.add, remove: queue.add(item, action.add) });
          model.sort((a, b) => a.dueAt - b.dueAt || a.item - b.item);
        } else if (model.length > 0) {
          const [removed] = model.splice(action.remove % model.length, 1);
          expect(removed?.remove()).toBe(true);
        }
      }
    }),
  );
});
