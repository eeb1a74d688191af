import { expect, test } from 'vitest';
import { createGroupCommit } from '../../../src/adapters/store/group-commit.ts';

test('commits items that arrive together in one group, and later ones in the next', async () => {
  const groups: (readonly number[])[] = [];
  const group = createGroupCommit<number, number>({
    commit: async (items) => {
      groups.push(items);
      if (groups.length === 1) late = group.add(4);
      return items.map((item) => item * 10);
    },
  });
  let late: Promise<number> | undefined;
  expect(await Promise.all([1, 2, 3].map((item) => group.add(item)))).toEqual([10, 20, 30]);
  expect(await late).toBe(40);
  expect(groups).toEqual([[1, 2, 3], [4]]);
});

test('commits no more than the maximum at a time', async () => {
  const sizes: number[] = [];
  const group = createGroupCommit<number, number>({
    most: 2,
    commit: async (items) => {
      sizes.push(items.length);
      return items;
    },
  });
  await Promise.all([1, 2, 3, 4, 5].map((item) => group.add(item)));
  expect(sizes).toEqual([2, 2, 1]);
});

test('fails only the broken item', async () => {
  const group = createGroupCommit<number, number>({
    commit: async (items) => {
      if (items.includes(2)) throw new RangeError('broken');
      return items;
    },
  });
  const ends = await Promise.allSettled([1, 2, 3].map((item) => group.add(item)));
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

test('waits for commits in flight', async () => {
  const committed: number[] = [];
  const group = createGroupCommit<number, number>({
    commit: async (items) => {
      committed.push(...items);
      return items;
    },
  });
  const adding = [group.add(1), group.add(2)];
  await group.drain();
  expect(committed).toEqual([1, 2]);
  await Promise.all(adding);
  await group.drain();
});
